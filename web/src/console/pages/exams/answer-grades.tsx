import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { OptionText } from '../../../features/questions/option-text'
import { cx } from '../../../ui/cx'
import type { StaffData } from '../../api/client'
import { timeText } from '../../kit/time'
import { pointsText } from './figures'

type Grade = StaffData<'GET /staff/v1/exam_attempt_view'>['questions'][number]['grades'][number]

/** Manual grades of one answer: who gave them, which rubric points are met, and the comments. */
export function AnswerGrades({ grades }: { grades: readonly Grade[] }) {
  return grades.map((grade, at) => (
    <section
      // biome-ignore lint/suspicious/noArrayIndexKey: grades have no id and keep their order
      key={at}
      aria-label={`${grade.by}的批阅`}
      className="mt-2 rounded-cover bg-fill px-3 py-2"
    >
      <p className={cx('text-12', grade.counts ? 'text-ink-2' : 'text-ink-3')}>
        <b className="font-semibold">{grade.by}</b>，{timeText(grade.at)}
        {grade.part !== null && `，第 ${grade.part + 1} 小题`}：{pointsText(grade.score)} 分
        {!grade.counts && '（不计入得分）'}
      </p>
      {grade.rubric.length > 0 && (
        <ul className="mt-1 space-y-0.5">
          {grade.rubric.map(({ html, score, met }, point) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rubric points have no id and keep their order
            <li key={point} className="flex items-start gap-2">
              {met ? (
                <Check aria-label="达到" size={15} className="mt-0.5 shrink-0 text-success" />
              ) : (
                <X aria-label="没有达到" size={15} className="mt-0.5 shrink-0 text-ink-3" />
              )}
              <span className="min-w-0 flex-1 text-13 [&_.question-option]:text-13">
                <OptionText html={html} />
              </span>
              <span className="tabular-nums shrink-0 text-12 text-ink-3">{pointsText(score)} 分</span>
            </li>
          ))}
        </ul>
      )}
      {grade.comment && (
        <p className="user-text mt-1">
          <span className="text-12 text-ink-3">评语 </span>
          {grade.comment}
        </p>
      )}
    </section>
  ))
}
