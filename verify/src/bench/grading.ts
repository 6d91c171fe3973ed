import { randomBytes, randomUUID } from 'node:crypto'
import { EmbeddedRunner } from '../../../server/src/adapters/runner/embedded'
import { CodeQueue } from '../../../server/src/adapters/runner/queue'
import type { Db } from '../../../server/src/db/connection'
import { inTransaction } from '../../../server/src/db/transaction'
import { recordAnswers, versionsById } from '../../../server/src/modules/questions/public'
import type { Version } from '../../../server/src/questions/present'
import type { PartBody, PartRubric } from '../../../server/src/questions/rubric'
import { startGrading } from '../../../server/src/start-jobs'
import type { BenchDatabase } from './database'
import { median } from './load'

const log = { info: () => {}, warn: () => {}, error: () => {} }
const now = () => Math.floor(Date.now() / 1000)
const clock = { now, nowMs: () => Date.now() }
const workers = 2
const rounds = 9
const sum = 'a, b = map(int, input().split())\nprint(a + b)'

/**
 * Measures how long a correct answer with eight tests waits for its verdict, alone and next to six endless submissions
 * of another user.
 */
export async function gradingBench({ db }: BenchDatabase, dataDir: string): Promise<string> {
  const runner = new EmbeddedRunner({ workers, dataDir, log, nice: 0 })
  const code = new CodeQueue(runner)
  const grading = startGrading({ db, clock, log, code, workers, pollMs: 20 })
  try {
    const version = await addProgram(db)
    const [student, hostile] = [await addUser(db), await addUser(db)]
    const verdicts = async () => {
      const times: number[] = []
      for (let round = 0; round < rounds; round++) times.push(await verdictTime(db, version, student))
      return median(times)
    }
    await verdicts()
    const alone = await verdicts()
    for (let i = 0; i < 6; i++) await submit(db, version, hostile, `while True: pass  # ${i}`)
    // Measures while at least one endless submission runs.
    await new Promise((resolve) => setTimeout(resolve, 500))
    const beside = await verdicts()
    const left = await waiting(db, hostile)
    if (left === 0) throw new Error('the endless submissions were over before the measurement')
    const ratio = (beside / alone).toFixed(2)
    return `verdict        p50 ${alone.toFixed(0)} ms alone, ${beside.toFixed(0)} ms beside six endless submissions (${left} unfinished): ${ratio}x (target 3x)`
  } finally {
    await db.deleteFrom('jobs').where('kind', '=', 'grade_code').execute()
    await Promise.all([runner.close(), grading.stop()])
  }
}

async function verdictTime(db: Db, version: Version, userId: number): Promise<number> {
  const start = performance.now()
  await submit(db, version, userId, sum)
  while ((await waiting(db, userId)) > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  return performance.now() - start
}

async function waiting(db: Db, userId: number): Promise<number> {
  const rows = await db
    .selectFrom('question_attempts')
    .select('id')
    .where('user_id', '=', userId)
    .where('verdict', '=', 'grading')
    .execute()
  return rows.length
}

const submit = (db: Db, version: Version, userId: number, source: string) =>
  inTransaction(db, (tx) =>
    recordAnswers(tx, [{ version, given: { type: 'code', source } }], {
      ...{ userId, source: 'bank', seed: randomBytes(16), now: now() },
    }),
  )

async function addUser(db: Db): Promise<number> {
  const user = { nickname: '压测同学', created_at: now() }
  return (await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()).id
}

async function addProgram(db: Db): Promise<Version> {
  const tests = Array.from({ length: 8 }, (_, i) => ({ input: `${i} 1`, output: `${i + 1}`, hidden: true, score: 1 }))
  const uid = randomUUID()
  const shown = {
    stem: '',
    score: 800,
    language: 'python' as const,
    starter: '',
    samples: [],
    hiddenTests: 8,
    db: null,
  }
  const body: PartBody = { type: 'code', ...shown }
  const rubric: PartRubric = { type: 'code', score: 800, analysis: '', solution: '', tests }
  const { id: curriculumId } = await db
    .insertInto('curricula')
    .values({ kind: 'bank', slug: 'bench-grading', title: '压测', created_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('question_versions')
    .values({
      ...{ question_uid: uid, hash: randomBytes(32), source: '{}', created_at: now() },
      ...{ body: JSON.stringify(body), rubric: JSON.stringify(rubric) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('questions')
    .values({
      ...{ uid, curriculum_id: curriculumId, slug: 'sum', origin: 'bench', type: 'code', score: 800, difficulty: 3 },
      ...{ tags: [], chapter_id: null, free: false, test_slug: null, position: 0, version_id: id, removed_at: null },
    })
    .execute()
  return (await versionsById(db, [id]))[0]!
}
