import { isDeepStrictEqual } from 'node:util'
import type { GradingAnswer, GradingState } from '@dxx/contract/calls/staff/exam-grading'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/connection'
import { lockName } from '../../../db/lock'
import type { Given, PartDetail, PartGiven, Scored } from '../../../questions/rubric'
import { partTypes } from '../../../questions/types'
import type { RubricPoint } from '../grades'
import { scoringNote } from '../manual-grading'
import type { StaffCtx } from './access'
import { sortBySimilarity } from './answer-similarity'
import type { Graded, Setup } from './grading-setup'

/** A grader's claim on an answer expires after this many seconds. */
export const claimSeconds = 600

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

/** The rubric of a question as it is stored with a grade: scores in hundredths. */
export const rubricInHundredths = ({ rubric }: Setup): RubricPoint[] =>
  rubric.map((point) => ({ ...point, score: Math.round(point.score * 100) }))

const isRubric = (rubric: RubricPoint[], setup: Setup): boolean => isDeepStrictEqual(rubric, rubricInHundredths(setup))

/** An answer as a grader sees it: without other graders' scores and the student's name if the setup hides them. */
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
        // Omits the points if they belong to a different rubric, because their indexes mean other points there.
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
  /** Uid of the answer that is returned first. */
  answer?: string
}

/**
 * Claims answers for one grader; equal answers are claimed together. Claims for one question are serialised, so that
 * two graders never get the same answer.
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
  const isOwnClaim = sql<boolean>`${free} and g.claimed_by = ${user.id} and g.hash = any(${hashes}::text[])`
  const rows = await readAnswers(db, examId, graded, isOwnClaim, 10_000)
  const claimedByOther = sql<boolean>`(g.claimed_by <> ${user.id} and g.claimed_until > ${now}::bigint)`
  const { rows: left } = await sql<{ left: number; held: number; heldUntil: number | null }>`
    select count(*) as left, count(*) filter (where ${claimedByOther}) as held,
      max(g.claimed_until) filter (where ${claimedByOther}) as "heldUntil" ${selectAnswersToGrade(examId, graded, open)}`.execute(
    db,
  )
  const equals = new Map<string, AnswerRow[]>()
  for (const row of rows) equals.set(row.hash, [...(equals.get(row.hash) ?? []), row])
  const first = hashes.flatMap((hash) => equals.get(hash)?.slice(0, 1) ?? [])
  if (take.order === 'submitted') first.sort((a, b) => a.rowId - b.rowId)
  return { rows: first, equals, ...left[0]! }
}

/** Maximum number of different answers sorted by similarity; all others follow unsorted. */
const mostSorted = 5000

/** Rank of each answer hash, similar texts next to each other. Graded answers are included to keep the ranks stable. */
async function similarityRanks(db: Db, examId: number, graded: Graded): Promise<Map<string, number>> {
  const { rows } = await sql<{ hash: string; answer: Given | null }>`
    select g.hash, (array_agg(q.answer order by q.id))[1] as answer ${selectAnswersToGrade(examId, graded)}
    group by g.hash order by min(q.id) limit ${mostSorted}`.execute(db)
  const order = sortBySimilarity(rows.map((row) => givenAnswerText(row, graded)))
  return new Map(order.map((at, rank) => [rows[at]!.hash, rank]))
}
