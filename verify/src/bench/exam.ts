import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { prepareSoon } from '../../../server/src/modules/exams/remind'
import { closeOverdueAttempts, scoreAll } from '../../../server/src/modules/exams/score'
import type { BenchDatabase } from './database'
import { addExam, addStudents } from './exam-data'
import { buildSignedRequest, type OpenFigures, sendAtRate } from './open-loop'
import { startTarget } from './target'

const students = 10_000
const questions = 40
const [gentle, hard, saving] = [
  { rate: 300, seconds: 10 },
  { rate: 1000, seconds: 5 },
  { rate: 300, seconds: 15 },
]

/**
 * Simulates a school that starts an exam in the same minute: starts at 300/s and at 1,000/s, saves at 300/s, then all
 * deadlines pass at once. Sends in an open loop. Server, PostgreSQL and sender share the machine, so the sender's CPU
 * is reported.
 */
export async function examBench({ db, url }: BenchDatabase): Promise<string[]> {
  const now = Math.floor(Date.now() / 1000)
  const tokens = await addStudents(db, now, students)
  const exam = await addExam(db, now, questions)
  await prepareSoon(db, now)
  const target = await startTarget('product', url)
  const lines: string[] = []
  try {
    const starts = tokens.map((token) =>
      buildSignedRequest(target.base, token, 'GET /v1/exam_start', `id=${exam}&device=${randomUUID()}`),
    )
    const attempts: { token: string; attempt: string; question: string }[] = []
    const isAccepted = (answer: Buffer) => {
      const plain = answer[0] === 0x1f ? gunzipSync(answer) : answer
      return plain.subarray(0, 10).toString().startsWith('{"code":1')
    }
    // Warm-up, excluded from the measurement.
    await sendAtRate(starts.splice(0, 200), 100, isAccepted)
    lines.push(
      describeFigures(
        'starts',
        await sendAtRate(starts.splice(0, gentle.rate * gentle.seconds), gentle.rate, isAccepted),
        300,
      ),
    )
    lines.push(
      describeFigures(
        'starts',
        await sendAtRate(starts.splice(0, hard.rate * hard.seconds), hard.rate, isAccepted),
        1000,
      ),
    )
    const rows = await db
      .selectFrom('exam_attempts as a')
      .innerJoin('sessions as s', 's.user_id', 'a.user_id')
      .select(['a.uid', 's.device as token'])
      .where('a.state', '=', 'running')
      .limit(saving.rate * saving.seconds)
      .execute()
    const first = await db.selectFrom('questions').select('uid').orderBy('id').executeTakeFirstOrThrow()
    for (const { uid, token } of rows) attempts.push({ token, attempt: uid, question: first.uid })
    const saves = attempts.map(({ token, attempt, question }) => {
      const steps = [{ seq: 1, question, answer: { type: 'judge', value: true }, at: now }]
      return buildSignedRequest(target.base, token, 'POST /v1/exam_save', JSON.stringify({ attempt, epoch: 1, steps }))
    })
    lines.push(describeFigures('saves', await sendAtRate(saves, saving.rate, isAccepted), saving.rate))
    lines.push(await sizeOfSteps(db))
  } finally {
    target.stop()
  }
  await sql`update exam_attempts set state = 'running', started_at = ${now}, deadline_at = ${now - 1000}, epoch = 1`.execute(
    db,
  )
  const closing = performance.now()
  const closed = await closeOverdueAttempts(db, now)
  const closedMs = performance.now() - closing
  lines.push(`closing    ${closed} attempts by one statement in ${(closedMs / 1000).toFixed(1)} s  (target 10 s)`)
  const scoring = performance.now()
  await scoreAll({ db, clock: { now: () => now, nowMs: () => now * 1000 }, config: { secret: 'bench' } })
  const scoredMs = performance.now() - scoring
  lines.push(`scoring    ${closed} attempts of ${questions} questions in ${(scoredMs / 1000).toFixed(0)} s`)
  return lines
}

/** Size of the fastest growing table, with its indexes. */
async function sizeOfSteps(db: BenchDatabase['db']): Promise<string> {
  const { rows } = await sql<{ steps: number; bytes: number }>`
    select count(*)::int as steps, pg_total_relation_size('exam_steps')::int as bytes from exam_steps`.execute(db)
  const { steps, bytes } = rows[0]!
  return `steps      ${steps} kept, ${(bytes / steps).toFixed(0)} bytes each with their indexes`
}

function describeFigures(name: string, figures: OpenFigures, rate: number): string {
  const { perSecond, p50, p99, worst, refused, why, generatorCpu } = figures
  const times = `p50 ${p50.toFixed(0)} ms  p99 ${p99.toFixed(0)} ms  worst ${worst.toFixed(0)} ms`
  return `${name.padEnd(10)} ${perSecond.toFixed(0)}/s of ${rate}/s asked  ${times}  ${refused} refused${why && ` (${why})`}  sender ${generatorCpu} % of a core`
}
