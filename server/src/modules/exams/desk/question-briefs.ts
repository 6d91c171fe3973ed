import type { QuestionBrief } from '@dxx/contract/calls/staff/exam-shapes'
import { typeNames } from '@dxx/contract/rules/question-names'
import { type RawBuilder, sql } from 'kysely'
import type { Staff } from '../../../context'
import type { Db } from '../../../db/connection'
import { type Version, visibleTexts } from '../../../questions/present'
import type { Body } from '../../../questions/rubric'
import { questionPlainText } from '../../../text/question-text'
import { curriculumScope, examScope } from '../../staff/public'
import { type CorrelationSums, discriminationOf, enoughAnswers, knownStatistics } from '../../statistics/public'

/** Expected share of the points for difficulty 1 to 5, used until a question has `enoughAnswers` answers. */
const expectedShares = [0.9, 0.8, 0.65, 0.5, 0.35]
const textLength = 120

const stemLength = 40

/** Start of a stem as plain text. */
export function questionStem(html: string): string {
  const stem = questionPlainText(html)
  return `${stem.slice(0, stemLength)}${stem.length > stemLength ? '…' : ''}`
}

/** Names a question in a message to students by its stem, because each paper has its own numbers. */
export const questionName = ({ body }: Version): string => `“${questionStem(body.stem)}”这道${typeNames[body.type]}`

/** Banks and textbooks `c` from which staff may take questions: published ones, and those in their scope. */
export const usableBank = (staff: Staff, now: number) => sql<boolean>`(c.kind in ('bank', 'textbook') and (
  (c.published and c.published_at <= ${now}::bigint) or ${curriculumScope(staff, 'exam.manage', 'c')}))`

/** Questions `q` of curricula `c` that staff may read and use: of usable banks, or of exams they manage. */
export const usableQuestion = (staff: Staff, now: number) => sql<boolean>`(${usableBank(staff, now)} or exists (
  select from exam_questions p join exams e on e.id = p.exam_id
  where p.question_id = q.id and ${examScope(staff, 'exam.manage', 'e')}))`

interface Row extends Omit<QuestionBrief, 'text' | 'points' | 'expected' | 'measured' | 'discrimination'> {
  rowId: number
  body: Body
  score: number
  share: number | null
  sums: CorrelationSums | null
  versionId: number
}

/** Reads questions `q` of curricula `c` that match a condition. Exams outside the scope are counted but not named. */
export async function readBriefs(
  { db, staff }: { db: Db; staff: Staff },
  where: RawBuilder<boolean>,
  order: RawBuilder<unknown> = sql`q.id`,
  limit = 1000,
) {
  const inScope = examScope(staff, 'exam.results', 'e')
  const { rows } = await sql<Row>`
    select q.id as "rowId", q.uid as id, q.type, q.difficulty, q.tags, v.body, q.version_id as "versionId",
      (v.rubric ->> 'score')::int as score, q.removed_at is not null as removed,
      json_build_object('id', c.uid, 'title', c.title) as bank,
      case when ch.id is not null then json_build_object('id', ch.uid, 'title', ch.title) end as chapter,
      known.answers, known.share, known.sums,
      coalesce((select json_agg(used) from (
        select e.uid as id, e.title, e.starts_at as "startsAt" from exam_questions p join exams e on e.id = p.exam_id
        where p.question_id = q.id and e.withdrawn_at is null and ${inScope}
        order by e.starts_at desc limit 5) used), '[]') as "usedIn",
      (select count(*) from exam_questions p join exams e on e.id = p.exam_id
        where p.question_id = q.id and e.withdrawn_at is null and not ${inScope}) as "usedElsewhere"
    from questions q
      join curricula c on c.id = q.curriculum_id
      join question_versions v on v.id = q.version_id
      left join chapters ch on ch.id = q.chapter_id
      left join ${knownStatistics(sql`q.version_id`)} known on true
    where ${where} order by ${order} limit ${limit}`.execute(db)
  return rows.map(({ rowId, body, score, share, sums, versionId, ...row }) => {
    const measured = row.answers >= enoughAnswers
    return {
      rowId,
      versionId,
      score,
      fullText: visibleTexts(body, questionPlainText),
      brief: {
        ...row,
        text: questionPlainText(body.stem).slice(0, textLength),
        points: score / 100,
        expected: measured ? share! : expectedShares[row.difficulty - 1]!,
        measured,
        discrimination: discriminationOf(sums),
      } satisfies QuestionBrief,
    }
  })
}
