import type { SearchHit } from '@dxx/contract/calls/catalogue'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connection'
import { gramQuery, normalise } from '../../text/text'
import { type ChapterKind, onSale, ownedBy, type Viewer } from '../catalogue/public'
import { allQuery, isGrammed, type SearchQuery, textQuery, unitQuery, type WordQuery } from './parse-query'

type Kind = SearchHit['kind']

/** Parsed search input. */
export interface Typed {
  phrase: string
  /** Words, all of which must match. */
  terms: string[]
  /** The tsquery of all character pairs and words; null if the input has none, for example a single character. */
  grams: string | null
  /** Letters that may be pinyin; otherwise null. */
  pinyin: string | null
}

export function parseTypedText(keyword: string): Typed {
  const phrase = normalise(keyword).replace(/\s+/g, ' ').trim()
  const spelled = phrase.replaceAll(' ', '')
  return {
    phrase,
    terms: [...new Set(phrase.split(' '))],
    grams: gramQuery(keyword),
    pinyin: /^[a-z0-9]{2,50}$/.test(spelled) ? spelled : null,
  }
}

export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const byPinyin = ({ pinyin }: { pinyin: string | null }) =>
  pinyin === null ? sql<boolean>`false` : sql<boolean>`spelled(d.initials) @@ ${`'${pinyin}':*`}::tsquery`
/** Same condition as byPinyin without the index, for rows that are already selected. */
const isPinyin = ({ pinyin }: { pinyin: string | null }) =>
  pinyin === null ? sql<boolean>`false` : sql<boolean>`array_to_string(d.initials, ' ') ~ ${`(^| )[0-9]*${pinyin}`}`

/** Score of a document by the best field in which all words occur. */
export const scores = {
  name: 100,
  begins: 92,
  contains: 84,
  title: 76,
  heading: 64,
  pinyin: 60,
  emphasised: 54,
  words: 40,
  text: 24,
}

const anyOf = (tests: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(tests, sql` or `)})`
const asQuery = (query: string | null) => sql`${query}::tsquery`

/** SQL: base score of a document. Title matches rank first, then headings and names, then other words. */
function levelOf(query: SearchQuery) {
  const { phrases } = query
  const any = allQuery(query)
  const at = (weights: string) =>
    any === null ? sql<boolean>`false` : sql<boolean>`d.words @@ ${asQuery(allQuery(query, weights))}`
  const named = (test: (phrase: string) => RawBuilder<boolean>) => anyOf(phrases.map(test))
  return sql<number>`(case
    when ${named((phrase) => sql<boolean>`d.name = ${phrase}`)} then ${scores.name}
    when ${named((phrase) => sql<boolean>`starts_with(d.name, ${phrase})`)} then ${scores.begins}
    when ${named((phrase) => sql<boolean>`strpos(d.name, ${phrase}) > 0`)} then ${scores.contains}
    when ${at('A')} then ${scores.title}
    ${query.pinyin === null ? sql`` : sql`when not ${at('')} and ${isPinyin(query)} then ${scores.pinyin}`}
    when ${at('AB')} then ${scores.heading}
    when ${at('ABC')} then ${scores.emphasised}
    else ${scores.words}::int end)`
}

/** SQL: points for names, kind and number of learners, mainly to rank documents of equal base score. */
function bonusOf(query: SearchQuery) {
  return sql<number>`(case when d.terms && ${query.phrases}::text[] then 4 else 0 end
    + case d.kind when 'course' then 6 when 'textbook' then 6 when 'ebook' then 6 when 'bank' then 5 when 'teacher' then 5
      when 'chapter' then 3 when 'article' then 2 else 1 end
    + least(3, ln(1 + coalesce(c.learners, 0)) / 4))`
}

/** SQL: points for word frequency. Reads all words of a document, so it is computed only for the best documents. */
function frequencyOf(query: SearchQuery) {
  const any = allQuery(query)
  return any === null
    ? sql<number>`0`
    : sql<number>`least(6, 6 * ts_rank('{0.25,0.5,0.8,1}', d.words, ${asQuery(any)}))`
}

const scoreOf = (query: SearchQuery) => sql<number>`(${levelOf(query)} + ${bonusOf(query)} + ${frequencyOf(query)})`

/** Documents currently visible to all users, with their curriculum `c`. */
const shownDocuments = (now: number) => sql`
  search_documents d
  left join curricula c on c.id = d.curriculum_id
  left join articles a on d.kind = 'article' and a.uid = d.target
  where (d.curriculum_id is null or ${onSale(now)}) and (a.id is null or a.published_at <= ${now}::bigint)`

/** Maximum number of documents whose title does not match. With more matches the words are too common to rank them. */
const mostOthers = 1000

/**
 * Selects documents: all that match by title or pinyin, and at most `mostOthers` that match otherwise. Input without
 * words, such as a percent sign, is searched as a substring.
 */
function documents(query: SearchQuery, now: number) {
  const any = allQuery(query)
  const select = sql`
    select d.id, d.kind, d.target, d.curriculum_id, d.title, coalesce(c.learners, 0) as learners,
      ${levelOf(query)} as level, ${bonusOf(query)} as bonus
    from ${shownDocuments(now)}`
  const [phrase = ''] = query.phrases
  if (any === null)
    return sql`${select} and (d.folded_title like ${likePattern(phrase)} or d.folded_body like ${likePattern(phrase)})`
  const inTitles = sql<boolean>`d.words @@ ${asQuery(allQuery(query, 'A'))}`
  const [indexed, checked] = query.pinyin === null ? [[], []] : [[byPinyin(query)], [isPinyin(query)]]
  return sql`
    ${select} and ${anyOf([inTitles, ...indexed])}
    union all
    (${select} and d.words @@ ${asQuery(any)} and not ${anyOf([inTitles, ...checked])} limit ${mostOthers})`
}

/** Maximum number of paragraphs read: enough for the pages a user opens. Frequent words need no complete count. */
const mostParagraphs = 200
/** Number of first documents that are ranked again by word frequency. */
const mostFrequent = 400
/** Number of first documents that are ranked again with a bonus for owned curricula. */
const mostOwned = 200

/** Days for which a curriculum counts as studied. */
const studiedDays = 90

/** SQL condition: the viewer read or watched something of curriculum `c` lately. The subquery runs once per search. */
const studiedBy = (viewer: Viewer, now: number) => sql<boolean>`coalesce(c.id = any (array(
  select p.curriculum_id from progress p
  where p.user_id = ${viewer?.id ?? null}::bigint and p.updated_at > ${now - studiedDays * 86_400}::bigint)), false)`

const noBodies = sql`
  select null::uuid as target, null::bigint as curriculum_id, '' as title, '' as body, '' as pid, 0 as learners where false`

/**
 * Selects free chapters and chapters of owned curricula by their text. Single characters and signs are too frequent for
 * the index, so they are only checked in paragraphs that contain the words beside them.
 */
function bodies(query: SearchQuery, viewer: Viewer, now: number) {
  const grams = textQuery(query)
  if (grams === null) return noBodies
  const checks = query.units
    .filter(
      ({ text, optional, alternatives }) =>
        !optional && (!isGrammed(text) || (text.length > 2 && alternatives.length === 1)),
    )
    .map(({ text }) => sql<boolean>`folded like ${likePattern(text)}`)
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
    ${checks.length > 0 ? sql`cross join lateral (select lower(normalize(text, NFKC)) as folded offset 0) as f where ${sql.join(checks, sql` and `)}` : sql``}
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
  terms: string[]
  score: number
}

export interface Found {
  hits: Hit[]
  counts: Partial<Record<Kind, number>>
  /** Base score of the best document of all pages; 0 if nothing is found. */
  best: number
}

/** Returns a page of matches and the count of each kind in one query. */
export async function findDocuments(
  db: Db,
  viewer: Viewer,
  query: SearchQuery,
  { kind, pageNo, pageSize }: { kind?: Kind; pageNo: number; pageSize: number },
  now: number,
): Promise<Found> {
  const { rows } = await sql<{ counts: Record<string, number> | null; best: number | null; hit: Hit | null }>`
    with documents as materialized (
      ${documents(query, now)}
    ), bodies as materialized (${bodies(query, viewer, now)}),
    merged as (
      select id, kind, target, curriculum_id, title, null as body, '' as pid, learners, level, level + bonus as score from documents
      union all
      select null, 'chapter', target, curriculum_id, title, body, pid, learners, ${scores.text}::int, ${scores.text}::int from bodies
      where target not in (select target from documents)
    ), likely as (
      select m.* from merged m where ${kind ?? null}::text is null or m.kind = ${kind ?? null}
      order by m.score desc, m.learners desc, m.target limit ${Math.max(mostFrequent, pageNo * pageSize)}
    ), first as (
      select l.id, l.kind, l.target, l.curriculum_id, l.title, l.body, l.pid, l.learners,
        l.score + case when d.id is null then 0 else ${frequencyOf(query)} end as score
      from likely l left join search_documents d on d.id = l.id
      order by score desc, l.learners desc, l.target limit ${Math.max(mostOwned, pageNo * pageSize)}
    ), page as (
      select f.*, f.score + case when ${ownedBy(viewer)} then 4 else 0 end + case when ${studiedBy(viewer, now)} then 3 else 0 end
        as rated from first f
      left join curricula c on c.id = f.curriculum_id
      order by rated desc, f.learners desc, f.target limit ${pageSize} offset ${(pageNo - 1) * pageSize}
    )
    select (select jsonb_object_agg(kind, n) from (select kind, count(*) as n from merged group by kind) as k) as counts,
      (select max(level) from merged) as best,
      case when page.target is not null then jsonb_build_object('kind', page.kind, 'target', page.target,
        'curriculum_id', page.curriculum_id, 'title', page.title, 'body', coalesce(page.body, d.body, ''),
        'pid', page.pid, 'chapter_kind', ch.kind, 'free', ch.free, 'initials', d.initials,
        'terms', coalesce(d.terms, '{}'), 'score', page.score) end as hit
    from (select) as once
    left join page on true
    left join search_documents d on d.id = page.id
    left join chapters ch on page.kind = 'chapter' and ch.uid = page.target
    order by page.rated desc, page.learners desc, page.target`.execute(db)
  return { hits: rows.flatMap(({ hit }) => hit ?? []), counts: rows[0]?.counts ?? {}, best: rows[0]?.best ?? 0 }
}

/** Finds documents with only some of the words, those with most first. Used if no document has all words. */
export async function findNearly(db: Db, each: WordQuery[], most: number, now: number): Promise<Found> {
  if (each.length < 2) return { hits: [], counts: {}, best: 0 }
  const any = each.map((word) => `(${word.any})`).join(' | ')
  const { rows } = await sql<Hit>`
    with counted as materialized (
      select title, heading, query, document_count,
        share * ln(2 + 100000.0 / (case when document_count = 0 then ${unknownAsIf} else 1 + document_count end)) as weight
      from (select *, (select count(*) from (select from search_documents d where d.words @@ query limit 2000) as l) as document_count
        from unnest(${each.map(({ title }) => title)}::tsquery[], ${each.map(({ heading }) => heading)}::tsquery[],
          ${each.map((word) => word.any)}::tsquery[], ${each.map(({ share }) => share)}::float8[])
          as q (title, heading, query, share)) as c
    ), chosen as materialized (
      (select d.id from search_documents d
        where d.words @@ (select query from counted where document_count > 0 order by document_count, query::text limit 1) limit ${mostNearly})
      union
      (select d.id from search_documents d where d.words @@ ${any}::tsquery limit ${mostNearly})
    )
    select f.kind, f.target, f.curriculum_id, f.title, f.body, '' as pid, ch.kind as chapter_kind, ch.free, f.initials, f.terms, f.score
    from (
      select d.kind, d.target, d.curriculum_id, d.title, d.body, d.initials, d.terms, c.learners,
        (select sum(weight * case when d.words @@ title then ${inTitleShare}::float8 when d.words @@ heading then ${inHeadingShare} else 1 end)
          from counted where d.words @@ query) / (select sum(weight) from counted) as score
      from ${shownDocuments(now)} and d.id in (select id from chosen)
    ) as f
    left join chapters ch on f.kind = 'chapter' and ch.uid = f.target
    where f.score > ${leastShare}
    order by f.score desc, f.learners desc nulls last, f.target limit ${most}`.execute(db)
  const counts: Partial<Record<Kind, number>> = {}
  for (const { kind } of rows) counts[kind] = (counts[kind] ?? 0) + 1
  return { hits: rows, counts, best: rows.length > 0 ? 1 : 0 }
}

/** Factors for a word in a title and in a heading, where it names the topic. */
const [inTitleShare, inHeadingShare] = [1.8, 1.5]

/** Maximum number of documents that are rated: those with the rarest word, and as many with any. */
const mostNearly = 500

/**
 * A word that no document contains weighs as much as a word that this number of documents contain, because it is
 * probably mistyped.
 */
const unknownAsIf = 1000

/** Minimum weight of the words that occur, as a share of the weight of all words: one of four only in a title. */
const leastShare = 0.45

/** For the snippet: the paragraph with most of the words, of each chapter that the viewer may read. */
export async function bestParagraphs(
  db: Db,
  viewer: Viewer,
  query: SearchQuery,
  chapters: string[],
): Promise<Map<string, { pid: string; text: string }>> {
  const each = query.units.filter(({ text }) => isGrammed(text)).map((unit) => unitQuery(unit, ''))
  if (each.length === 0 || chapters.length === 0) return new Map()
  const { rows } = await sql<{ target: string; pid: string; text: string }>`
    select distinct on (ch.id) ch.uid as target, p.pid, p.text
    from chapters ch
    join curricula c on c.id = ch.curriculum_id
    join paragraphs p on p.chapter_id = ch.id
    where ch.uid = any (${chapters}::uuid[]) and (ch.free or ${ownedBy(viewer)})
      and p.grams @@ ${each.map((one) => `(${one})`).join(' | ')}::tsquery
    order by ch.id, (select count(*) from unnest(${each}::tsquery[]) as q (query) where p.grams @@ query) desc, p.position`.execute(
    db,
  )
  return new Map(rows.map(({ target, pid, text }) => [target, { pid, text }]))
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

/** SQL condition: the title has all words, or contains the input within a word, as 算法 contains 算. */
function inTitle(query: SearchQuery) {
  const any = allQuery(query, 'A')
  const tests = query.phrases.map((phrase) => sql<boolean>`strpos(d.name, ${phrase}) > 0`)
  const matching =
    any === null
      ? []
      : [
          sql<boolean>`(d.words @@ ${asQuery(allQuery(query, 'AB'))} and ${anyOf([...tests, sql<boolean>`d.words @@ ${asQuery(any)}`])})`,
        ]
  const literal = any === null ? [sql<boolean>`d.folded_title like ${likePattern(query.phrases[0] ?? '')}`] : []
  return anyOf([...matching, ...literal, ...(query.pinyin === null ? [] : [byPinyin(query)])])
}

/** Returns distinct names that start with or contain the input. */
export async function suggestions(db: Db, viewer: Viewer, query: SearchQuery, most: number, now: number) {
  const { rows } = await sql<Suggestion>`
    select s.title, s.initials, s.kind, s.target, c.uid as curriculum, c.kind as curriculum_kind, ch.kind as chapter_kind,
      coalesce(ch.free or ${ownedBy(viewer)}, false) as readable
    from (
      select distinct on (d.folded_title) d.title, d.initials, d.kind, d.target, d.curriculum_id, ${scoreOf(query)} as score,
        coalesce(c.learners, 0) as learners
      from ${shownDocuments(now)} and ${inTitle(query)}
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
