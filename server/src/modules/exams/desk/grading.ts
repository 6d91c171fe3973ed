import type { GradingState } from '@dxx/contract/calls/staff/exam-grading'
import { sql } from 'kysely'
import type { Db } from '../../../db/connection'
import { lockExam } from '../../questions/public'
import { addGrade, deriveScore } from '../grades'
import { PlanError } from '../publish'
import type { StaffCtx } from './access'
import { claimSeconds, rubricInHundredths, selectAnswersToGrade } from './answers-to-grade'
import type { Graded, Setup } from './grading-setup'

export interface GradeInput {
  key: string
  answers: string[]
  score: number | null
  points: number[]
  rubricId?: string
  comment: string
  again: boolean
}

interface Saving {
  examId: number
  graded: Graded
  setup: Setup
  manages: boolean
}

type Refused = { key: string; answer: string; reason: 'claimed' | 'graded' | 'missing' | 'rubric'; msg: string }

/** Score of a grade in hundredths; null if the rubric changed. Throws PlanError if score or points are out of range. */
function scoreOf({ score, points, rubricId }: GradeInput, { graded, setup }: Saving): number | null {
  if (points.length > 0 && rubricId !== undefined && rubricId !== setup.rubricId) return null
  if (points.some((point) => point >= setup.rubric.length)) throw new PlanError('评分要点已经改了，请刷新后再批')
  const full = graded.rubric.score
  if (score === null) {
    const met = [...new Set(points)].reduce((sum, point) => sum + Math.round(setup.rubric[point]!.score * 100), 0)
    return Math.min(full, Math.max(0, met))
  }
  const hundredths = Math.round(score * 100)
  if (hundredths > full) throw new PlanError(`得分要在 0 到 ${full / 100} 之间`)
  return hundredths
}

/** Stores grades and derives the scores. Answers that cannot be graded are returned in `refused`. */
export async function saveGrades(ctx: StaffCtx, saving: Saving, grades: GradeInput[]) {
  const saved: { key: string; answers: string[]; state: GradingState }[] = []
  const refused: Refused[] = []
  const changes: { answer: string; key: string; before: number | null; after: number }[] = []
  const scores = grades.map((grade) => scoreOf(grade, saving))
  const rows = await lockAnswers(
    ctx.db,
    saving,
    grades.flatMap(({ answers }) => answers),
  )
  for (const [i, grade] of grades.entries()) {
    const done = []
    let state: GradingState = 'graded'
    for (const answer of new Set(grade.answers)) {
      const row = rows.get(answer)
      const score = scores[i] ?? null
      const reason =
        score === null ? 'rubric' : row ? await reasonAgainst(ctx, row, saving, grade) : ('missing' as const)
      if (reason) {
        refused.push({ key: grade.key, answer, reason, msg: refusals[reason] })
        continue
      }
      const stored = await storeGrade(ctx, row!, saving, { ...grade, score: score! })
      state = stored.state
      done.push(answer)
      if (stored.isNew) changes.push({ answer, key: grade.key, before: row!.grade, after: score! })
    }
    if (done.length > 0) saved.push({ key: grade.key, answers: done, state })
  }
  return { saved, refused, changes }
}

const refusals = {
  claimed: '这份答卷正由另一位老师批阅',
  graded: '这份答卷已经批过了',
  missing: '没有这份答卷，请刷新',
  rubric: '评分要点已经改了，请按新的要点再批',
}

interface LockedAnswer {
  rowId: number
  id: string
  state: GradingState
  claimedBy: number | null
  claimedUntil: number | null
  /** Newest grade of any grader that is not undone, in hundredths. */
  grade: number | null
}

/** Locks the attempts in order of their ids, so that graders who save several answers do not deadlock. */
async function lockAnswers(tx: Db, { examId, graded }: Saving, uids: string[]): Promise<Map<string, LockedAnswer>> {
  const wanted = sql<boolean>`q.uid = any(${uids}::uuid[])`
  const { rows: attempts } = await sql<{ id: number }>`
    select a.id ${selectAnswersToGrade(examId, graded, wanted)} order by a.id`.execute(tx)
  for (const { id } of attempts) await lockExam(tx, id)
  const { rows } = await sql<LockedAnswer>`
    select q.id as "rowId", q.uid as id, g.state, g.claimed_by as "claimedBy", g.claimed_until as "claimedUntil",
      (select m.score from exam_grades m where m.question_attempt_id = q.id and m.part = g.part and m.undone_at is null
        order by m.id desc limit 1) as grade
    ${selectAnswersToGrade(examId, graded, wanted)} for update of g`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

async function reasonAgainst({ db, user, clock }: StaffCtx, row: LockedAnswer, saving: Saving, grade: GradeInput) {
  const { rows } = await sql<{ key: string; by: number | null; live: boolean }>`
    select key, by_user as by, undone_at is null as live from exam_grades
    where question_attempt_id = ${row.rowId} and part = ${saving.graded.part}`.execute(db)
  if (rows.some(({ key }) => key === grade.key)) return null
  const others = row.claimedBy !== null && row.claimedBy !== user.id && row.claimedUntil! > clock.now()
  if (others) return 'claimed'
  const hasOwnGrade = rows.some(({ by, live }) => live && by === user.id)
  if (grade.again) return hasOwnGrade || saving.manages ? null : 'graded'
  return hasOwnGrade || row.state === 'graded' ? 'graded' : null
}

async function storeGrade(ctx: StaffCtx, row: LockedAnswer, saving: Saving, grade: GradeInput & { score: number }) {
  const { db, user, clock } = ctx
  const { graded, setup } = saving
  const now = clock.now()
  const decisive = await isDecisive(ctx, row, saving, grade)
  const { key, score, points, comment } = grade
  const rubric = rubricInHundredths(setup)
  const added = { key, score, points, rubric, comment, decisive, by: user.id }
  const isNew = await addGrade(db, row.rowId, graded.part, added, now)
  await db
    .updateTable('exam_grading')
    .set({ claimed_by: null, claimed_until: null })
    .where('question_attempt_id', '=', row.rowId)
    .where('part', '=', graded.part)
    .execute()
  return { isNew, state: (await deriveScore(db, row.rowId, graded.part, now)).state }
}

/**
 * Whether a grade decides the score alone: a third grade, a correction by staff who have not graded the answer, or the
 * correction of a grade that decided alone. Graders never decide a difference between their own and another score.
 */
async function isDecisive({ db, user }: StaffCtx, row: LockedAnswer, { graded, manages }: Saving, grade: GradeInput) {
  const { rows: live } = await sql<{ by: number | null; decisive: boolean }>`
    select by_user as by, decisive from exam_grades
    where question_attempt_id = ${row.rowId} and part = ${graded.part} and undone_at is null order by id`.execute(db)
  if (!live.some(({ by }) => by === user.id)) return row.state === 'third' || (grade.again && manages)
  const decisive = live.findLast((one) => one.decisive)
  return decisive ? decisive.by === user.id : row.state === 'graded' && live.every(({ by }) => by === user.id)
}

/** Undoes all grades stored with an idempotency key. Returns their answers; null if there are no such grades. */
export async function undoGrades({ db, user, clock }: StaffCtx, examId: number, key: string, manages: boolean) {
  const { rows } = await sql<{ rowId: number; id: string; part: number; attemptId: number; mine: boolean }>`
    select q.id as "rowId", q.uid as id, m.part, a.id as "attemptId", m.by_user is not distinct from ${user.id} as mine
    from exam_grades m join question_attempts q on q.id = m.question_attempt_id
      join exam_attempts a on a.id = q.exam_attempt_id
    where m.key = ${key}::uuid and a.exam_id = ${examId} and (${manages} or m.by_user = ${user.id})
    order by a.id`.execute(db)
  if (rows.length === 0) return null
  const answers = []
  const now = clock.now()
  for (const { rowId, id, part, attemptId, mine } of rows) {
    await lockExam(db, attemptId)
    const undone = await db
      .updateTable('exam_grades')
      .set({ undone_at: now })
      .where('question_attempt_id', '=', rowId)
      .where('part', '=', part)
      .where('key', '=', key)
      .where('undone_at', 'is', null)
      .executeTakeFirst()
    const { state, score } = await deriveScore(db, rowId, part, now)
    // Claims the answer for the same grader again, so that no other grader gets it before the corrected score is saved.
    if (mine && undone.numUpdatedRows > 0n && state !== 'graded')
      await sql`update exam_grading set claimed_by = ${user.id}, claimed_until = ${now + claimSeconds}::bigint
        where question_attempt_id = ${rowId} and part = ${part} and (claimed_by is null or claimed_until <= ${now}::bigint)`.execute(
        db,
      )
    answers.push({ id, state, score: score === null ? null : score / 100 })
  }
  return answers
}
