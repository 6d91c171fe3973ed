import type { QuestionDraft } from '@dxx/contract/calls/staff/ai'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import CopyCheck from 'lucide-react/icons/copy-check'
import FileQuestion from 'lucide-react/icons/file-question-mark'
import { useState } from 'react'
import { Link } from 'wouter'
import { toast } from '../../../../state/flash'
import { cx } from '../../../../ui/cx'
import type { StaffData } from '../../../api/client'
import { useStaffAction } from '../../../api/hooks'
import { ConsoleButton, consoleButtonClass } from '../../../kit/button'
import { CheckMark } from '../../../kit/check-mark'
import { RegionState } from '../../../kit/states'
import { StateTag } from '../../../kit/tag'
import { QuestionTypeTag } from '../../exams/compose/type-tag'

interface ResultsProps {
  data: StaffData<'GET /staff/v1/ai_question_drafts'>
  /** Where chosen drafts go; `chapter` is empty for a textbook. */
  bank: string
  chapter: string
}

/** A draft is selected at first only if the second pass agrees and no duplicate was found. */
const isSafe = ({ agrees, duplicate }: QuestionDraft) => agrees && duplicate === ''

/** Drafts with their source, duplicates and the result of the second pass; chosen ones are stored in the bank. */
export function DraftResults({ data: { drafts, rejected, model }, bank, chapter }: ResultsProps) {
  const [chosen, setChosen] = useState(() => new Set(drafts.flatMap((draft, i) => (isSafe(draft) ? [i] : []))))
  /** Ids of the bank's drafts, by the number of the draft. */
  const [taken, setTaken] = useState<ReadonlyMap<number, string>>(new Map())
  const [busy, setBusy] = useState(false)
  const create = useStaffAction('POST /staff/v1/bank_create', {
    changes: ['GET /staff/v1/bank_questions', 'GET /staff/v1/bank_list'],
  })
  const waiting = [...chosen].filter((i) => !taken.has(i)).sort((a, b) => a - b)

  async function take() {
    setBusy(true)
    let stored = 0
    for (const i of waiting) {
      const { type, markdown } = drafts[i]!
      const made = await create.run({ bank, chapter: chapter || null, type, text: markdown })
      // The reason has been shown; stored drafts stay marked, the others can be tried again.
      if (!made) break
      stored++
      setTaken((before) => new Map(before).set(i, made.id))
    }
    setBusy(false)
    if (stored > 0) toast(`${stored} 道放进了题库的草稿`)
  }

  if (drafts.length === 0)
    return (
      <div className="flex flex-col rounded-card bg-card">
        <RegionState
          tone="amber"
          icon={<FileQuestion size={24} />}
          title="没有能用的草稿"
          text={
            rejected > 0
              ? `写了 ${rejected} 道，都没有原文依据或不完整，已经去掉；再试一次，或换一种题型`
              : '这一章的文字太少，换一章试试'
          }
        />
      </div>
    )
  return (
    <div className="space-y-3.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-card px-4 py-3">
        <p role="status" className="mr-auto min-w-0">
          <b className="font-semibold">{drafts.length} 道草稿</b>
          <span className="text-ink-3">
            {rejected > 0 && ` · 去掉了 ${rejected} 道没有依据或不完整的`} · {model}
          </span>
        </p>
        <ConsoleButton
          kind="primary"
          icon={<CopyCheck size={16} />}
          disabled={waiting.length === 0}
          loading={busy}
          onClick={() => void take()}
        >
          放进题库 {waiting.length > 0 && `${waiting.length} 道`}
        </ConsoleButton>
      </div>
      <ol className="space-y-3.5">
        {drafts.map((draft, i) => (
          <li key={draft.markdown}>
            <DraftCard
              draft={draft}
              number={i + 1}
              id={taken.get(i)}
              isChosen={chosen.has(i)}
              onChoose={() =>
                setChosen((before) => {
                  const next = new Set(before)
                  if (!next.delete(i)) next.add(i)
                  return next
                })
              }
            />
          </li>
        ))}
      </ol>
    </div>
  )
}

interface DraftCardProps {
  draft: QuestionDraft
  number: number
  /** Id in the bank once it is stored. */
  id: string | undefined
  isChosen: boolean
  onChoose(): void
}

function DraftCard({ draft, number, id, isChosen, onChoose }: DraftCardProps) {
  const { type, stem, options, answer, analysis, quote, duplicate } = draft
  return (
    <article aria-label={`第 ${number} 道`} className="flex gap-3 rounded-card bg-card p-4">
      {id === undefined && <CheckMark label={`选第 ${number} 道`} checked={isChosen} onChange={onChoose} />}
      <div className="min-w-0 flex-1 space-y-2 break-words">
        <p className="flex flex-wrap items-center gap-2">
          <QuestionTypeTag type={type} />
          <SecondPass draft={draft} />
          {duplicate && (
            <StateTag tone="amber" icon={<CircleAlert size={12} />}>
              有相近的题
            </StateTag>
          )}
        </p>
        <p className="text-15 font-semibold whitespace-pre-line">{stem}</p>
        {options.length > 0 ? (
          <ul className="space-y-1">
            {options.map((option, at) => {
              const letter = String.fromCharCode(65 + at)
              const isKey = letter === answer.toUpperCase()
              return (
                <li key={letter} className={cx('flex gap-2', isKey && 'font-semibold text-success')}>
                  <span>{letter}.</span>
                  <span className="min-w-0">
                    {option}
                    {isKey && <span className="sr-only">（答案）</span>}
                  </span>
                </li>
              )
            })}
          </ul>
        ) : (
          <p>
            答案：<b className="font-semibold text-success">{answer}</b>
          </p>
        )}
        {analysis && <p className="text-ink-2">解析：{analysis}</p>}
        <blockquote className="rounded-item bg-fill px-3 py-2 text-13 text-ink-2">原文：{quote}</blockquote>
        {duplicate && <p className="rounded-item bg-amber-soft px-3 py-2 text-13 text-amber">已有的题：{duplicate}</p>}
        {id !== undefined && (
          <p className="flex flex-wrap items-center gap-2">
            <StateTag tone="green" icon={<CircleCheck size={12} />}>
              已放进题库
            </StateTag>
            <Link href={`/bank/${id}`} className={consoleButtonClass('quiet', 'small')}>
              打开来改
            </Link>
          </p>
        )}
      </div>
    </article>
  )
}

/** Answer of a second pass, which saw the chapter and the question, but not the key. */
function SecondPass({ draft: { agrees, solved } }: { draft: QuestionDraft }) {
  if (agrees)
    return (
      <StateTag tone="green" icon={<CircleCheck size={12} />}>
        第二遍答案一致
      </StateTag>
    )
  if (solved)
    return (
      <StateTag tone="red" icon={<CircleAlert size={12} />}>
        第二遍答的是 {solved.length > 20 ? `${solved.slice(0, 20)}…` : solved}
      </StateTag>
    )
  return (
    <StateTag tone="amber" icon={<CircleHelp size={12} />}>
      第二遍没有核对
    </StateTag>
  )
}
