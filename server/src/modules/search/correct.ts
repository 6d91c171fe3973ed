import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { latinWords } from '../../text/bilingual'
import { chineseTopics } from '../../text/related-terms'
import { piecesOfTerm } from './index-document'

/** Edit distance: number of characters to insert, delete, replace or swap with their neighbour. */
function distance(a: string, b: string): number {
  const [left, right] = [[...a], [...b]]
  const rows: number[][] = [Array.from({ length: right.length + 1 }, (_, i) => i)]
  for (let i = 1; i <= left.length; i++) {
    const row = [i]
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1]
      let least = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1])
        least = Math.min(least, rows[i - 2]![j - 2]! + 1)
      row.push(least)
    }
    rows.push(row)
  }
  return rows[left.length]![right.length]!
}

const isHan = (text: string) => /\p{Script=Han}/u.test(text)

/** Maximum number of mistakes for which a word of this length is corrected. */
const mostMistakes = (length: number, han: boolean) =>
  han ? (length < 3 ? 0 : length < 6 ? 1 : 2) : length < 4 ? 0 : length < 9 ? 1 : 2

/** Chinese words shorter than this are corrected only to words of equal length: 算法课 is not a mistyped 算法. */
const longHan = 5

/** Maximum number of letters by which the pinyin of a short word may differ. */
const mostSoundsOff = 1

interface Candidate {
  term: string
  blurred: string
  weight: number
}

const mostCandidates = 200

/**
 * Returns the term that the user probably meant: it sounds the same or differs in few characters. Null if there is
 * none.
 */
async function correctWord(db: Db, word: string): Promise<string | null> {
  const han = isHan(word)
  const length = [...word].length
  if (length < (han ? 2 : 4)) return null
  const { soundsOf } = await import('../../text/sounds')
  const { blurred } = soundsOf(word)
  const { rows } = await sql<Candidate>`
    (select term, blurred, weight from search_terms where blurred = ${blurred} limit ${mostCandidates})
    union
    (select term, blurred, weight from search_terms
      where pieces && ${piecesOfTerm(word)}::text[] and char_length(term) between ${length - 1} and ${length + 1}
      order by cardinality(array(select unnest(pieces) intersect select unnest(${piecesOfTerm(word)}::text[]))) desc, weight desc
      limit ${mostCandidates})`.execute(db)
  const listed = han ? listedTopics(length, soundsOf) : latinWords.map((term) => ({ term, blurred: term, weight: 2 }))
  const candidates = [...rows, ...listed]
  if (candidates.some(({ term }) => term === word)) return null
  const rated = candidates.flatMap(({ term, blurred: sound, weight }) => {
    if (isHan(term) !== han || (han && length < longHan && [...term].length !== length)) return []
    const mistakes = distance(word, term)
    const alike = han && sound === blurred && [...term].length === length
    if (!alike && (mistakes > mostMistakes(length, han) || (!han && term[0] !== word[0]))) return []
    // In a short word, a character with another sound makes another word and is not a mistake: 桶排序 is not 堆排序.
    if (han && length < 4 && distance(sound, blurred) > mostSoundsOff) return []
    // A wrong character with the same sound is a more common mistake than one with a different sound, so it costs less.
    const cost = alike ? 0.3 * mistakes : mistakes + (han ? distance(sound, blurred) / 6 : 0)
    return [{ term, cost: cost - 0.2 * weight }]
  })
  return rated.sort((a, b) => a.cost - b.cost)[0]?.term ?? null
}

const blurredTopics = new Map<string, string>()

/** Listed topics of about the length of a word: the content may name a topic otherwise than the student. */
function listedTopics(length: number, soundsOf: (term: string) => { blurred: string }, off = 1): Candidate[] {
  return chineseTopics
    .filter((term) => Math.abs([...term].length - length) <= off)
    .map((term) => {
      const blurred = blurredTopics.get(term) ?? soundsOf(term).blurred
      blurredTopics.set(term, blurred)
      return { term, blurred, weight: 1 }
    })
}

/** Lengths of terms that are looked for by their sound within a longer input. */
const [shortestPart, longestPart] = [3, 6]

/** Corrects a term within a longer run of Chinese characters, if it sounds the same. Null if there is none. */
async function correctPart(db: Db, run: string): Promise<string | null> {
  if (!isHan(run) || run.length <= shortestPart) return null
  const { soundsOf } = await import('../../text/sounds')
  const parts: { part: string; blurred: string }[] = []
  for (let length = Math.min(longestPart, run.length - 1); length >= shortestPart; length--)
    for (let at = 0; at + length <= run.length; at++) {
      const part = run.slice(at, at + length)
      parts.push({ part, blurred: soundsOf(part).blurred })
    }
  const { rows } = await sql<{ term: string; blurred: string }>`
    select term, blurred from search_terms where blurred = any (${parts.map(({ blurred }) => blurred)}::text[])
    order by weight desc`.execute(db)
  const known = [...rows, ...listedTopics(longestPart, soundsOf, longestPart - shortestPart)]
  for (const { part, blurred } of parts) {
    const alike = known.filter((one) => one.blurred === blurred && one.term.length === part.length)
    if (alike.some(({ term }) => term === part)) return null
    if (alike[0]) return run.replace(part, alike[0].term)
  }
  return null
}

/** Returns the input with its mistyped words corrected, or null if no word is mistyped. */
export async function correctSpelling(db: Db, text: string): Promise<string | null> {
  let corrected = text
  for (const [run] of text.matchAll(/\p{Script=Han}+|[a-z][a-z0-9_]+/gu)) {
    const better = (await correctWord(db, run)) ?? (await correctPart(db, run))
    if (better) corrected = corrected.replace(run, better)
  }
  return corrected === text ? null : corrected
}

const mostTerms = 6

/** Returns the terms whose pinyin or initials were typed, exact spellings first. */
export async function termsByPinyin(db: Db, letters: string): Promise<string[]> {
  const { mergeSimilarSounds: blurred } = await import('../../text/sounds')
  const { rows } = await sql<{ term: string }>`
    select term from (
      select term, weight, 0 as place from search_terms where spelled = ${letters}
      union all select term, weight, 1 from search_terms where initials = ${letters} and char_length(term) > 1
      union all select term, weight, 2 from search_terms where blurred = ${blurred(letters)}
      union all (select term, weight, 3 from search_terms where spelled like ${`${letters}%`} and ${letters.length >= 4}
        order by weight desc, char_length(term) limit ${mostTerms})
    ) as t where term ~ '[一-鿿]'
    group by term order by min(place), max(weight) desc, char_length(term), term limit ${mostTerms}`.execute(db)
  return rows.map(({ term }) => term)
}

/** Shortest pinyin of a term that is looked for beside another one. */
const shortestSpelled = 3

/** Returns two terms whose pinyin follows each other in what was typed: tanxinsuanfa is 贪心 算法. */
export async function termPairsByPinyin(db: Db, letters: string): Promise<string[]> {
  const { rows } = await sql<{ term: string }>`
    select a.term || ' ' || b.term as term
    from generate_series(${shortestSpelled}::int, ${letters.length - shortestSpelled}::int) as at
    join search_terms a on a.spelled = left(${letters}::text, at)
    join search_terms b on b.spelled = substr(${letters}::text, at + 1)
    where char_length(a.term) > 1 and char_length(b.term) > 1 and a.term ~ '[一-鿿]' and b.term ~ '[一-鿿]'
    order by a.weight + b.weight desc, a.term, b.term limit ${mostTerms}`.execute(db)
  return rows.map(({ term }) => term)
}

export async function isKnownTerm(db: Db, squeezed: string): Promise<boolean> {
  const { rows } = await sql`select from search_terms where term = ${squeezed}`.execute(db)
  return rows.length > 0
}
