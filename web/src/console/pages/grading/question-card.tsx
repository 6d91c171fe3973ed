import type { GradingAnswer } from '@dxx/contract/calls/staff/exam-grading'
import type { ReactNode } from 'react'
import { RichText } from '../../../features/questions/rich-text'
import type { StaffData } from '../../api/client'
import { useStaffCall } from '../../api/hooks'
import { KeyLabel } from '../../kit/key'
import { GradingProgressBar } from './progress-bar'
import type { RoomRef } from './room-address'

type Question = StaffData<'GET /staff/v1/grading_question'>

function Card({ title, side, children }: { title: string; side?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-card bg-card px-4 py-3.5">
      <div className="mb-1 flex items-center justify-between gap-2">
        <h2 className="text-15 font-semibold">{title}</h2>
        {side}
      </div>
      {children}
    </section>
  )
}

/** Cards with the stem, reference answer and explanation of the question. */
export function QuestionCards({
  question,
  isOpen,
  onToggle,
}: {
  question: Question
  isOpen: boolean
  onToggle(): void
}) {
  const { question: shown, key, progress, analysis } = question
  const part = shown.type === 'material' ? shown.parts[progress.part ?? 0] : null
  const reference = key?.type === 'short' ? key.reference : key?.type === 'code' ? key.solution : ''
  return (
    <>
      <Card title="题目">
        <RichText html={shown.stem} className="text-14!" />
        {part && <RichText html={part.stem} className="mt-2 border-t border-line pt-2 text-14!" />}
      </Card>
      {(reference || analysis) && (
        <Card
          title="参考答案"
          side={
            <button
              type="button"
              aria-expanded={isOpen}
              aria-keyshortcuts="R"
              onClick={onToggle}
              className="tap flex items-center gap-1.5 text-12 text-ink-2"
            >
              <KeyLabel>R</KeyLabel>
              {isOpen ? '收起' : '展开'}
            </button>
          }
        >
          {isOpen && reference && <RichText html={reference} className="text-13! text-ink-2" />}
          {isOpen && analysis && <RichText html={analysis} className="mt-1.5 text-13! text-ink-2" />}
        </Card>
      )}
    </>
  )
}

interface GroupsProps {
  room: RoomRef
  shown: GradingAnswer | undefined
  onOpen(answers: string[]): void
}

/** Groups of answers with the same text, which are scored together. */
export function GroupsCard({ room, shown, onOpen }: GroupsProps) {
  const { data = [] } = useStaffCall('GET /staff/v1/grading_groups', room)
  if (data.length === 0) return null
  return (
    <section aria-label="相同的答案" className="overflow-hidden rounded-card bg-card py-3.5">
      <h2 className="px-4 text-15 font-semibold">
        相同的答案 <span className="text-12 font-normal text-ink-3">忽略空白、全半角和句末句号</span>
      </h2>
      <ul className="mt-1">
        {data.map(({ answers, text, count, waiting }) => {
          const isHere = shown !== undefined && answers.includes(shown.id)
          return (
            <li key={answers[0]}>
              <button
                type="button"
                aria-current={isHere ? 'true' : undefined}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onOpen(answers)}
                className={`block w-full px-4 py-2 text-left -outline-offset-2 ${isHere ? 'bg-primary-soft' : 'hover:bg-fill'}`}
              >
                <span className="mb-1 flex justify-between gap-3">
                  <span className={`truncate ${isHere ? 'font-semibold text-primary' : ''}`}>{text || '（空白）'}</span>
                  <span className="shrink-0 tabular-nums text-12 text-ink-2">
                    {count - waiting} / {count}
                  </span>
                </span>
                <GradingProgressBar
                  value={count - waiting}
                  max={count}
                  label={`${text.slice(0, 20) || '空白'}的批阅进度`}
                />
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
