import { levelDifficulties } from '@dxx/contract/rules/item-statistics'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import type { Calibration } from '../../fair/calibrate'
import { calibrateInThread } from '../../fair/calibrate-in-thread'
import type { ItemParameters } from '../../fair/model'
import { responsesOf } from '../../fair/responses'

/** Minimum number of new answers for another calibration; also, the number of answers must have grown by a tenth. */
const leastNewAnswers = 200

/**
 * Maximum number of answers, newest first: older answers show less about the question as it is taught today, and the
 * time must be bounded.
 */
const mostAnswers = 100_000

/** Around the difficulty of the author's level: authors are often wrong by a level. */
const priorDeviation = 1
const slopePrior = { mean: 0, deviation: 0.3 }

/**
 * A question is an anchor of the scale if the standard error of its difficulty is at most this and it still fits the
 * model.
 */
const anchorError = 0.15
const anchorFit = { low: 0.5, high: 1.5 }
/** With fewer anchors, the scale is defined anew by the abilities of the students. */
const leastAnchors = 5

interface ScaleItem {
  versionId: number
  level: number
  difficulty: number | null
  discrimination: number | null
  difficultyError: number | null
  discriminationError: number | null
  outfit: number | null
}

async function readItems(db: Db, curriculumId: number): Promise<ScaleItem[]> {
  return db
    .selectFrom('questions as q')
    .leftJoin('item_parameters as p', 'p.version_id', 'q.version_id')
    .select(['q.version_id as versionId', 'q.difficulty as level', 'p.difficulty', 'p.discrimination', 'p.outfit'])
    .select(['p.difficulty_error as difficultyError', 'p.discrimination_error as discriminationError'])
    .where('q.curriculum_id', '=', curriculumId)
    .where('q.removed_at', 'is', null)
    .orderBy('q.id')
    .execute()
}

async function readAnswers(db: Db, curriculumId: number) {
  const { rows } = await sql<{ userId: number; versionId: number; share: number; attemptId: number }>`
    select user_id as "userId", version_id as "versionId", share, attempt_id as "attemptId" from (
      select f.user_id, f.version_id, f.share, f.attempt_id from questions q join first_answers f on f.question_id = q.id
      where q.curriculum_id = ${curriculumId} and q.removed_at is null and f.version_id = q.version_id
        and f.share is not null
      order by f.attempt_id desc limit ${mostAnswers}) newest
    order by user_id, attempt_id`.execute(db)
  return rows
}

/** With fewer users than this, new users do not form a group. */
const leastGroup = 30

/**
 * One list of answers per user, and the group of each user: 1 if the user's first answer is newer than the last
 * calibration. Next year's students may be stronger: in one group with the other students, their questions would seem
 * easier than they are. The answers are sorted by user and time.
 */
function rowsByUser(answers: Awaited<ReturnType<typeof readAnswers>>, at: Map<number, number>, lastAttempt: number) {
  const rows: { item: number; share: number }[][] = []
  const groups: number[] = []
  let last: number | null = null
  for (const { userId, versionId, share, attemptId } of answers) {
    // A new version of a question may have been published between the two queries.
    const item = at.get(versionId)
    if (item === undefined) continue
    if (userId !== last) {
      rows.push([])
      groups.push(attemptId > lastAttempt ? 1 : 0)
    }
    last = userId
    rows.at(-1)!.push({ item, share: Math.min(1, Math.max(0, share)) })
  }
  const fresh = groups.filter((group) => group === 1).length
  const isApart = fresh >= leastGroup && fresh < rows.length
  return { rows, groups: isApart ? Uint8Array.from(groups) : undefined }
}

function anchorsOf(items: ScaleItem[]): Map<number, ItemParameters> {
  const anchors = new Map<number, ItemParameters>()
  for (const [at, { difficulty, discrimination, difficultyError, outfit }] of items.entries())
    if (
      difficulty !== null &&
      discrimination !== null &&
      difficultyError! <= anchorError &&
      outfit! >= anchorFit.low &&
      outfit! <= anchorFit.high
    )
      anchors.set(at, { difficulty, discrimination })
  return anchors.size < leastAnchors ? new Map() : anchors
}

/** Calibrates the questions of a curriculum from all its first answers and stores their parameters. */
async function calibrateScale(db: Db, curriculumId: number, now: number): Promise<void> {
  const before = await db
    .selectFrom('calibration_scales')
    .select(['new_answers as newAnswers', 'last_attempt_id as lastAttempt'])
    .where('curriculum_id', '=', curriculumId)
    .executeTakeFirst()
  const items = await readItems(db, curriculumId)
  const answers = await readAnswers(db, curriculumId)
  const at = new Map(items.map(({ versionId }, index) => [versionId, index]))
  const { rows, groups } = rowsByUser(answers, at, before?.lastAttempt ?? 0)
  const anchors = anchorsOf(items)
  const calibration = await calibrateInThread({
    // Without anchors the abilities of all students define the scale.
    responses: { ...responsesOf(items.length, rows), ...(anchors.size > 0 && { groups }) },
    options: {
      slopes: 'each',
      difficultyPriors: items.map(({ level }) => ({
        mean: levelDifficulties[level - 1] ?? 0,
        deviation: priorDeviation,
      })),
      slopePrior,
      anchors,
    },
  })
  const counted = {
    answers: answers.length,
    students: rows.length,
    newAnswers: before?.newAnswers ?? 0,
    lastAttempt: answers.reduce((newest, { attemptId }) => Math.max(newest, attemptId), before?.lastAttempt ?? 0),
  }
  await inTransaction(db, (tx) => storeScale(tx, { curriculumId, items, anchors, calibration, counted, now }))
}

interface Calibrated {
  curriculumId: number
  items: ScaleItem[]
  anchors: Map<number, ItemParameters>
  calibration: Calibration
  counted: { answers: number; students: number; newAnswers: number; lastAttempt: number }
  now: number
}

async function storeScale(tx: Db, { curriculumId, items, anchors, calibration, counted, now }: Calibrated) {
  const rows = calibration.items.flatMap((item, index) => {
    const { versionId, difficultyError, discriminationError } = items[index]!
    // A question without answers has only its author's level, which is shown as such.
    if (item.answers === 0) return []
    return [
      {
        version_id: versionId,
        difficulty: item.difficulty,
        discrimination: item.discrimination,
        difficulty_error: item.difficultyError ?? difficultyError!,
        discrimination_error: item.discriminationError ?? discriminationError!,
        answers: item.answers,
        infit: item.fit.infit,
        outfit: item.fit.outfit,
        anchor: anchors.has(index),
        calibrated_at: now,
      },
    ]
  })
  if (rows.length > 0)
    await sql`
      insert into item_parameters select * from jsonb_populate_recordset(null::item_parameters, ${JSON.stringify(rows)}::jsonb)
      order by version_id
      on conflict (version_id) do update set difficulty = excluded.difficulty, discrimination = excluded.discrimination,
        difficulty_error = excluded.difficulty_error, discrimination_error = excluded.discrimination_error,
        answers = excluded.answers, infit = excluded.infit, outfit = excluded.outfit, anchor = excluded.anchor,
        calibrated_at = excluded.calibrated_at`.execute(tx)
  const { answers, students, newAnswers, lastAttempt } = counted
  const done = {
    ...{ calibrated_at: now, answers, students, questions: rows.length, anchors: anchors.size },
    ...{ last_attempt_id: lastAttempt, ...calibration.populations.at(-1)! },
  }
  await tx
    .updateTable('calibration_scales')
    .set((eb) => ({ ...done, new_answers: eb('new_answers', '-', newAnswers) }))
    .where('curriculum_id', '=', curriculumId)
    .execute()
}

/** Calibrates all scales with enough new answers. */
export async function calibrateScales(db: Db, now: () => number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select curriculum_id as id from calibration_scales
    where new_answers >= greatest(${leastNewAnswers}, answers / 10) order by new_answers desc`.execute(db)
  for (const { id } of rows) await calibrateScale(db, id, now())
}
