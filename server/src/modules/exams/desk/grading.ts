import type { GradingAnswer, GradingState } from '@dxx/contract/calls/staff/exam-grading'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/connection'
import { lockName } from '../../../db/lock'
import type { Given, PartDetail, PartGiven, Scored } from '../../../questions/rubric'
import { lockExam } from '../../questions/public'
import { addGrade, deriveScore } from '../grades'
import { programNote } from '../manual-grading'
import { PlanError } from '../publish'
import type { StaffCtx } from './access'
import type { Graded, Setup } from './grading-setup'

/** A claim ends by itself after this many seconds. */
const claimSeconds = 600

interface AnswerRow {
  rowId: number
  id: string
  state: GradingState
  hash: string
  answer: Given | null
  detail: Scored['detail']
  score: number
  claimedBy: number | null
  claimedUntil: number | null
  name: string
  number: string
  grades: {
    key: string
    score: number
    points: number[]
    comment: string
    at: number
    by: string | null
    byId: number | null
    undone: boolean
  }[]
}

/** Answers to one question or question part of an exam. */
export const answersOf = (examId: number, { position, part }: Graded, where: RawBuilder<boolean> = sql`true`) => sql`
  from exam_grading g
    join question_attempts q on q.id = g.question_attempt_id
    join exam_attempts a on a.id = q.exam_attempt_id
    left join student_applications s on s.user_id = a.user_id
  where a.exam_id = ${examId} and q.position = ${position} and g.part = ${part} and ${where}`

export async function readAnswers(
  db: Db,
  examId: number,
  graded: Graded,
  where: RawBuilder<boolean>,
  limit: number,
): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`
    select q.id as "rowId", q.uid as id, g.state, g.hash, q.answer, q.detail, q.score, g.claimed_by as "claimedBy",
      g.claimed_until as "claimedUntil", coalesce(s.name, '') as name, coalesce(s.student_no, '') as number,
      coalesce((select json_agg(json_build_object('key', m.key, 'score', m.score, 'points', m.points, 'comment', m.comment,
          'at', m.at, 'by', u.nickname, 'byId', m.by_user, 'undone', m.undone_at is not null) order by m.id)
        from exam_grades m left join users u on u.id = m.by_user
        where m.question_attempt_id = q.id and m.part = g.part), '[]') as grades
    ${answersOf(examId, graded, where)} order by q.id limit ${limit}`.execute(db)
  return rows
}

interface Shown {
  user: { id: number }
  now: number
  /** Holds exam.manage for this exam. */
  manages: boolean
  setup: Setup
  graded: Graded
  equals?: Map<string, string[]>
}

/** An answer as a grader sees it: other graders' scores and names only where they are needed. */
export function showAnswer(row: AnswerRow, { user, now, manages, setup, graded, equals }: Shown): GradingAnswer {
  const given = row.answer?.type === 'material' ? row.answer.parts[graded.part] : row.answer
  const detail = row.detail.type === 'material' ? row.detail.parts[graded.part]!.detail : row.detail
  const score = row.detail.type === 'material' ? row.detail.parts[graded.part]!.score : row.score
  // The second grader scores independently, whatever she may see otherwise.
  const seesAll = !setup.double || row.state === 'third' || (manages && row.state === 'graded')
  const claimed = row.claimedBy !== null && row.claimedUntil! > now
  return {
    id: row.id,
    state: row.state,
    answer: (given as Extract<PartGiven, { type: 'short' | 'code' }>) ?? null,
    note: programNote(detail as PartDetail),
    equals: (equals?.get(row.hash) ?? []).filter((id) => id !== row.id),
    claimedUntil: claimed ? row.claimedUntil : null,
    score: row.state === 'graded' ? score / 100 : null,
    grades: row.grades
      .filter(({ byId }) => seesAll || byId === user.id)
      .map(({ key, byId, by, score: given, ...grade }) => ({
        ...grade,
        id: key,
        score: given / 100,
        by: byId === null ? '命令行' : (by ?? ''),
        isMine: byId === user.id,
      })),
    student: setup.anonymous || !manages ? null : { name: row.name, number: row.number },
  }
}

interface Take {
  examId: number
  graded: Graded
  state: 'waiting' | 'third'
  limit: number
  /** Comes first. */
  answer?: string
}

/**
 * Claims answers for one grader, equal ones together. Takes of one question are serial, so that two graders never get the
 * same answer.
 */
export async function takeAnswers({ db, user, clock }: StaffCtx, { examId, graded, state, limit, answer }: Take) {
  const now = clock.now()
  await lockName(db, `grading ${examId} ${graded.position} ${graded.part}`)
  const open = state === 'third' ? sql<boolean>`g.state = 'third'` : sql<boolean>`g.state in ('waiting', 'second')`
  const free = sql<boolean>`${open} and (g.claimed_by is null or g.claimed_until <= ${now}::bigint or g.claimed_by = ${user.id})
    and not exists (select from exam_grades m where m.question_attempt_id = g.question_attempt_id and m.part = g.part
      and m.by_user = ${user.id} and m.undone_at is null)`
  const { rows: groups } = await sql<{ hash: string }>`
    select g.hash ${answersOf(examId, graded, free)}
    group by g.hash
    order by (g.hash = (select w.hash from exam_grading w join question_attempts o on o.id = w.question_attempt_id
        where o.uid = ${answer ?? null}::uuid and w.part = ${graded.part})) is true desc,
      coalesce(bool_or(g.claimed_by = ${user.id} and g.claimed_until > ${now}::bigint), false) desc, min(q.id)
    limit ${limit}`.execute(db)
  const hashes = groups.map(({ hash }) => hash)
  await sql`
    update exam_grading set claimed_by = ${user.id}, claimed_until = ${now + claimSeconds}::bigint
    where (question_attempt_id, part) in (
      select g.question_attempt_id, g.part ${answersOf(examId, graded, sql<boolean>`${free} and g.hash = any(${hashes}::text[])`)})`.execute(
    db,
  )
  const mine = sql<boolean>`${free} and g.claimed_by = ${user.id} and g.hash = any(${hashes}::text[])`
  const rows = await readAnswers(db, examId, graded, mine, 10_000)
  const { rows: left } = await sql<{ count: number }>`
    select count(*) as count ${answersOf(examId, graded, open)}`.execute(db)
  const equals = new Map<string, string[]>()
  for (const { hash, id } of rows) equals.set(hash, [...(equals.get(hash) ?? []), id])
  const seen = new Set<string>()
  const first = rows.filter(({ hash }) => !seen.has(hash) && seen.add(hash))
  return { rows: first, equals, left: left[0]!.count }
}

export interface GradeInput {
  key: string
  answers: string[]
  score: number | null
  points: number[]
  comment: string
  again: boolean
}

interface Saving {
  examId: number
  graded: Graded
  setup: Setup
  manages: boolean
}

type Refused = { key: string; answer: string; reason: 'claimed' | 'graded' | 'missing'; msg: string }

/** Hundredths of a point of a grade; throws PlanError if they do not fit. */
function scoreOf({ score, points }: GradeInput, { graded, setup }: Saving): number {
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

/** Stores grades and derives the scores; answers of other graders are refused one by one. */
export async function saveGrades(ctx: StaffCtx, saving: Saving, grades: GradeInput[]) {
  const saved: { key: string; answers: string[]; state: GradingState }[] = []
  const refused: Refused[] = []
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
      const reason = row ? await reasonAgainst(ctx, row, saving, grade) : ('missing' as const)
      if (reason) {
        refused.push({ key: grade.key, answer, reason, msg: refusals[reason] })
        continue
      }
      state = await storeGrade(ctx, row!, saving, { ...grade, score: scores[i]! })
      done.push(answer)
    }
    if (done.length > 0) saved.push({ key: grade.key, answers: done, state })
  }
  return { saved, refused }
}

const refusals = {
  claimed: '这份答卷正由另一位老师批阅',
  graded: '这份答卷已经批过了',
  missing: '没有这份答卷，请刷新',
}

interface LockedAnswer {
  rowId: number
  id: string
  state: GradingState
  claimedBy: number | null
  claimedUntil: number | null
}

/** Locks the attempts in one order, so that graders of groups do not wait for each other in a ring. */
async function lockAnswers(tx: Db, { examId, graded }: Saving, uids: string[]): Promise<Map<string, LockedAnswer>> {
  const wanted = sql<boolean>`q.uid = any(${uids}::uuid[])`
  const { rows: attempts } = await sql<{ id: number }>`
    select a.id ${answersOf(examId, graded, wanted)} order by a.id`.execute(tx)
  for (const { id } of attempts) await lockExam(tx, id)
  const { rows } = await sql<LockedAnswer>`
    select q.id as "rowId", q.uid as id, g.state, g.claimed_by as "claimedBy", g.claimed_until as "claimedUntil"
    ${answersOf(examId, graded, wanted)} for update of g`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

async function reasonAgainst({ db, user, clock }: StaffCtx, row: LockedAnswer, saving: Saving, grade: GradeInput) {
  const { rows } = await sql<{ key: string; by: number | null; live: boolean }>`
    select key, by_user as by, undone_at is null as live from exam_grades
    where question_attempt_id = ${row.rowId} and part = ${saving.graded.part}`.execute(db)
  if (rows.some(({ key }) => key === grade.key)) return null
  const others = row.claimedBy !== null && row.claimedBy !== user.id && row.claimedUntil! > clock.now()
  if (others) return 'claimed'
  const mine = rows.some(({ by, live }) => live && by === user.id)
  if (grade.again) return mine || saving.manages ? null : 'graded'
  return mine || row.state === 'graded' ? 'graded' : null
}

async function storeGrade(ctx: StaffCtx, row: LockedAnswer, { graded }: Saving, grade: GradeInput & { score: number }) {
  const { db, user, clock } = ctx
  const now = clock.now()
  const { rows } = await sql<{ mine: boolean }>`
    select exists (select from exam_grades where question_attempt_id = ${row.rowId} and part = ${graded.part}
      and by_user = ${user.id} and undone_at is null) as mine`.execute(db)
  const decisive = row.state === 'third' || (grade.again && !rows[0]!.mine)
  const { key, score, points, comment } = grade
  await addGrade(db, row.rowId, graded.part, { key, score, points, comment, decisive, by: user.id }, now)
  await db
    .updateTable('exam_grading')
    .set({ claimed_by: null, claimed_until: null })
    .where('question_attempt_id', '=', row.rowId)
    .where('part', '=', graded.part)
    .execute()
  return (await deriveScore(db, row.rowId, graded.part, now)).state
}

/** Undoes all grades of a key. Returns the answers; null if there are none to undo. */
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
    // Back on the grader's pile, so that no other grader gets it before the corrected score arrives.
    if (mine && undone.numUpdatedRows > 0n && state !== 'graded')
      await sql`update exam_grading set claimed_by = ${user.id}, claimed_until = ${now + claimSeconds}::bigint
        where question_attempt_id = ${rowId} and part = ${part} and (claimed_by is null or claimed_until <= ${now}::bigint)`.execute(
        db,
      )
    answers.push({ id, state, score: score === null ? null : score / 100 })
  }
  return answers
}
