import type { SearchHit } from '@dxx/contract/calls/catalogue'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connection'
import { gramQuery, normalise } from '../../text/text'
import { type ChapterKind, onSale, ownedBy, type Viewer } from '../catalogue/public'

type Kind = SearchHit['kind']

/** Parsed search input. */
export interface Typed {
  phrase: string
  /** Words, all of which must match. */
  terms: string[]
  /** The tsquery of all pairs and words; null if there is none, as for a single character. */
  grams: string | null
  /** Letters that may be pinyin; otherwise null. */
  pinyin: string | null
}

export function typed(keyword: string): Typed {
  const phrase = normalise(keyword).replace(/\s+/g, ' ').trim()
  const spelled = phrase.replaceAll(' ', '')
  return {
    phrase,
    terms: [...new Set(phrase.split(' '))],
    grams: gramQuery(keyword),
    pinyin: /^[a-z0-9]{2,50}$/.test(spelled) ? spelled : null,
  }
}

export const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
const all = (tests: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(tests, sql` and `)})`

const inTitle = ({ terms }: Typed) => all(terms.map((term) => sql<boolean>`d.folded_title like ${like(term)}`))
const inText = ({ terms }: Typed) =>
  all(terms.map((term) => sql<boolean>`(d.folded_title like ${like(term)} or d.folded_body like ${like(term)})`))
const byGrams = ({ grams }: Typed) => (grams === null ? sql<boolean>`true` : sql<boolean>`d.grams @@ ${grams}::tsquery`)
const byPinyin = ({ pinyin }: Typed) =>
  pinyin === null ? sql<boolean>`false` : sql<boolean>`spelled(d.initials) @@ ${`'${pinyin}':*`}::tsquery`
/** Same without the index, for rows already selected. */
const isPinyin = ({ pinyin }: Typed) =>
  pinyin === null ? sql<boolean>`false` : sql<boolean>`array_to_string(d.initials, ' ') ~ ${`(^| )[0-9]*${pinyin}`}`

/** Title matches come before all others; ties are broken by kind, then by learners. */
const scoreOf = (query: Typed) => sql<number>`(case
  when d.folded_title = ${query.phrase} then 100
  when starts_with(d.folded_title, ${query.phrase}) then 90
  when strpos(d.folded_title, ${query.phrase}) > 0 then 80
  when ${inTitle(query)} then 70
  when ${isPinyin(query)} then 60
  when strpos(d.folded_body, ${query.phrase}) > 0 then 40
  else 30 end + case d.kind
  when 'course' then 6 when 'textbook' then 6 when 'ebook' then 6 when 'bank' then 5 when 'teacher' then 5
  when 'chapter' then 3 when 'article' then 2 else 1 end)`

/** Documents currently visible to all users, with their curriculum `c`. */
const shownDocuments = (now: number) => sql`
  search_documents d
  left join curricula c on c.id = d.curriculum_id
  left join articles a on d.kind = 'article' and a.uid = d.target
  where (d.curriculum_id is null or ${onSale(now)}) and (a.id is null or a.published_at <= ${now}::bigint)`

/** Enough for all pages a user opens; frequent words need not be counted completely. */
const mostParagraphs = 500

/** Two Chinese characters or one word are a gram themselves, so index matches need no recheck. */
const isGram = (term: string) => /^(\p{Script=Han}{2}|((?!\p{Script=Han})[\p{L}\p{N}_])+)$/u.test(term)

const noBodies = sql`
  select null::uuid as target, null::bigint as curriculum_id, '' as title, '' as body, '' as pid, 0 as learners where false`

/**
 * Selects chapters by text: free ones, and those of owned curricula. Single characters are not searched here, since
 * they are too frequent.
 */
function bodies({ grams, terms }: Typed, viewer: Viewer, now: number) {
  if (grams === null) return noBodies
  const checks = terms.filter((term) => !isGram(term)).map((term) => sql<boolean>`folded like ${like(term)}`)
  return sql`
    select distinct on (chapter_id) target, curriculum_id, title, text as body, pid, learners
    from (
      select p.chapter_id, p.pid, p.position, p.text, ch.uid as target, ch.title, c.id as curriculum_id, c.learners
      from paragraphs p
      join chapters ch on ch.id = p.chapter_id
      join curricula c on c.id = ch.curriculum_id
      where p.grams @@ ${grams}::tsquery and ch.removed_at is null and ${onSale(now)} and (ch.free or ${ownedBy(viewer)})
      limit ${mostParagraphs}
    ) as found
    ${checks.length > 0 ? sql`cross join lateral (select lower(normalize(text, NFKC)) as folded offset 0) as f where ${all(checks)}` : sql``}
    order by chapter_id, position`
}

export interface Hit {
  kind: Kind
  target: string
  curriculum_id: number | null
  title: string
  body: string
  pid: string
  chapter_kind: ChapterKind | null
  free: boolean | null
  /** Null if the match is in a chapter's text. */
  initials: string[] | null
}

/** Returns a page of matches and the count of each kind in one query. */
export async function findDocuments(
  db: Db,
  viewer: Viewer,
  query: Typed,
  { kind, pageNo, pageSize }: { kind?: Kind; pageNo: number; pageSize: number },
  now: number,
): Promise<{ hits: Hit[]; counts: Partial<Record<Kind, number>> }> {
  const { rows } = await sql<{ counts: Record<string, number> | null; hit: Hit | null }>`
    with documents as materialized (
      select d.id, d.kind, d.target, d.curriculum_id, d.title, coalesce(c.learners, 0) as learners, ${scoreOf(query)} as score
      from ${shownDocuments(now)} and ((${byGrams(query)} and ${inText(query)}) or ${byPinyin(query)})
    ), bodies as materialized (${bodies(query, viewer, now)}),
    merged as (
      select id, kind, target, curriculum_id, title, null as body, '' as pid, learners, score from documents
      union all
      select null, 'chapter', target, curriculum_id, title, body, pid, learners, 20 from bodies
      where target not in (select target from documents)
    ), page as (
      select m.* from merged m where ${kind ?? null}::text is null or m.kind = ${kind ?? null}
      order by m.score desc, m.learners desc, m.target limit ${pageSize} offset ${(pageNo - 1) * pageSize}
    )
    select (select jsonb_object_agg(kind, n) from (select kind, count(*) as n from merged group by kind) as k) as counts,
      case when page.target is not null then jsonb_build_object('kind', page.kind, 'target', page.target,
        'curriculum_id', page.curriculum_id, 'title', page.title, 'body', coalesce(page.body, d.body, ''),
        'pid', page.pid, 'chapter_kind', ch.kind, 'free', ch.free, 'initials', d.initials) end as hit
    from (select) as once
    left join page on true
    left join search_documents d on d.id = page.id
    left join chapters ch on page.kind = 'chapter' and ch.uid = page.target
    order by page.score desc, page.learners desc, page.target`.execute(db)
  return { hits: rows.flatMap(({ hit }) => hit ?? []), counts: rows[0]?.counts ?? {} }
}

export interface Suggestion {
  title: string
  initials: string[]
  kind: Kind
  target: string
  curriculum: string | null
  curriculum_kind: CurriculumKind | null
  chapter_kind: ChapterKind | null
  readable: boolean
}

/** Returns distinct names that start with or contain the input. */
export async function suggestions(db: Db, viewer: Viewer, query: Typed, most: number, now: number) {
  const { rows } = await sql<Suggestion>`
    select s.title, s.initials, s.kind, s.target, c.uid as curriculum, c.kind as curriculum_kind, ch.kind as chapter_kind,
      coalesce(ch.free or ${ownedBy(viewer)}, false) as readable
    from (
      select distinct on (d.folded_title) d.title, d.initials, d.kind, d.target, d.curriculum_id, ${scoreOf(query)} as score,
        coalesce(c.learners, 0) as learners
      from ${shownDocuments(now)} and ((${byGrams(query)} and ${inTitle(query)}) or ${byPinyin(query)})
      order by d.folded_title, score desc, learners desc, d.target
    ) as s
    left join curricula c on c.id = s.curriculum_id
    left join chapters ch on s.kind = 'chapter' and ch.uid = s.target
    order by s.score desc, s.learners desc, s.target limit ${most}`.execute(db)
  return rows
}

/** Words searched by at least `people` different visitors since a day, most frequent first. */
export async function searchedWords(db: Db, sinceDay: string, people: number, most: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select value as word from events
    where name = 'search' and day >= ${sinceDay}::date and value <> '' and length(value) <= 20
    group by value having count(distinct visitor) >= ${people}
    order by count(distinct visitor) desc, value limit ${most}`.execute(db)
  return rows.map(({ word }) => word)
}
