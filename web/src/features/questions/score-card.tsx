import type { QuestionType, ScoredQuestion } from '@dxx/contract/questions'
import { formatClock } from '@dxx/contract/rules/format'
import { typeNames } from '@dxx/contract/rules/question-names'
import type { ReactNode } from 'react'
import { Progress } from '../../ui/progress'
import { pointsOf } from './labels'

export interface ScoreCardProps {
  title: string
  /** Null until the score is known. */
  score: number | null
  /** Known part of a score that still waits for a teacher. */
  objective?: { score: number; maxScore: number } | null
  maxScore: number
  tags?: ReactNode
  seconds: number
  /** Null until verdicts are released. */
  counts: VerdictCounts | null
  /** Pending state, below the score. */
  note?: ReactNode
}

/** Score with time and the counts of right and wrong answers. */
export function ScoreCard({ title, score, objective, maxScore, tags, seconds, counts, note }: ScoreCardProps) {
  const part = score === null ? objective : null
  const shown = part ? part.score : score
  return (
    <div className="rounded-card bg-card px-4 py-6 text-center">
      <p className="text-14 text-ink-2">{title}</p>
      {part && <p className="mt-2 text-13 text-ink-3">已评部分</p>}
      <p className="tabular-nums mt-1 leading-tight">
        <span className="text-[3.25rem] font-bold text-primary">{shown === null ? '--' : pointsOf(shown)}</span>
        <span className="text-17 text-ink-3"> / {pointsOf(part ? part.maxScore : maxScore)}</span>
      </p>
      {part && <p className="tabular-nums text-13 text-ink-3">满分 {pointsOf(maxScore)} 分</p>}
      {tags && <div className="mt-1 flex flex-wrap justify-center gap-2">{tags}</div>}
      {note && <p className="mx-auto mt-2 max-w-80 text-13 text-ink-2">{note}</p>}
      <dl className="mt-5 flex flex-wrap gap-y-2">
        <Figure label="用时" value={formatClock(seconds)} />
        {counts && <Figure label="答对" value={counts.right} tone="text-success" />}
        {counts && <Figure label="答错" value={counts.wrong} tone="text-price" />}
        {counts && counts.unanswered > 0 && <Figure label="未作答" value={counts.unanswered} />}
      </dl>
    </div>
  )
}

function Figure({ label, value, tone }: { label: string; value: ReactNode; tone?: string }) {
  return (
    <div className="flex flex-1 flex-col-reverse">
      <dt className="text-12 text-ink-3">{label}</dt>
      <dd className={`tabular-nums text-19 font-bold whitespace-nowrap ${tone ?? ''}`}>{value}</dd>
    </div>
  )
}

/** Result per question type. */
export function TypeBars({ results }: { results: readonly ScoredQuestion[] }) {
  const types = new Map<QuestionType, { right: number; count: number }>()
  for (const { question, verdict } of results) {
    const so = types.get(question.type) ?? { right: 0, count: 0 }
    types.set(question.type, { right: so.right + (verdict === 'right' ? 1 : 0), count: so.count + 1 })
  }
  return (
    <section className="rounded-card bg-card p-4">
      <h2 className="mb-3 text-15 font-semibold">按题型</h2>
      <ul className="space-y-3">
        {[...types].map(([type, { right, count }]) => (
          <li key={type}>
            <p className="mb-1 flex justify-between text-13">
              <span>
                {typeNames[type]} {count} 题
              </span>
              <span className="tabular-nums text-ink-2">
                {right} / {count}
              </span>
            </p>
            <Progress value={(right / count) * 100} label={`${typeNames[type]}答对`} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface SheetScore {
  verdict: ScoredQuestion['verdict']
  score: number
  maxScore: number
}

/** Points of the questions that are scored already; null if all of them or none are. */
export function objectivePart(sheet: readonly SheetScore[]): { score: number; maxScore: number } | null {
  const known = sheet.filter(({ verdict }) => verdict !== 'marking' && verdict !== 'grading')
  if (known.length === 0 || known.length === sheet.length) return null
  const sum = (of: (one: SheetScore) => number) => known.reduce((total, one) => total + of(one), 0)
  return { score: sum(({ score }) => score), maxScore: sum(({ maxScore }) => maxScore) }
}

interface VerdictCounts {
  right: number
  wrong: number
  unanswered: number
}

/** Counts right, wrong and unanswered results; pending ones are none of these. */
export function countVerdicts(results: readonly Pick<ScoredQuestion, 'verdict'>[]): VerdictCounts {
  const count = (...verdicts: ScoredQuestion['verdict'][]) =>
    results.filter(({ verdict }) => verdicts.includes(verdict)).length
  return { right: count('right'), wrong: count('wrong', 'partial'), unanswered: count('unanswered') }
}
