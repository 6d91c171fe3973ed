import type { BankQuestion, bank } from '@dxx/contract/calls/staff/bank'
import { QuestionType } from '@dxx/contract/questions'
import { totalMax } from '@dxx/contract/staff'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import { fail } from '../base/refusal'
import type { StaffCtx } from '../context'
import { escapeLike } from '../modules/exams/desk/exam-list'
import { inOpenExam } from '../modules/questions/public'
import { curriculumScope } from '../modules/staff/public'
import { type CorrelationSums, discriminationOf, enoughAnswers, knownStatistics } from '../modules/statistics/public'
import type { Body } from '../questions/rubric'
import { questionPlainText } from '../text/question-text'

type Filter = z.output<(typeof bank)['GET /staff/v1/bank_questions']['input']>

const textLength = 120

interface Row extends Omit<BankQuestion, 'text' | 'points' | 'state' | 'discrimination'> {
  rowId: number
  body: Body
  score: number
  isRetired: boolean
  hasDraft: boolean
  sums: CorrelationSums | null
}

/** Reads questions `q` of curricula `c` that match a condition. */
export async function readBankQuestions(
  { db, clock }: Pick<StaffCtx, 'db' | 'clock'>,
  where: RawBuilder<boolean>,
  order: RawBuilder<unknown> = sql`q.id`,
  limit = 1,
): Promise<{ rowId: number; brief: BankQuestion }[]> {
  const { rows } = await sql<Row>`
    select q.id as "rowId", q.uid as id, q.slug, q.type, q.difficulty, q.tags, v.body, q.score,
      q.removed_at is not null as "isRetired", dr.id is not null as "hasDraft",
      json_build_object('id', c.uid, 'title', c.title) as bank,
      case when ch.id is not null then json_build_object('id', ch.uid, 'title', ch.title) end as chapter,
      (select count(*) from exam_questions p join exams e on e.id = p.exam_id
        where p.question_id = q.id and e.withdrawn_at is null) as exams,
      ${inOpenExam('q.id', clock.now())} as locked,
      known.answers, case when known.answers >= ${enoughAnswers} then known.share end as share, known.sums,
      greatest(v.created_at, dr.updated_at) as "updatedAt"
    from questions q join curricula c on c.id = q.curriculum_id join question_versions v on v.id = q.version_id
      left join chapters ch on ch.id = q.chapter_id left join question_drafts dr on dr.question_id = q.id
      left join ${knownStatistics(sql`q.version_id`)} known on true
    where ${where} order by ${order} limit ${limit}`.execute(db)
  return rows.map(({ rowId, body, score, isRetired, hasDraft, sums, ...row }) => ({
    rowId,
    brief: {
      ...row,
      text: questionPlainText(body.stem).slice(0, textLength),
      points: score / 100,
      discrimination: discriminationOf(sums),
      state: isRetired ? ('retired' as const) : hasDraft ? ('draft' as const) : ('published' as const),
    },
  }))
}

interface NewRow {
  id: string
  slug: string
  text: string
  updatedAt: number
  bank: { id: string; title: string }
}

/** Questions that were never published. */
export async function readNewQuestions(
  { db }: Pick<StaffCtx, 'db'>,
  where: RawBuilder<boolean>,
): Promise<BankQuestion[]> {
  const { rows } = await sql<NewRow>`
    select dr.uid as id, dr.slug, dr.text, dr.updated_at as "updatedAt",
      json_build_object('id', c.uid, 'title', c.title) as bank
    from question_drafts dr join curricula c on c.id = dr.curriculum_id
    where dr.question_id is null and ${where} order by dr.id desc limit 200`.execute(db)
  return rows.map(({ text, ...row }) => {
    const key = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(text)?.[1]?.trim() ?? ''
    const type = QuestionType.safeParse(key('type'))
    const stem = text.slice(Math.max(0, text.indexOf('\n\n'))).trim()
    return {
      ...row,
      type: type.success ? type.data : 'single',
      text: stem.split('\n')[0]!.slice(0, textLength),
      difficulty: Math.min(5, Math.max(1, Number(key('difficulty')) || 3)),
      tags: key('tags')
        .split(/[,，、]/)
        .map((tag) => tag.trim())
        .filter(Boolean),
      points: Number(key('score')) || 1,
      chapter: null,
      state: 'new',
      exams: 0,
      locked: false,
      share: null,
      discrimination: null,
      answers: 0,
    }
  })
}

/** SQL condition: the stem or an option contains the keyword. JSON field names and HTML tags are not searched. */
function contains(keyword: string): RawBuilder<boolean> {
  const wanted = `%${escapeLike(keyword)}%`
  return sql<boolean>`(q.slug ilike ${wanted} or exists (
    select from jsonb_path_query(v.body, '$.** ? (@.type() == "string")') t
    where t #>> '{}' <> all(${QuestionType.options}::text[])
      and regexp_replace(t #>> '{}', '<[^>]*>', '', 'g') ilike ${wanted}))`
}

const stateIs = (state: Filter['state'], now: number): RawBuilder<boolean> => {
  switch (state) {
    case 'retired':
      return sql`q.removed_at is not null`
    case 'draft':
      return sql`dr.id is not null`
    case 'locked':
      return sql`q.removed_at is null and ${inOpenExam('q.id', now)}`
    case 'unused':
      return sql`q.removed_at is null and not exists (select from exam_questions p where p.question_id = q.id)`
    case 'flagged':
      return sql`q.removed_at is null and exists (
        select from item_statistics i where i.version_id = q.version_id
        having sum(i.answers) >= ${enoughAnswers} and (sum(i.share_sum) / nullif(sum(i.answers), 0) < 0.2
          or sum(i.share_sum) / nullif(sum(i.answers), 0) > 0.95))`
    default:
      return sql`q.removed_at is null`
  }
}

export async function listBankQuestions(ctx: StaffCtx, filter: Filter) {
  const { keyword, bank: bankUid, chapter, type, difficulty, tag, state, after, limit } = filter
  if (after !== undefined && !/^\d{1,15}$/.test(after)) fail('invalid-input')
  const scope = sql<boolean>`${curriculumScope(ctx.staff, 'bank.edit', 'c')}
    and (${bankUid ?? null}::uuid is null or c.uid = ${bankUid ?? null}::uuid)`
  const where = sql<boolean>`${scope} and ${stateIs(state, ctx.clock.now())}
    and (${chapter ?? null}::uuid is null or ch.uid = ${chapter ?? null}::uuid)
    and (${type ?? null}::text is null or q.type = ${type ?? null})
    and (${difficulty ?? null}::int is null or q.difficulty = ${difficulty ?? null}::int)
    and (${tag ?? null}::text is null or ${tag ?? null} = any(q.tags))
    and ${keyword ? contains(keyword) : sql`true`}`
  const more = sql<boolean>`${where} and (${after ?? null}::bigint is null or q.id < ${after ?? null}::bigint)`
  const found = await readBankQuestions(ctx, more, sql`q.id desc`, limit + 1)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from questions q join curricula c on c.id = q.curriculum_id
      join question_versions v on v.id = q.version_id left join chapters ch on ch.id = q.chapter_id
      left join question_drafts dr on dr.question_id = q.id where ${where} limit ${totalMax}) listed`.execute(ctx.db)
  // New questions come first; other filters cannot match them, because they have no rows.
  const listsNew = after === undefined && !chapter && !difficulty && !tag && (state === undefined || state === 'draft')
  const fresh = listsNew
    ? (await readNewQuestions(ctx, scope)).filter(
        (one) => (!type || one.type === type) && (!keyword || `${one.text} ${one.slug}`.includes(keyword)),
      )
    : []
  const page = found.slice(0, limit)
  return {
    list: [...fresh, ...page.map(({ brief }) => brief)],
    next: found.length > limit ? String(page.at(-1)!.rowId) : null,
    total: rows[0]!.count + fresh.length,
  }
}

interface BankRow {
  id: string
  kind: 'bank' | 'textbook' | 'course' | 'ebook'
  title: string
  questions: number
  drafts: number
  chapters: { id: string; slug: string; title: string }[]
  tags: { tag: string; questions: number }[]
}

export async function listEditableBanks({ db, staff }: StaffCtx): Promise<BankRow[]> {
  const { rows } = await sql<BankRow>`
    select c.uid as id, c.kind, c.title,
      (select count(*) from questions q where q.curriculum_id = c.id and q.removed_at is null) as questions,
      (select count(*) from question_drafts d where d.curriculum_id = c.id) as drafts,
      coalesce((select json_agg(json_build_object('id', ch.uid, 'slug', ch.slug, 'title', ch.title) order by ch.position)
        from chapters ch where ch.curriculum_id = c.id and ch.removed_at is null and (c.kind = 'bank' or exists (
          select from questions q where q.chapter_id = ch.id and q.removed_at is null))), '[]') as chapters,
      coalesce((select json_agg(json_build_object('tag', tag, 'questions', count)) from (
        select tag, count(*) from questions q, unnest(q.tags) tag where q.curriculum_id = c.id and q.removed_at is null
        group by 1 order by 2 desc, 1 limit 100) n), '[]') as tags
    from curricula c
    where c.kind in ('bank', 'textbook') and ${curriculumScope(staff, 'bank.edit', 'c')} order by c.kind, c.title`.execute(
    db,
  )
  return rows
}
