import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import type { SimilarPair } from '@dxx/contract/calls/staff/exam-results'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Link } from 'wouter'
import { useStaffCall } from '../../../api/hooks'
import { percentText } from '../figures'

/** Chance with two digits, because the model is not more exact. */
export function chanceText(chance: number): string {
  if (chance < 1e-6) return '不到百万分之一'
  const times = Number((1 / chance).toPrecision(2))
  return times < 10_000 ? `约 ${times} 分之一` : `约 ${times / 10_000} 万分之一`
}

/** Pairs of students whose wrong answers are more alike than by chance, for the teacher to judge. */
export function SimilarAnswers({ exam }: { exam: StaffExam }) {
  const { data } = useStaffCall('GET /staff/v1/exam_similar_answers', { exam: exam.id })
  if (!data || data.students < 2) return null
  const { pairs, more, compared, falseAlarmRate, withinClasses } = data
  return (
    <details className="group shrink-0 rounded-card bg-card px-4 py-3 desk:px-5">
      <summary className="flex min-h-8 cursor-pointer items-center gap-2">
        <b className="font-semibold">错得一样的答卷</b>
        <span className="text-12 text-ink-3">
          {pairs.length === 0
            ? `比较了 ${compared} 对，没有超出偶然的`
            : `${pairs.length + more} 对超出偶然，值得问一问`}
        </span>
        <ChevronDown aria-hidden="true" size={15} className="ml-auto shrink-0 text-ink-3 group-open:rotate-180" />
      </summary>
      <p className="mt-2 max-w-180 text-12 text-ink-3">
        {[
          '这是线索，不是结论，系统不会因此做任何事。',
          '只看两人都答错的客观题：错得一样的题数，比其他同学的错法所能解释的多很多时才列出。',
          '一起复习、听了同一处错误的讲解，也会错得一样。',
          `一场诚实的考试列出任何一对的机会不超过 ${percentText(falseAlarmRate)}`,
          withinClasses ? '；人数较多，只在各班之内比较。' : '。',
        ].join('')}
      </p>
      {pairs.length > 0 && (
        <ul className="mt-2 divide-y divide-line">
          {pairs.map((pair) => (
            <li key={pair.students.map(({ attempt }) => attempt).join()} className="py-2.5">
              <Pair exam={exam} pair={pair} />
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className="pt-2 text-12 text-ink-3">另有 {more} 对没有列出。</p>}
    </details>
  )
}

function Pair({ exam, pair }: { exam: StaffExam; pair: SimilarPair }) {
  return (
    <>
      <p>
        {pair.students.map(({ attempt, name, number, class: ofClass }, i) => (
          <span key={attempt}>
            {i > 0 && <span className="mx-1.5 text-ink-3">和</span>}
            <Link href={`/exams/${exam.id}/results?attempt=${attempt}`} className="font-semibold text-primary">
              {name}
            </Link>
            <span className="ml-1 text-12 text-ink-3">{[ofClass, number].filter(Boolean).join('，')}</span>
          </span>
        ))}
      </p>
      <p className="tabular-nums text-12 text-ink-2">
        都答错 {pair.bothWrong} 题，其中 {pair.sameWrong} 题错得一样；按其他同学的错法，大约 {pair.expected.toFixed(1)}{' '}
        题。偶然如此的机会{chanceText(pair.chance)}。
      </p>
    </>
  )
}
