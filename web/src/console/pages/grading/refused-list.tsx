import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { ConsoleButton } from '../../kit/button'
import { answerCode } from './answer-code'
import type { RefusedGrade } from './outbox-store'

interface RefusedListProps {
  refused: RefusedGrade[]
  onShow(grade: RefusedGrade): void
  onDismiss(grade: RefusedGrade): void
}

/** Scores that the server refused, each with the reason and the comment that the grader wrote. */
export function RefusedList({ refused, onShow, onDismiss }: RefusedListProps) {
  if (refused.length === 0) return null
  return (
    <section role="alert" aria-label="没有记下的评分" className="rounded-card bg-amber-soft px-4 py-3">
      <h2 className="flex items-center gap-2 font-semibold text-amber">
        <TriangleAlert size={16} />
        {refused.length} 个没有记下，你写的还在
      </h2>
      <ul className="mt-1 max-h-40 overflow-y-auto">
        {refused.map((grade) => (
          <li key={`${grade.key}${grade.answer}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
            <b className="font-semibold">{answerCode(grade.answer)}</b>
            <span className="min-w-0 flex-1 basis-60">
              {grade.msg}。你给了 {grade.score} 分{grade.comment && `，评语：${grade.comment}`}
            </span>
            <ConsoleButton kind="quiet" size="tiny" onClick={() => onShow(grade)}>
              看这一份
            </ConsoleButton>
            <ConsoleButton kind="quiet" size="tiny" onClick={() => onDismiss(grade)}>
              知道了
            </ConsoleButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
