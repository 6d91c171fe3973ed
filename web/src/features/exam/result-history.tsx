import type { CallData } from '../../api/use-call'
import { Progress } from '../../ui/progress'
import { pointsOf } from '../questions/labels'
import { timeOf } from './labels'

type Result = CallData<'GET /v1/show_exam'>

/** Earlier total scores that were corrected, with the reasons. */
export function ScoreHistory({ history = [] }: Pick<Result, 'history'>) {
  if (history.length === 0) return null
  return (
    <section className="rounded-card bg-card p-4 text-13">
      <h2 className="mb-1 text-15 font-semibold">成绩变动</h2>
      <ul className="divide-y divide-line">
        {history.map(({ at, before, after, reason }) => (
          <li key={`${at} ${before} ${after}`} className="py-2">
            <p className="tabular-nums">
              {timeOf(at)} 由 {pointsOf(before)} 分改为 <b>{pointsOf(after)} 分</b>
            </p>
            <p className="user-text text-ink-2">{reason}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** How the total follows from the points of the student's own paper, if staff chose to equate the papers. */
export function Conversion({ result: { conversion, score, maxScore } }: { result: Result }) {
  if (!conversion) return null
  const { slope, intercept, points } = conversion
  const constant = `${intercept < 0 ? '−' : '+'} ${pointsOf(Math.abs(intercept))}`
  return (
    <section className="rounded-card bg-card p-4 text-13">
      <h2 className="mb-1 text-15 font-semibold">分数换算</h2>
      {points !== null && (
        <p className="tabular-nums">
          卷面 {pointsOf(points)} 分{score !== null && score !== undefined && <b>，换算后 {pointsOf(score)} 分</b>}
        </p>
      )}
      <p className="tabular-nums">
        你这份卷：换算后 = {slope} × 卷面分 {constant}，在 0 到 {pointsOf(maxScore)} 分之间；卷面 0 分和满分不变
      </p>
      <p className="mt-1 text-ink-2">
        每人的题不同，各份卷的难度会差一点。老师选了等值换算：让各份卷的平均分和分数的离散程度相同，难一点的卷加一点分，容易一点的减一点。系数在发布时由题目的难度算出，与谁做了这份卷无关。
      </p>
    </section>
  )
}

/** Points by knowledge point, the weakest first. */
export function Strengths({ strengths = [] }: Pick<Result, 'strengths'>) {
  if (strengths.length === 0) return null
  return (
    <section className="rounded-card bg-card p-4">
      <h2 className="mb-3 text-15 font-semibold">
        知识点掌握 <span className="text-12 font-normal text-ink-3">最弱的在前</span>
      </h2>
      <ul className="space-y-3">
        {strengths.map(({ tag, score, maxScore }) => (
          <li key={tag}>
            <p className="mb-1 flex justify-between gap-3 text-13">
              <span className="min-w-0 truncate">{tag}</span>
              <span className="tabular-nums shrink-0 text-ink-2">
                {pointsOf(score)} / {pointsOf(maxScore)} 分
              </span>
            </p>
            <Progress value={maxScore === 0 ? 0 : (score / maxScore) * 100} label={`${tag}得分`} />
          </li>
        ))}
      </ul>
    </section>
  )
}
