import type { SiteTextBrief } from '@dxx/contract/calls/staff/site-texts'
import { totalMax } from '@dxx/contract/staff'
import { sql } from 'kysely'
import type { StaffCtx } from '../context'
import { escapeLike } from '../modules/exams/desk/exam-list'
import { siteTables } from './site-texts'

const sectionRows = (section: 'articles' | 'help') =>
  section === 'articles'
    ? sql`select slug, title, '' as category, published_at, -published_at as place from articles`
    : sql`select a.slug, a.title, c.title as category, null::bigint as published_at,
            (row_number() over (order by c.position, c.id, a.position, a.id)) as place
          from help_articles a join help_categories c on c.id = a.category_id`

interface ListRow extends Omit<SiteTextBrief, 'state'> {
  published: boolean
  deleted: boolean
}

interface ListInput {
  section: 'articles' | 'help'
  keyword?: string
  deleted?: boolean
  offset: number
  limit: number
}

/** Published texts, drafts and, if asked for, those deleted in the console. */
export async function listTexts(
  { db, clock }: StaffCtx,
  { section, keyword = '', deleted = false, offset, limit }: ListInput,
): Promise<{ list: SiteTextBrief[]; total: number }> {
  const rows = sql`
    with entry as (${sectionRows(section)}),
    listed as (
      select coalesce(e.slug, d.slug) as slug, coalesce(d.draft ->> 'title', e.title, r.title, '') as title,
        coalesce(c.title, e.category, '') as category, e.slug is not null as published, d.draft is not null as changed,
        d.deleted_at is not null as deleted, e.published_at, d.updated_at, coalesce(u.nickname, '') as by, e.place,
        exists (select from console_fields f where f.target = ${`${siteTables[section]} `} || coalesce(e.slug, d.slug)) as kept
      from entry e full join (select * from site_drafts where section = ${section}) d on d.slug = e.slug
        left join users u on u.id = d.updated_by
        left join help_categories c on c.slug = d.draft ->> 'category'
        left join lateral (select content ->> 'title' as title from site_revisions s
          where s.section = ${section} and s.slug = d.slug order by number desc limit 1) r on true
      where (e.slug is not null or d.draft is not null or d.deleted_at is not null))
    select * from listed where deleted = ${deleted}
      and (${keyword} = '' or title ilike ${`%${escapeLike(keyword)}%`} or slug ilike ${`%${escapeLike(keyword)}%`})`
  const { rows: page } = await sql<ListRow & { by: string; published_at: number | null; updated_at: number | null }>`
    select * from (${rows}) found order by published, place, updated_at desc, slug
    offset ${offset} limit ${limit}`.execute(db)
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) as count from (select from (${rows}) found limit ${totalMax}) few`.execute(db)
  return {
    list: page.map(({ published_at, updated_at, by, published, deleted: isDeleted, ...row }) => ({
      slug: row.slug,
      title: row.title,
      category: row.category,
      changed: row.changed,
      kept: row.kept,
      state: stateOf(published, isDeleted, published_at, clock.now()),
      publishedAt: published_at,
      updatedAt: updated_at,
      updatedBy: by,
    })),
    total: Number(counted[0]!.count),
  }
}

export function stateOf(published: boolean, deleted: boolean, at: number | null, now: number): SiteTextBrief['state'] {
  if (deleted) return 'deleted'
  if (!published) return 'draft'
  return at !== null && at > now ? 'planned' : 'shown'
}
