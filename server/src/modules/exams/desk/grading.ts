import { isDeepStrictEqual } from 'node:util'
import type { GradingAnswer, GradingState } from '@dxx/contract/calls/staff/exam-grading'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/connection'
import { lockName } from '../../../db/lock'
import type { Given, PartDetail, PartGiven, Scored } from '../../../questions/rubric'
import { partTypes } from '../../../questions/types'
import { lockExam } from '../../questions/public'
import { addGrade, deriveScore, type RubricPoint } from '../grades'
import { scoringNote } from '../manual-grading'
import { PlanError } from '../publish'
import type { StaffCtx } from './access'
import { sortBySimilarity } from './answer-similarity'
import type { Graded, Setup } from './grading-setup'

/** A grader's claim on an answer expires after this many seconds. */
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
  flaggedAt: number | null
  flaggedById: number | null
  flaggedBy: string | null
  grades: {
    key: string
    score: number
    points: number[]
    comment: string
    at: number
    by: string | null
    byId: number | null
    undone: boolean
    /** Null for grades from before rubrics were stored with them. */
    rubric: RubricPoint[] | null
  }[]
}

/** Answers to one question or question part of an exam. */
export const selectAnswersToGrade = (
  examId: number,
  { position, part }: Graded,
  where: RawBuilder<boolean> = sql`true`,
) => sql`
  from exam_grading g
    join question_attempts q on q.id = g.question_attempt_id
    join exam_attempts a on a.id = q.exam_attempt_id
    left join student_applications s on s.user_id = a.user_id
  where a.exam_id = ${examId} and q.position = ${position} and g.part = ${part} and ${where}`

/** SQL: class of the student of an answer; the home class of a student who is no longer in a class of the exam. */
export const answerClass = sql<number>`coalesce((select x.class_id from exam_candidates x
  where x.exam_id = a.exam_id and x.user_id = a.user_id), s.class_id)`

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
      g.flagged_at as "flaggedAt", g.flagged_by as "flaggedById",
      (select u.nickname from users u where u.id = g.flagged_by) as "flaggedBy",
      coalesce((select json_agg(json_build_object('key', m.key, 'score', m.score, 'points', m.points, 'comment', m.comment,
          'at', m.at, 'by', u.nickname, 'byId', m.by_user, 'undone', m.undone_at is not null,
          'rubric', m.rubric) order by m.id)
        from exam_grades m left join users u on u.id = m.by_user
        where m.question_attempt_id = q.id and m.part = g.part), '[]') as grades
    ${selectAnswersToGrade(examId, graded, where)} order by q.id limit ${limit}`.execute(db)
  return rows
}

interface Shown {
  user: { id: number }
  now: number
  /** Whether the user holds exam.manage for this exam. */
  manages: boolean
  setup: Setup
  graded: Graded
  /** Claimed answers by hash; equal answers have the same hash. */
  equals?: Map<string, AnswerRow[]>
}

/** Maximum number of different texts returned for a group of equal answers. */
const mostSpellings = 20

/** Text of the answer to a question or question part; empty if the student gave none. */
export function givenAnswerText({ answer }: Pick<AnswerRow, 'answer'>, { part }: Pick<Graded, 'part'>): string {
  const given = answer?.type === 'material' ? answer.parts[part] : answer
  return given ? partTypes[given.type].asText(given) : ''
}

function spellingsOf(row: AnswerRow, equal: AnswerRow[], graded: Graded): string[] {
  const texts = new Set([row, ...equal].map((one) => givenAnswerText(one, graded)))
  return texts.size > 1 ? [...texts].slice(0, mostSpellings) : []
}

const inHundredths = ({ rubric }: Setup): RubricPoint[] =>
  rubric.map((point) => ({ ...point, score: Math.round(point.score * 100) }))

const isRubric = (rubric: RubricPoint[], setup: Setup): boolean => isDeepStrictEqual(rubric, inHundredths(setup))

/** An answer as a grader sees it. Other graders' scores and the student's name are hidden if the setup demands it. */
export function showAnswer(row: AnswerRow, { user, now, manages, setup, graded, equals }: Shown): GradingAnswer {
  const given = row.answer?.type === 'material' ? row.answer.parts[graded.part] : row.answer
  const detail = row.detail.type === 'material' ? row.detail.parts[graded.part]!.detail : row.detail
  const score = row.detail.type === 'material' ? row.detail.parts[graded.part]!.score : row.score
  const isParty = row.grades.some(({ byId, undone }) => byId === user.id && !undone)
  // In double grading the two graders must not see each other's scores, even with exam.manage.
  const seesAll = !setup.double || (row.state === 'third' && !isParty) || (manages && row.state === 'graded')
  const claimed = row.claimedBy !== null && row.claimedUntil! > now
  const equal = equals?.get(row.hash) ?? []
  return {
    id: row.id,
    state: row.state,
    answer: (given as Extract<PartGiven, { type: 'short' | 'code' }>) ?? null,
    note: scoringNote(graded.rubric.type, detail as PartDetail),
    equals: equal.map(({ id }) => id).filter((id) => id !== row.id),
    spellings: spellingsOf(row, equal, graded),
    claimedUntil: claimed ? row.claimedUntil : null,
    score: row.state === 'graded' ? score / 100 : null,
    grades: row.grades
      .filter(({ byId }) => seesAll || byId === user.id)
      .map(({ key, byId, by, score: given, rubric, points, ...grade }) => ({
        ...grade,
        id: key,
        // Point numbers of a different rubric do not fit the current rubric, so they are left out.
        points: rubric === null || isRubric(rubric, setup) ? points : [],
        score: given / 100,
        by: byId === null ? '命令行' : (by ?? ''),
        isMine: byId === user.id,
      })),
    student: setup.anonymous || !manages ? null : { name: row.name, number: row.number },
    flag:
      row.flaggedAt === null
        ? null
        : {
            by: seesAll || manages ? (row.flaggedBy ?? '') : '',
            isMine: row.flaggedById === user.id,
            at: row.flaggedAt,
          },
  }
}

interface Take {
  examId: number
  graded: Graded
  state: 'waiting' | 'third'
  limit: number
  order: 'submitted' | 'similar'
  /** Uid of a class. */
  class?: string
  /** Uid of the answer that comes first. */
  answer?: string
}

/**
 * Claims answers for one grader, equal answers together. Claims for one question are serialised, so that two graders
 * never get the same answer.
 */
export async function takeAnswers({ db, user, clock }: StaffCtx, take: Take) {
  const { examId, graded, state, limit, answer } = take
  const now = clock.now()
  await lockName(db, `grading ${examId} ${graded.position} ${graded.part}`)
  const inClass = sql<boolean>`(${take.class ?? null}::uuid is null
    or ${answerClass} = (select id from classes where uid = ${take.class ?? null}::uuid))`
  const open = sql<boolean>`${state === 'third' ? sql`g.state = 'third'` : sql`g.state in ('waiting', 'second')`} and ${inClass}`
  const free = sql<boolean>`${open} and (g.claimed_by is null or g.claimed_until <= ${now}::bigint or g.claimed_by = ${user.id})
    and not exists (select from exam_grades m where m.question_attempt_id = g.question_attempt_id and m.part = g.part
      and m.by_user = ${user.id} and m.undone_at is null)`
  const { rows: groups } = await sql<{ hash: string; isFirst: boolean }>`
    select hash, wanted or claimed as "isFirst" from (
      select g.hash, (g.hash = (select w.hash from exam_grading w join question_attempts o on o.id = w.question_attempt_id
          where o.uid = ${answer ?? null}::uuid and w.part = ${graded.part})) is true as wanted,
        coalesce(bool_or(g.claimed_by = ${user.id} and g.claimed_until > ${now}::bigint), false) as claimed, min(q.id) as first
      ${selectAnswersToGrade(examId, graded, free)} group by g.hash
    ) groups order by wanted desc, claimed desc, first limit ${take.order === 'similar' ? mostSorted : limit}`.execute(
    db,
  )
  const hashes = groups.map(({ hash }) => hash)
  if (take.order === 'similar') {
    const ranks = await similarityRanks(db, examId, graded)
    const rankOf = (hash: string) => ranks.get(hash) ?? mostSorted
    const sorted = groups.toSorted((a, b) => Number(b.isFirst) - Number(a.isFirst) || rankOf(a.hash) - rankOf(b.hash))
    hashes.splice(0, hashes.length, ...sorted.slice(0, limit).map(({ hash }) => hash))
  }
  await sql`
    update exam_grading set claimed_by = ${user.id}, claimed_until = ${now + claimSeconds}::bigint
    where state <> 'graded' and (question_attempt_id, part) in (
      select g.question_attempt_id, g.part ${selectAnswersToGrade(examId, graded, sql<boolean>`${free} and g.hash = any(${hashes}::text[])`)})`.execute(
    db,
  )
  const mine = sql<boolean>`${free} and g.claimed_by = ${user.id} and g.hash = any(${hashes}::text[])`
  const rows = await readAnswers(db, examId, graded, mine, 10_000)
  const held = sql<boolean>`(g.claimed_by <> ${user.id} and g.claimed_until > ${now}::bigint)`
  const { rows: left } = await sql<{ left: number; held: number; heldUntil: number | null }>`
    select count(*) as left, count(*) filter (where ${held}) as held,
      max(g.claimed_until) filter (where ${held}) as "heldUntil" ${selectAnswersToGrade(examId, graded, open)}`.execute(
    db,
  )
  const equals = new Map<string, AnswerRow[]>()
  for (const row of rows) equals.set(row.hash, [...(equals.get(row.hash) ?? []), row])
  const first = hashes.flatMap((hash) => equals.get(hash)?.slice(0, 1) ?? [])
  if (take.order === 'submitted') first.sort((a, b) => a.rowId - b.rowId)
  return { rows: first, equals, ...left[0]! }
}

/** Maximum number of different answers sorted by similarity; the remaining answers follow unsorted. */
const mostSorted = 5000

/** Rank of each answer hash, similar texts next to each other. Graded answers are included to keep the ranks stable. */
async function similarityRanks(db: Db, examId: number, graded: Graded): Promise<Map<string, number>> {
  const { rows } = await sql<{ hash: string; answer: Given | null }>`
    select g.hash, (array_agg(q.answer order by q.id))[1] as answer ${selectAnswersToGrade(examId, graded)}
    group by g.hash order by min(q.id) limit ${mostSorted}`.execute(db)
  const order = sortBySimilarity(rows.map((row) => givenAnswerText(row, graded)))
  return new Map(order.map((at, rank) => [rows[at]!.hash, rank]))
}

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
  const mine = rows.some(({ by, live }) => live && by === user.id)
  if (grade.again) return mine || saving.manages ? null : 'graded'
  return mine || row.state === 'graded' ? 'graded' : null
}

async function storeGrade(ctx: StaffCtx, row: LockedAnswer, saving: Saving, grade: GradeInput & { score: number }) {
  const { db, user, clock } = ctx
  const { graded, setup } = saving
  const now = clock.now()
  const decisive = await isDecisive(ctx, row, saving, grade)
  const { key, score, points, comment } = grade
  const rubric = inHundredths(setup)
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
 * Whether a grade alone decides the score: a third grade or a correction by staff who have not graded the answer, or
 * the correction of a grade that decided alone. Graders never decide a difference between their own and another score.
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
    // The same grader claims the answer again, so that no other grader gets it before the corrected score is saved.
    if (mine && undone.numUpdatedRows > 0n && state !== 'graded')
      await sql`update exam_grading set claimed_by = ${user.id}, claimed_until = ${now + claimSeconds}::bigint
        where question_attempt_id = ${rowId} and part = ${part} and (claimed_by is null or claimed_until <= ${now}::bigint)`.execute(
        db,
      )
    answers.push({ id, state, score: score === null ? null : score / 100 })
  }
  return answers
}
