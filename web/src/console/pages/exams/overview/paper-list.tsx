import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import type { RulingKind } from '@dxx/contract/calls/staff/exam-shapes'
import type { PublicQuestion } from '@dxx/contract/questions'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import type { ApiError } from '../../../../api/error'
import { PrintedAnswer, PrintedQuestion } from '../../../../features/questions/printed-question'
import type { StaffData } from '../../../api/client'
import { hasAnyPermission, useSignedInStaff } from '../../../frame/me'
import { PopMenu } from '../../../kit/menu'
import { Failure, TableSkeleton } from '../../../kit/states'
import { StateTag } from '../../../kit/tag'
import { timeText } from '../../../kit/time'
import { QuestionTypeTag } from '../compose/type-tag'
import { plainStem } from '../plain-stem'
import { sectionText, splitSections } from '../print/split-sections'
import { RulingDialog } from './ruling-dialog'

type Paper = StaffData<'GET /staff/v1/exam_paper'>
type Ruling = StaffExam['rulings'][number]

const rulingNames: Record<RulingKind, string> = { void: '已作废', give: '已送分', key: '改过答案', original: '原样' }

interface PaperListProps {
  exam: StaffExam
  paper: Paper | undefined
  error: ApiError | null
  onRetry(): void
}

/** The paper with answer keys and scoring changes. A question can be voided, or scored as right for all. */
export function PaperList({ exam, paper, error, onRetry }: PaperListProps) {
  const me = useSignedInStaff()
  const [asked, setAsked] = useState<{
    question: PublicQuestion
    number: number
    kind: 'void' | 'give' | 'original'
  } | null>(null)
  const canRule = hasAnyPermission(me, ['exam.manage']) && ['running', 'marking', 'finished'].includes(exam.state)
  return (
    <section aria-label="试卷" className="rounded-card bg-card pb-2">
      <h2 className="px-5 pt-3.5 pb-2 text-15 font-semibold">
        试卷
        <span className="ml-2 text-12 font-normal text-ink-3">
          {exam.questions} 题，{exam.points} 分
        </span>
      </h2>
      {error ? (
        <Failure error={error} noun="试卷" onRetry={onRetry} />
      ) : !paper ? (
        <TableSkeleton height={44} />
      ) : (
        splitSections(paper.questions, paper.sections).map((section, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sections have no id
          <section key={at}>
            {section.title && (
              <h3 className="bg-fill px-5 py-1.5 text-12 text-ink-2">
                {section.title} · {sectionText(section)}
              </h3>
            )}
            <ol>
              {section.items.map((question, index) => {
                const number = section.from + index + 1
                return (
                  <QuestionLine
                    key={question.id}
                    question={question}
                    number={number}
                    answer={paper.keys[number - 1]!}
                    ruling={exam.rulings.find((one) => one.question === question.id)}
                    onRule={canRule ? (kind) => setAsked({ question, number, kind }) : undefined}
                  />
                )
              })}
            </ol>
          </section>
        ))
      )}
      {asked && (
        <RulingDialog
          exam={exam}
          number={asked.number}
          question={asked.question.id}
          kind={asked.kind}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}

interface QuestionLineProps {
  question: PublicQuestion
  number: number
  answer: Paper['keys'][number]
  ruling: Ruling | undefined
  onRule?(kind: 'void' | 'give' | 'original'): void
}

function QuestionLine({ question, number, answer, ruling, onRule }: QuestionLineProps) {
  const [isOpen, setOpen] = useState(false)
  const isRuled = ruling !== undefined && ruling.kind !== 'original'
  return (
    <li className="border-t border-line">
      <div className="flex min-h-11 items-center gap-2 px-5">
        <span className="tabular-nums w-6 shrink-0 text-right text-ink-3">{number}</span>
        <span className="max-desk:hidden">
          <QuestionTypeTag type={question.type} />
        </span>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="min-h-11 min-w-0 flex-1 truncate rounded-item text-left hover:text-primary desk:min-h-8"
        >
          {plainStem(question.stem) || '（图片题）'}
        </button>
        {isRuled && <StateTag tone="amber">{rulingNames[ruling.kind]}</StateTag>}
        <span className="tabular-nums shrink-0 text-12 text-ink-3">{question.score} 分</span>
        {onRule && (
          <PopMenu
            trigger={
              <button
                type="button"
                aria-label={`第 ${number} 题的操作`}
                className="tap grid size-7 shrink-0 place-items-center rounded-full text-ink-3 hover:bg-fill"
              >
                <Ellipsis size={16} />
              </button>
            }
            items={[
              { label: '作废…', disabled: ruling?.kind === 'void', onSelect: () => onRule('void') },
              { label: '送分…', disabled: ruling?.kind === 'give', onSelect: () => onRule('give') },
              { label: '恢复原样…', disabled: !isRuled, onSelect: () => onRule('original') },
            ]}
          />
        )}
      </div>
      {isOpen && (
        <div className="space-y-3 px-5 pt-1 pb-4 desk:pl-13">
          {isRuled && (
            <p className="rounded-cover bg-amber-soft px-3 py-2 text-amber">
              {timeText(ruling.at)} {ruling.by}：{ruling.reason}
            </p>
          )}
          <ol>
            <PrintedQuestion question={question} />
          </ol>
          <ol className="rounded-cover bg-fill px-3 py-2">
            <PrintedAnswer question={question} {...answer} />
          </ol>
        </div>
      )}
    </li>
  )
}
