import type { CurriculumKind } from '@dxx/contract/shapes'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { type ChapterKind, onSale, ownedBy } from '../catalogue/public'
import { inOpenExam } from '../questions/public'
import { piecesOf, termsOf } from './query-terms'
import { type Candidate, coverage, rank, rarity, type Term } from './rank'

/** A location in the materials that the user may read. */
export interface Passage extends Candidate {
  kind: 'paragraph' | 'question' | 'note'
  curriculumUid: string
  curriculumKind: CurriculumKind
  chapterUid: string | null
  chapterKind: ChapterKind | null
  pid: string
  /** Paragraph number in its chapter, from 1; 0 for other kinds. */
  number: number
  /** Range of paragraphs shown with it. */
  first: number
  last: number
  questionUid: string | null
  score: number
  /** See `coverage`. */
  covered: number
}

type Found = Omit<Passage, 'score' | 'covered'>

/** Maximum of terms looked up in the index; the others are used for ranking only. */
const mostLookedUp = 16
const mostTerms = 40
/** Limit for counting rows: a more frequent term carries no information. */
const mostCounted = 3000
const mostCandidates = 300
/** Characters of context on each side of a paragraph, in whole paragraphs. */
const around = 180
const mostAround = 8
/** Chapters found by title, because their paragraphs may not repeat the term. */
const mostNamed = 5

const quoted = (gram: string) => `'${gram.replaceAll("'", "''")}'`

/** Weights each gram of the question by the number of paragraphs containing it. */
async function weigh(db: Db, question: string): Promise<Weighed[]> {
  const grams = termsOf(question).slice(0, mostTerms)
  if (grams.length === 0) return []
  const { rows } = await sql<{ gram: string; found: number; all: number }>`
    select gram, (select count(*) from (
        select from paragraphs p where p.grams @@ query::tsquery limit ${mostCounted}) as held) as found,
      (select greatest(reltuples, 1000) from pg_class where relname = 'paragraphs') as all
    from unnest(${grams}::text[], ${grams.map(quoted)}::text[]) as g (gram, query)`.execute(db)
  return rows.map(({ gram, found, all }) => ({
    gram,
    found,
    weight: rarity(found, Number(all)),
  }))
}

interface Weighed extends Term {
  /** Number of paragraphs containing the gram. */
  found: number
}

/** Selects the index terms: the rarest that occur in paragraphs, and some that may occur only in questions. */
function lookedUp(terms: Weighed[]): Term[] {
  const rarest = [...terms].sort((a, b) => b.weight - a.weight)
  const known = rarest.filter(({ found }) => found > 0).slice(0, mostLookedUp)
  return [...known, ...rarest.filter(({ found }) => found === 0).slice(0, mostLookedUp / 2)]
}

/** Total weight of the terms contained in a row's grams, used to sort the rows. */
const weightOf = (grams: ReturnType<typeof sql>, terms: Term[]) => sql<number>`(
  select sum(weight) from unnest(${terms.map(({ gram }) => quoted(gram))}::tsquery[], ${terms.map(({ weight }) => weight)}::float8[])
    as t (query, weight) where ${grams} @@ query)`

async function paragraphs(db: Db, userId: number, terms: Term[], now: number) {
  const any = terms.map(({ gram }) => quoted(gram)).join(' | ')
  const { rows } = await sql<Found & { above: string[]; below: string[] }>`
    with named as (
      select d.target from search_documents d
      where d.kind = 'chapter' and d.grams @@ ${any}::tsquery
      order by ${weightOf(sql`d.grams`, terms)} desc limit ${mostNamed}
    ), found as (
      select p.chapter_id, p.pid, p.position, p.text, ch.uid as chapter_uid, ch.title, ch.kind as chapter_kind,
        c.uid as curriculum_uid, c.kind as curriculum_kind, c.title as book,
        ${weightOf(sql`p.grams`, terms)} as weight
      from paragraphs p
      join chapters ch on ch.id = p.chapter_id
      join curricula c on c.id = ch.curriculum_id
      where (p.grams @@ ${any}::tsquery or ch.uid in (select target from named))
        and ch.removed_at is null and ${onSale(now)} and (ch.free or ${ownedBy({ id: userId })})
      order by weight desc nulls last limit ${mostCandidates}
    )
    select 'paragraph' as kind, f.pid, f.text, f.title, f.book, f.position + 1 as number, null as "questionUid",
      f.chapter_uid as "chapterUid", f.chapter_kind as "chapterKind",
      f.curriculum_uid as "curriculumUid", f.curriculum_kind as "curriculumKind",
      array(select p.text from paragraphs p where p.chapter_id = f.chapter_id
        and p.position between f.position - ${mostAround} and f.position - 1 order by p.position desc) as above,
      array(select p.text from paragraphs p where p.chapter_id = f.chapter_id
        and p.position between f.position + 1 and f.position + ${mostAround} order by p.position) as below
    from found f`.execute(db)
  return rows.map(({ above, below, ...row }): Found => {
    const [before, after] = [nearest(above), nearest(below)]
    return {
      ...row,
      before: before.reverse().join('\n'),
      after: after.join('\n'),
      first: row.number - before.length,
      last: row.number + after.length,
    }
  })
}

/** Returns the nearest paragraphs up to the context length. */
function nearest(texts: string[]): string[] {
  let length = 0
  const enough = texts.findIndex((text) => {
    length += text.length
    return length >= around
  })
  return enough < 0 ? texts : texts.slice(0, enough + 1)
}

async function questionStems(db: Db, userId: number, terms: Term[], now: number) {
  const any = terms.map(({ gram }) => quoted(gram)).join(' | ')
  const { rows } = await sql<Found>`
    select 'question' as kind, '' as pid, qt.text, coalesce(ch.title, '') as title, c.title as book, 0 as number,
      q.uid as "questionUid", ch.uid as "chapterUid", ch.kind as "chapterKind", c.uid as "curriculumUid",
      c.kind as "curriculumKind", '' as before, '' as after, 0 as first, 0 as last
    from question_texts qt
    join questions q on q.id = qt.question_id
    join curricula c on c.id = q.curriculum_id
    left join chapters ch on ch.id = q.chapter_id
    where qt.grams @@ ${any}::tsquery and q.removed_at is null and not ${inOpenExam('q.id', now)} and ${onSale(now)} and (q.free or ${ownedBy({ id: userId })})
    order by ${weightOf(sql`qt.grams`, terms)} desc limit ${mostCandidates}`.execute(db)
  return rows
}

/** The user's own notes, including those at highlights: few enough to check each. */
async function ownNotes(db: Db, userId: number, now: number) {
  const { rows } = await sql<Found>`
    select 'note' as kind, p.pid, p.text, ch.title, c.title as book, 0 as number, null as "questionUid",
      ch.uid as "chapterUid", ch.kind as "chapterKind", c.uid as "curriculumUid", c.kind as "curriculumKind",
      p.quote as before, '' as after, 0 as first, 0 as last
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
}

/** Returns the best passages for a question. Only searches what the user may read. */
export async function retrieve(db: Db, { userId, question, now, kinds, most = 6 }: Wanted): Promise<Passage[]> {
  const pieces = piecesOf(question)
  const terms = await weigh(db, question)
  if (terms.length === 0) return []
  const wanted = (kind: Passage['kind']) => !kinds || kinds.includes(kind)
  const search = lookedUp(terms)
  const found = [
    ...(wanted('paragraph') ? await paragraphs(db, userId, search, now) : []),
    ...(wanted('question') ? await questionStems(db, userId, search, now) : []),
    ...(wanted('note') ? await ownNotes(db, userId, now) : []),
  ]
  const scores = rank(found, terms)
  const ranked = found
    .map((one, i) => ({
      ...one,
      score: scores[i]! * share[one.kind],
      covered: coverage(one, pieces),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  return apart(ranked).slice(0, most)
}

/** Weights by kind: paragraphs explain; questions and the user's notes rank after them. */
const share = { paragraph: 1, question: 0.55, note: 0.7 }

/** Drops passages already shown as context of a better one. */
function apart(passages: Passage[]): Passage[] {
  const kept: Passage[] = []
  for (const one of passages) {
    const near = (other: Passage) =>
      one.kind === 'paragraph' &&
      other.kind === 'paragraph' &&
      other.chapterUid === one.chapterUid &&
      one.number >= other.first &&
      one.number <= other.last
    if (!kept.some(near)) kept.push(one)
  }
  return kept
}
