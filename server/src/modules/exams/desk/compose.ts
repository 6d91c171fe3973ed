import { createHash } from 'node:crypto'
import type { examDrafts } from '@dxx/contract/calls/staff/exam-drafts'
import { QuestionType } from '@dxx/contract/questions'
import { totalMax } from '@dxx/contract/staff'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import { fail } from '../../../base/refusal'
import { inAuthoredOrder, publicQuestion } from '../../../questions/present'
import { questionPlainText } from '../../../text/question-text'
import { withMediaUrls } from '../../media/public'
import { newSeed, PaperIds, versionsById } from '../../questions/public'
import { parametersOf, statisticsOf } from '../../statistics/public'
import type { StaffCtx } from './access'
import { escapeLike } from './exam-list'
import { keysOf } from './paper-view'
import { readBriefs, usableBank } from './question-briefs'

type Search = z.output<(typeof examDrafts)['GET /staff/v1/exam_question_search']['input']>
type Blueprint = z.output<(typeof examDrafts)['POST /staff/v1/exam_blueprint']['input']>

const neverUsed = sql<boolean>`not exists (select from exam_questions p join exams e on e.id = p.exam_id
  where p.question_id = q.id and e.withdrawn_at is null)`

interface Filter {
  bank?: string | null
  chapter?: string | null
  type?: string | null
  difficulty?: number | null
  tag?: string | null
}

const filterOf = ({ bank, chapter, type, difficulty, tag }: Filter) => sql<boolean>`
  (${bank ?? null}::uuid is null or c.uid = ${bank ?? null}::uuid)
  and (${chapter ?? null}::uuid is null or ch.uid = ${chapter ?? null}::uuid)
  and (${type ?? null}::text is null or q.type = ${type ?? null})
  and (${difficulty ?? null}::int is null or q.difficulty = ${difficulty ?? null}::int)
  and (${tag ?? null}::text is null or ${tag ?? null} = any(q.tags))`

/** SQL condition: questions that staff may put on an exam paper. */
const offered = ({ staff, clock }: StaffCtx): RawBuilder<boolean> =>
  sql<boolean>`q.removed_at is null and ${usableBank(staff, clock.now())}`

const mostWords = 8

/** SQL condition: the question contains every word of the keyword, in any order. */
function containsAll(keyword: string): RawBuilder<boolean> {
  const words = keyword.split(/\s+/).filter(Boolean).slice(0, mostWords)
  return sql<boolean>`(${sql.join(words.map(contains), sql` and `)})`
}

/** SQL condition: a text that students see contains the word. JSON field names and HTML tags are not searched. */
function contains(word: string): RawBuilder<boolean> {
  const text = sql`replace(replace(replace(regexp_replace(t #>> '{}', '<[^>]*>', '', 'g'), '&lt;', '<'), '&gt;', '>'), '&amp;', '&')`
  return sql<boolean>`exists (
    select from jsonb_path_query(v.body, '$.** ? (@.type() == "string")') t
    where t #>> '{}' <> all(${QuestionType.options}::text[]) and ${text} ilike ${`%${escapeLike(word)}%`})`
}

export async function searchQuestions(ctx: StaffCtx, { keyword, unused, after, limit, ...filter }: Search) {
  if (after !== undefined && !/^\d{1,15}$/.test(after)) fail('invalid-input')
  const where = sql<boolean>`${offered(ctx)} and ${filterOf(filter)}
    and ${keyword ? containsAll(keyword) : sql`true`}
    and ${unused ? neverUsed : sql`true`}`
  const more = sql<boolean>`${where} and q.id > ${after ?? 0}::bigint`
  const found = await readBriefs(ctx, more, sql`q.id`, limit + 1)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from questions q join curricula c on c.id = q.curriculum_id
      join question_versions v on v.id = q.version_id left join chapters ch on ch.id = q.chapter_id
      where ${where} limit ${totalMax}) listed`.execute(ctx.db)
  const page = found.slice(0, limit)
  return {
    list: page.map(({ brief }) => brief),
    next: found.length > limit ? String(page.at(-1)!.rowId) : null,
    total: rows[0]!.count,
  }
}

export async function viewQuestion(ctx: StaffCtx, uid: string) {
  const [found] = await readBriefs(
    ctx,
    sql<boolean>`q.uid = ${uid}::uuid and ${usableBank(ctx.staff, ctx.clock.now())}`,
  )
  if (!found) fail('question-not-found')
  const [version] = await versionsById(ctx.db, [found.versionId])
  const view = {
    ids: new PaperIds(ctx.config.secret, newSeed()),
    link: (html: string) => withMediaUrls(ctx.config.secret, html, ctx.clock.now()),
  }
  return {
    brief: found.brief,
    // The statistics name options by the author's letters.
    question: inAuthoredOrder(version!, publicQuestion(version!, view), view),
    ...keysOf(version!, view),
    statistics: await statisticsOf(ctx.db, version!, questionPlainText),
    parameters: await parametersOf(ctx.db, found.versionId),
  }
}

interface Bank {
  id: string
  kind: 'bank' | 'textbook'
  title: string
  questions: number
  chapters: { id: string; title: string; questions: number }[]
  types: { type: never; questions: number }[]
  tags: { tag: string; questions: number }[]
}

export async function listBanks(ctx: StaffCtx) {
  const { rows } = await sql<Bank>`
    with offered as (
      select q.curriculum_id, q.chapter_id, q.type, q.tags from questions q join curricula c on c.id = q.curriculum_id
      where ${offered(ctx)}
    )
    select c.uid as id, c.kind, c.title, (select count(*) from offered o where o.curriculum_id = c.id) as questions,
      coalesce((select json_agg(json_build_object('id', ch.uid, 'title', ch.title, 'questions', n.count) order by ch.position)
        from (select chapter_id, count(*) from offered o where o.curriculum_id = c.id group by 1) n
        join chapters ch on ch.id = n.chapter_id), '[]') as chapters,
      coalesce((select json_agg(json_build_object('type', type, 'questions', count)) from (
        select type, count(*) from offered o where o.curriculum_id = c.id group by 1 order by 2 desc) n), '[]') as types,
      coalesce((select json_agg(json_build_object('tag', tag, 'questions', count)) from (
        select tag, count(*) from offered o, unnest(o.tags) tag where o.curriculum_id = c.id
        group by 1 order by 2 desc, 1 limit 100) n), '[]') as tags
    from curricula c where c.id in (select curriculum_id from offered) order by c.kind, c.title`.execute(ctx.db)
  return rows
}

/**
 * Draws questions for each row of the blueprint. No question is drawn twice. Rarely used questions come first; equally
 * used questions are sorted by a hash of seed and question, so that the same seed draws the same questions.
 */
export async function drawBlueprint(ctx: StaffCtx, { seed, except, rows }: Blueprint) {
  const taken = new Set(except)
  const drawn = []
  for (const { count, ...filter } of rows) {
    const { rows: candidates } = await sql<{ uid: string; used: number }>`
      select q.uid, (select count(*) from exam_questions p where p.question_id = q.id) as used
      from questions q join curricula c on c.id = q.curriculum_id left join chapters ch on ch.id = q.chapter_id
      where ${offered(ctx)} and ${filterOf(filter)}`.execute(ctx.db)
    const chosen = candidates
      .filter(({ uid }) => !taken.has(uid))
      .map((one) => ({ ...one, key: createHash('sha256').update(`${seed} ${one.uid}`).digest('hex') }))
      .sort((a, b) => a.used - b.used || (a.key < b.key ? -1 : 1))
      .slice(0, count)
      .map(({ uid }) => uid)
    for (const uid of chosen) taken.add(uid)
    drawn.push({ chosen, missing: count - chosen.length })
  }
  const all = drawn.flatMap(({ chosen }) => chosen)
  const known = new Map(
    (await readBriefs(ctx, sql<boolean>`q.uid = any(${all}::uuid[])`, sql`q.id`, 20_000)).map(({ brief }) => [
      brief.id,
      brief,
    ]),
  )
  return {
    rows: drawn.map(({ chosen, missing }) => ({ questions: chosen.map((uid) => known.get(uid)!), missing })),
  }
}
