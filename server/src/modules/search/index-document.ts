import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { parseHtml } from '../../text/document'
import { collectTopics, coreOf, type Mined, splitTitle, Tokens, type TopicTexts, topicTexts } from '../../text/terms'
import { isFiller, type WordTools, wordTools } from '../../text/words'

/** Increase it when the computation of tokens or terms changes: a job then computes all rows again. */
const indexVersion = 4

export interface Indexable {
  title: string
  /** Text that all users may read: summaries, tags, articles. */
  body: string
  /** Names users type, such as authors and tags. */
  names: string[]
  /** Title of the curriculum that a chapter belongs to. */
  book?: string
  /** Of a chapter's text only headings, names, code and frequent words are indexed. */
  topics?: TopicTexts
}

export interface Indexed {
  name: string
  /** A tsvector literal. */
  words: string
  terms: string[]
  indexed: number
}

export interface Vocabulary {
  term: string
  weight: number
}

const mostTerms = 120
const nothing: Mined = { headings: [], names: [], code: [], captions: [], words: new Map() }

/** Computes the search columns of a document, and the terms it adds to the vocabulary. */
export function indexDocument(
  { title, body, names, book, topics }: Indexable,
  tools: WordTools,
): { columns: Indexed; vocabulary: Vocabulary[] } {
  const { fold, cut } = tools
  const [foldedTitle, foldedNames] = [fold(title), names.map(fold)]
  const core = coreOf(foldedTitle)
  const mined = topics ? collectTopics(topics, tools) : nothing
  const tokens = new Tokens(cut).name(foldedTitle, 'A').name(core, 'A')
  if (book) tokens.book(fold(book))
  for (const name of foldedNames) tokens.name(name, 'B')
  for (const heading of mined.headings) tokens.name(heading, 'B')
  for (const name of mined.names) tokens.name(name, 'C')
  tokens.text(fold(body), 'C')
  for (const caption of mined.captions) tokens.text(caption, 'C')
  for (const [word, count] of mined.words) tokens.word(word, 'D', count)
  for (const piece of mined.code) {
    tokens.text(piece.replace(/\s+/g, ' '), 'D').text(piece.replace(/\s+/g, ''), 'D')
    // binary_search is also found by its words.
    if (/[a-z]_[a-z]/.test(piece)) tokens.text(piece.replaceAll('_', ' '), 'D')
  }

  const vocabulary = new Map<string, number>()
  const learn = (term: string, weight: number) => {
    const plain = term.replace(/\s+/g, ' ').trim()
    if (isTerm(plain)) vocabulary.set(plain, Math.max(weight, vocabulary.get(plain) ?? 0))
  }
  for (const name of [coreOf(foldedTitle), ...foldedNames]) {
    for (const part of [...splitTitle(name), ...name.split(/[：:，,？?！!]/)]) if (part.length <= 12) learn(part, 3)
    for (const word of cut(name)) learn(word, 3)
  }
  for (const name of [...mined.headings, ...mined.names]) for (const part of splitTitle(name)) learn(part, 2)
  for (const word of mined.words.keys()) learn(word, 1)
  for (const piece of mined.code) if (/^[a-z_]{3,20}$/.test(piece)) learn(piece, 1)
  const terms = [...vocabulary].sort(([, a], [, b]) => b - a).slice(0, mostTerms)
  return {
    columns: { name: core, words: tokens.literal(), terms: terms.map(([term]) => term), indexed: indexVersion },
    vocabulary: terms.map(([term, weight]) => ({ term, weight })),
  }
}

/** Whether a student may search for the term: numbers, question words and the rest of a phrase are excluded. */
const isTerm = (term: string) =>
  term.length <= 20 &&
  !isFiller(term) &&
  !term.startsWith('的') &&
  /[\p{Script=Han}a-z]/u.test(term) &&
  !/^[a-z]$/.test(term)

/** Pieces by which similar spellings of a term are found: its Chinese characters, or its pairs of letters. */
export function piecesOfTerm(term: string): string[] {
  const squeezed = term.replace(/\s+/g, '')
  if (/\p{Script=Han}/u.test(squeezed)) return [...new Set(squeezed)]
  return [...new Set([...squeezed].slice(1).map((letter, i) => squeezed[i]! + letter))]
}

/** Adds terms to the vocabulary. */
export async function learnTerms(db: Db, vocabulary: readonly Vocabulary[]): Promise<void> {
  const weights = new Map<string, number>()
  for (const { term, weight } of vocabulary) weights.set(term, Math.max(weight, weights.get(term) ?? 0))
  if (weights.size === 0) return
  const { rows: known } = await sql<{ term: string; weight: number }>`
    select term, weight from search_terms where term = any (${[...weights.keys()]}::text[])`.execute(db)
  for (const { term, weight } of known) if (weight >= weights.get(term)!) weights.delete(term)
  // Sorted, so that parallel imports lock rows in the same order and do not deadlock.
  const added = [...weights].sort(([a], [b]) => (a < b ? -1 : 1))
  if (added.length === 0) return
  const { soundsOf } = await import('../../text/sounds')
  const rows = added.map(([term, weight]) => ({ term, weight, ...soundsOf(term), pieces: piecesOfTerm(term) }))
  await sql`
    insert into search_terms (term, spelled, initials, blurred, pieces, weight)
    select term, spelled, initials, blurred, string_to_array(pieces, ' '), weight
    from unnest(${rows.map(({ term }) => term)}::text[], ${rows.map(({ spelled }) => spelled)}::text[],
      ${rows.map(({ initials }) => initials)}::text[], ${rows.map(({ blurred }) => blurred)}::text[],
      ${rows.map(({ pieces }) => pieces.join(' '))}::text[], ${rows.map(({ weight }) => weight)}::smallint[])
      as t (term, spelled, initials, blurred, pieces, weight)
    on conflict (term) do update set weight = greatest(search_terms.weight, excluded.weight)`.execute(db)
}

const chunk = 100

/** Computes the columns of rows written by an older version. */
export async function refreshSearchDocuments(db: Db): Promise<number> {
  let done = 0
  for (;;) {
    const { rows } = await sql<{
      id: number
      kind: string
      title: string
      body: string
      html: string
      book: string
      names: string[]
    }>`
      select d.id, d.kind, d.title, d.body, coalesce(ch.html, '') as html,
        case when d.kind = 'chapter' then coalesce(c.title, '') else '' end as book,
        coalesce(case when d.kind <> 'chapter' then c.tags end, '{}') as names
      from search_documents d
      left join chapters ch on d.kind = 'chapter' and ch.uid = d.target
      left join curricula c on c.id = d.curriculum_id
      where d.indexed < ${indexVersion} order by d.id limit ${chunk}`.execute(db)
    if (rows.length === 0) return done
    const tools = await wordTools()
    const all = rows.map((row) => {
      const topics = row.html === '' ? undefined : topicTexts(parseHtml(row.html).children)
      return { id: row.id, ...indexDocument({ ...row, topics }, tools) }
    })
    await learnTerms(
      db,
      all.flatMap(({ vocabulary }) => vocabulary),
    )
    for (const { id, columns } of all)
      await sql`
        update search_documents set name = ${columns.name}, words = ${columns.words}::tsvector, terms = ${columns.terms}::text[],
          indexed = ${columns.indexed} where id = ${id}`.execute(db)
    done += rows.length
  }
}
