import { normalise } from '../../text/text'

/** A query term and its weight: higher the rarer it is in all materials. */
export interface Term {
  gram: string
  weight: number
}

/** Saturation of repeated terms and length normalisation (BM25's k1 and b). */
const saturation = 1.2
const lengthShare = 0.4
const usualLength = 120
/** Weights of the surrounding text, lower than that of the passage itself. */
const shares = { around: 0.7, title: 0.6, book: 0.15, chapter: 0.3 }
/** Weight of single characters, which still match reordered words: 打乱 and 乱序. */
const characterShare = 0.2
/** Weights of a chapter's best paragraphs in its chapter score. */
const chapterBest = [0.5, 0.3, 0.2]

export interface Candidate {
  text: string
  chapterUid: string | null
  title: string
  book: string
  before: string
  after: string
}

function occurrences(folded: string, gram: string): number {
  let count = 0
  for (let at = folded.indexOf(gram); at >= 0; at = folded.indexOf(gram, at + gram.length)) count++
  return count
}

function scoreOf(text: string, terms: Term[]): number {
  const folded = normalise(text)
  const norm = saturation * (1 - lengthShare + (lengthShare * folded.length) / usualLength)
  let score = 0
  for (const { gram, weight } of terms) {
    const count = occurrences(folded, gram)
    if (count > 0) score += (weight * count * (saturation + 1)) / (count + norm)
  }
  return score
}

/** Weight of a gram contained in `found` of `all` texts. */
export const rarity = (found: number, all: number) => Math.log(1 + Math.max(0, all - found + 0.5) / (found + 0.5))

/** Returns the single characters of the topic, weighted as a share of the commonest pair that contains each. */
function characterTerms(pairs: Term[]): Term[] {
  const least = new Map<string, number>()
  for (const { gram, weight } of pairs)
    for (const [character] of gram.matchAll(/\p{Script=Han}/gu))
      least.set(character, Math.min(weight, least.get(character) ?? weight))
  return [...least].map(([gram, weight]) => ({ gram, weight: characterShare * weight }))
}

/** Scores passages for one question; scores of different questions are not comparable. */
export function rank(candidates: readonly Candidate[], grams: Term[]): number[] {
  const terms = [...grams, ...characterTerms(grams)]
  const own = candidates.map(({ text }) => scoreOf(text, terms))
  const chapters = new Map<string | null, number[]>()
  candidates.forEach(({ chapterUid }, i) => {
    chapters.set(chapterUid, [...(chapters.get(chapterUid) ?? []), own[i]!].sort((a, b) => b - a).slice(0, 3))
  })
  const ofChapter = (uid: string | null) =>
    uid === null ? 0 : chapterBest.reduce((sum, share, i) => sum + share * (chapters.get(uid)![i] ?? 0), 0)
  return candidates.map(({ text, chapterUid, title, book, before, after }, i) => {
    const all =
      own[i]! +
      shares.around * scoreOf(`${before}\n${after}`, terms) +
      shares.title * scoreOf(title, terms) +
      shares.book * scoreOf(book, terms) +
      shares.chapter * ofChapter(chapterUid)
    return all * (isLabel(text) ? labelShare : 1)
  })
}

/** Headings and captions only name a topic; the explanation is next to them. */
const isLabel = (text: string) => text.length < 16 || /图 \d+-\d+ /.test(text)
const labelShare = 0.8

/** Runs of Chinese characters, or words of other scripts. */
const runs = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}_])+/gu
const isHan = (run: string) => /\p{Script=Han}/u.test(run)
/** A non-Chinese word counts as two characters. */
const wordSize = 2

/**
 * Share of the topic words covered by a passage and its surroundings, 0 to 1: a character counts if a pair containing
 * it occurs in the passage. Pairs across two words need not occur.
 */
export function coverage({ text, title, before, after }: Candidate, pieces: string): number {
  const folded = normalise(`${title}\n${before}\n${text}\n${after}`)
  let [met, all] = [0, 0]
  for (const [run] of pieces.matchAll(runs)) {
    if (!isHan(run)) {
      if (run.length < 2) continue
      all += wordSize
      if (folded.includes(run)) met += wordSize
      continue
    }
    const characters = [...run]
    if (characters.length === 1) continue
    all += characters.length
    characters.forEach((character, i) => {
      const pairs = [
        characters[i - 1] && characters[i - 1] + character,
        characters[i + 1] && character + characters[i + 1],
      ]
      if (pairs.some((pair) => pair && folded.includes(pair))) met++
    })
  }
  return all > 0 ? met / all : 0
}
