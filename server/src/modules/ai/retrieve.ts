import type { CurriculumKind } from '@dxx/contract/shapes'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { gramsOf } from '../../text/text'
import { wordTools } from '../../text/words'
import { type ChapterKind, onSale, ownedBy } from '../catalogue/public'
import { inOpenExam } from '../questions/public'
import { type QueryTerm, queryTerms } from './query-terms'
import { bestSentence, rank, rarity, type Term } from './rank'
import { type Paragraph, type Section, sectionsOf } from './sections'
import type { VectorHit } from './vector-index'

/** A location in the materials that the user may read: a paragraph with its section, a question, or a note. */
export interface Passage {
  kind: 'paragraph' | 'question' | 'note'
  /** The paragraph that answers the question best. */
  text: string
  /**
   * The sentence of `text` with most terms of the topic, without final punctuation; empty if `text` is one sentence.
   */
  sentence: string
  /** The paragraphs of the section before and after `text`. */
  before: string
  after: string
  /** Headings of the section, outermost first. */
  path: string[]
  title: string
  book: string
  curriculumUid: string
  curriculumKind: CurriculumKind
  chapterUid: string | null
  chapterKind: ChapterKind | null
  pid: string
  /** Paragraph number in its chapter, from 1; 0 for questions and notes. */
  number: number
  /** Paragraphs that the answer quotes: `text` and those around it. Empty for questions and notes. */
  shown: { pid: string; length: number }[]
  questionUid: string | null
  score: number
  /** Share of the question's topic that the passage covers, 0 to 1. */
  covered: number
}

/** Maximum number of terms looked up in the index; all others are only used for ranking. */
const mostLookedUp = 16
const mostTerms = 40
/** Limit for counting rows: a more frequent term carries no information. */
const mostCounted = 3000
const mostCandidates = 300
const mostChapters = 40
/** Longest section shown, in characters; of a longer one, only whole paragraphs around the best one are shown. */
const mostShown = 1600
/** Maximum of chapters found by their title; their paragraphs may not repeat the term. */
const mostNamed = 8

const quoted = (gram: string) => `'${gram.replace(/[\\']/g, (sign) => sign + sign)}'`

/** Returns a tsquery for all character pairs and words of a form; null for single characters and signs. */
function formQuery(form: string): string | null {
  const grams = gramsOf(form).filter((gram) => gram.length > 1)
  return grams.length > 0 ? grams.map(quoted).join(' & ') : null
}

const termQuery = ({ forms }: Pick<QueryTerm, 'forms'>): string | null => {
  const queries = forms.flatMap((form) => formQuery(form) ?? [])
  return queries.length > 0 ? queries.map((query) => `(${query})`).join(' | ') : null
}

interface Weighed extends Term {
  query: string | null
}

/** Weights each term of the question by the number of paragraphs containing it. */
async function weigh(db: Db, question: string): Promise<Weighed[]> {
  const terms = queryTerms(question, await wordTools()).slice(0, mostTerms)
  const queries = terms.map(termQuery)
  if (queries.every((query) => query === null)) return []
  const { rows } = await sql<{ found: number; all: number }>`
    select case when query is null then ${mostCounted / 10} else (select count(*) from (
        select from paragraphs p where p.grams @@ query::tsquery limit ${mostCounted}) as counted) end as found,
      (select greatest(reltuples, 1000) from pg_class where relname = 'paragraphs') as all
    from unnest(${queries}::text[]) with ordinality as g (query, place) order by place`.execute(db)
  return terms.map(({ forms, share, topic }, i) => {
    const { found, all } = rows[i]!
    return {
      forms,
      topic,
      found: Number(found),
      weight: share * rarity(Number(found), Number(all)),
      query: queries[i]!,
    }
  })
}

/** Selects the terms to look up: the rarest that occur in paragraphs, and some that may occur only in questions. */
function lookedUp(terms: Weighed[]): Weighed[] {
  const rarest = terms.filter(({ query }) => query !== null).sort((a, b) => b.weight - a.weight)
  const known = rarest.filter(({ found }) => found > 0).slice(0, mostLookedUp)
  return [...known, ...rarest.filter(({ found }) => found === 0).slice(0, mostLookedUp / 2)]
}

const anyQuery = (terms: Weighed[]) => terms.map(({ query }) => `(${query})`).join(' | ')

/** Total weight of the terms contained in a row's grams, used to sort the rows. */
const weightOf = (grams: ReturnType<typeof sql>, terms: Weighed[]) => sql<number>`(
  select sum(weight) from unnest(${terms.map(({ query }) => query)}::tsquery[], ${terms.map(({ weight }) => weight)}::float8[])
    as t (query, weight) where ${grams} @@ query)`

type Found = Omit<Passage, 'score' | 'covered' | 'sentence'>

interface Place {
  found: Found
  paragraphs: Paragraph[]
  /** Name of the section in the results of vectors; empty for questions and notes. */
  section: string
}

interface ChapterRow {
  id: number
  uid: string
  title: string
  kind: ChapterKind
  curriculumUid: string
  curriculumKind: CurriculumKind
  book: string
}

/** Returns the sections of the chapters that contain most of the terms, in paragraphs or in the chapter title. */
async function sections(db: Db, { userId, now, near = [] }: Wanted, terms: Weighed[]): Promise<Place[]> {
  const nearChapters = [...new Set(near.map(({ chapterId }) => chapterId))]
  const any = anyQuery(terms)
  const { rows } = await sql<ChapterRow>`
    with named as (
      select d.target from search_documents d
      where d.kind = 'chapter' and d.grams @@ ${any}::tsquery
      order by ${weightOf(sql`d.grams`, terms)} desc limit ${mostNamed}
    ), matching as (
      select p.chapter_id, ${weightOf(sql`p.grams`, terms)} as weight
      from paragraphs p
      join chapters ch on ch.id = p.chapter_id
      join curricula c on c.id = ch.curriculum_id
      where (p.grams @@ ${any}::tsquery or ch.uid in (select target from named))
        and ch.removed_at is null and ${onSale(now)} and (ch.free or ${ownedBy({ id: userId })})
      order by weight desc nulls last limit ${mostCandidates}
    ), best as (
      select chapter_id, max(coalesce(weight, 0)) + 0.1 * sum(coalesce(weight, 0)) as weight from matching
      group by chapter_id order by 2 desc limit ${mostChapters}
    ), near as (
      select ch.id as chapter_id, 0 as weight from chapters ch join curricula c on c.id = ch.curriculum_id
      where ch.id = any (${nearChapters}::bigint[]) and ch.id not in (select chapter_id from best)
        and ch.removed_at is null and ${onSale(now)} and (ch.free or ${ownedBy({ id: userId })})
    ), found as (
      select chapter_id, weight from best union all select chapter_id, weight from near
    )
    select ch.id, ch.uid, ch.title, ch.kind, c.uid as "curriculumUid", c.kind as "curriculumKind", c.title as book
    from found join chapters ch on ch.id = found.chapter_id join curricula c on c.id = ch.curriculum_id
    order by found.weight desc, ch.id`.execute(db)
  const chapters = new Map(rows.map((row) => [Number(row.id), row]))
  const all = await sectionsOf(db, [...chapters.keys()])
  return all.map((section) => placeOf(section, chapters.get(Number(section.chapterId))!))
}

function placeOf({ path, paragraphs }: Section, chapter: ChapterRow): Place {
  const found: Found = {
    kind: 'paragraph',
    text: '',
    before: '',
    after: '',
    path,
    title: chapter.title,
    book: chapter.book,
    curriculumUid: chapter.curriculumUid,
    curriculumKind: chapter.curriculumKind,
    chapterUid: chapter.uid,
    chapterKind: chapter.kind,
    pid: '',
    number: 0,
    shown: [],
    questionUid: null,
  }
  return { found, paragraphs, section: `${chapter.id} ${paragraphs[0]!.pid}` }
}

/** Returns a section as a passage around paragraph `focus`; of a long section, only the paragraphs nearest to it. */
function shown({ found, paragraphs }: Place, focus: number): Found {
  if (found.kind !== 'paragraph') return found
  let [from, to] = [focus, focus + 1]
  let length = paragraphs[focus]!.text.length
  for (let grown = true; grown; ) {
    grown = false
    for (const side of [from - 1, to]) {
      const next = paragraphs[side]
      if (!next || length + next.text.length > mostShown) continue
      length += next.text.length
      if (side < from) from--
      else to++
      grown = true
    }
  }
  const text = (some: Paragraph[]) => some.map((paragraph) => paragraph.text).join('\n')
  const { pid, number, text: focusText } = paragraphs[focus]!
  return {
    ...found,
    text: focusText,
    pid,
    number,
    before: text(paragraphs.slice(from, focus)),
    after: text(paragraphs.slice(focus + 1, to)),
    shown: paragraphs.slice(from, to).map((paragraph) => ({ pid: paragraph.pid, length: paragraph.text.length })),
  }
}

async function questionStems(db: Db, userId: number, terms: Weighed[], now: number) {
  const any = anyQuery(terms)
  const { rows } = await sql<Found>`
    select 'question' as kind, '' as pid, qt.text, coalesce(ch.title, '') as title, c.title as book, 0 as number,
      q.uid as "questionUid", ch.uid as "chapterUid", ch.kind as "chapterKind", c.uid as "curriculumUid",
      c.kind as "curriculumKind", '' as before, '' as after, '{}'::text[] as path, '[]'::jsonb as shown
    from question_texts qt
    join questions q on q.id = qt.question_id
    join curricula c on c.id = q.curriculum_id
    left join chapters ch on ch.id = q.chapter_id
    where qt.grams @@ ${any}::tsquery and q.removed_at is null and not ${inOpenExam('q.id', now)} and ${onSale(now)} and (q.free or ${ownedBy({ id: userId })})
    order by ${weightOf(sql`qt.grams`, terms)} desc limit ${mostCandidates}`.execute(db)
  return rows
}

/** Returns the user's notes, including those of highlights. They are few, so all of them are ranked. */
async function ownNotes(db: Db, userId: number, now: number) {
  const { rows } = await sql<Found>`
    select 'note' as kind, p.pid, p.text, ch.title, c.title as book, 0 as number, null as "questionUid",
      ch.uid as "chapterUid", ch.kind as "chapterKind", c.uid as "curriculumUid", c.kind as "curriculumKind",
      p.quote as before, '' as after, '{}'::text[] as path, '[]'::jsonb as shown
    from (
      select chapter_id, curriculum_id, pid, text, quote, created_at as at from posts
      where kind = 'note' and user_id = ${userId}
      union all
      select chapter_id, curriculum_id, coalesce(place->>'pid', ''), note, locator->>'exact', edited_at from highlights
      where user_id = ${userId} and note <> '' and not removed
    ) as p join chapters ch on ch.id = p.chapter_id join curricula c on c.id = p.curriculum_id
    where ch.removed_at is null and ${onSale(now)} and (ch.free or ${ownedBy({ id: userId })})
    order by p.at desc limit 300`.execute(db)
  return rows
}

export interface Wanted {
  userId: number
  question: string
  now: number
  kinds?: readonly Passage['kind'][]
  most?: number
  /** Sections nearest in meaning, nearest first; sections that the user may not read are filtered out here. */
  near?: readonly VectorHit[]
}

/** Matches questions that ask what something is, not how or why. */
const definition = /什么(是|叫|意思)|(是|叫)(什么|指)|的?(定义|含义|概念|意思)|指什么|是啥/

const placeOfRow = (found: Found): Place => ({
  found,
  section: '',
  paragraphs: [{ pid: found.pid, text: [found.before, found.text].filter(Boolean).join('\n'), number: found.number }],
})

/** Reads the sections, questions and notes that may contain the answer, and the terms to rank them by. */
async function placesFor(db: Db, options: Wanted) {
  const { userId, question, now, kinds } = options
  const terms = await weigh(db, question)
  const search = lookedUp(terms)
  const wanted = (kind: Passage['kind']) => search.length > 0 && (!kinds || kinds.includes(kind))
  const places = [
    ...(wanted('paragraph') ? await sections(db, options, search) : []),
    ...(wanted('question') ? (await questionStems(db, userId, search, now)).map(placeOfRow) : []),
    ...(wanted('note') ? (await ownNotes(db, userId, now)).map(placeOfRow) : []),
  ]
  const candidates = places.map(({ found, paragraphs }) => ({
    chapter: found.title,
    book: found.book,
    heading: found.path.join(' '),
    paragraphs,
  }))
  return { terms, places, candidates, asksDefinition: definition.test(question) }
}

/** Returns the best passages for a question. Only searches what the user may read. */
export async function retrieve(db: Db, wanted: Wanted): Promise<Passage[]> {
  const { terms, places, candidates, asksDefinition } = await placesFor(db, wanted)
  const ranks = rank(candidates, terms, asksDefinition)
  const rated = places.map((place, i) => ({ place, ...ranks[i]!, score: ranks[i]!.score * share[place.found.kind] }))
  return fuse(rated, wanted.near ?? [])
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, wanted.most ?? 6)
    .map(({ place, focus, score, about }) => {
      const found = shown(place, focus)
      return { ...found, sentence: bestSentence(found.text, terms), score, covered: about }
    })
}

/** Weights by kind: paragraphs explain; questions and the user's notes rank after them. */
const share = { paragraph: 1, question: 0.4, note: 0.7 }

/** Ranks below this one hardly differ (reciprocal rank fusion). */
const rankBase = 60
/**
 * Share assumed for a section among the nearest in meaning: it may answer although it shares no word with the question.
 */
const nearCovered = 0.1
const nearest = 5

interface Rated {
  place: Place
  score: number
  about: number
  focus: number
}

/** Combines the ranking by words with the ranking by meaning; without vectors, the scores stay unchanged. */
function fuse(rated: Rated[], near: readonly VectorHit[]): Rated[] {
  if (near.length === 0) return rated
  const places = new Map(near.map(({ chapterId, pid }, i) => [`${chapterId} ${pid}`, i]))
  const byWords = new Map(rated.toSorted((a, b) => b.score - a.score).map((one, i) => [one, i]))
  return rated.map((one) => {
    const byMeaning = places.get(one.place.section)
    const words = one.score > 0 ? 1 / (rankBase + byWords.get(one)!) : 0
    const meaning = byMeaning === undefined ? 0 : 1 / (rankBase + byMeaning)
    const about = byMeaning !== undefined && byMeaning < nearest ? Math.max(one.about, nearCovered) : one.about
    return { ...one, about, score: words + meaning }
  })
}
