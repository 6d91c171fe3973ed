import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { Prose } from '../../ui/prose'
import { pointsOf } from '../questions/labels'
import type { QuestionRow } from './result-rows'

/** Points, met rubric points and comment of a manual grade. */
export function GradeNote({ grade: { part, score, comment, rubric } }: { grade: QuestionRow['grades'][number] }) {
  // Hides the rubric if the grader entered a score without it: then no rubric point is met although points were given.
  const isMarked = rubric.length > 0 && (score === 0 || rubric.some(({ met }) => met))
  return (
    <div className="rounded-card bg-fill px-3.5 py-2.5 text-13">
      <p className="text-ink-3">
        老师批阅{part !== null && `，第 ${part + 1} 小题`}：{pointsOf(score)} 分
      </p>
      {isMarked && (
        <ul className="mt-1 space-y-1">
          {rubric.map((point, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rubric points have no id and keep their order
            <li key={at} className="flex items-start gap-2">
              {point.met ? (
                <Check aria-label="达到" size={15} className="mt-0.5 shrink-0 text-success" />
              ) : (
                <X aria-label="没有达到" size={15} className="mt-0.5 shrink-0 text-ink-3" />
              )}
              <Prose html={point.html} className="min-w-0 flex-1 text-13!" />
              <span className="tabular-nums shrink-0 text-ink-3">{pointsOf(point.score)} 分</span>
            </li>
          ))}
        </ul>
      )}
      {comment && (
        <p className="user-text mt-1">
          <b>评语：</b>
          {comment}
        </p>
      )}
    </div>
  )
}
