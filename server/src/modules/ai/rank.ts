import { normalise } from '../../text/text'
import type { Paragraph } from './sections'

/** A query term and its weight: higher the rarer it is in all materials. */
export interface Term {
  forms: string[]
  weight: number
  topic: boolean
  /** Number of paragraphs that contain it. */
  found: number
}

/** A place that may answer: a section, a question, or a note. */
export interface Candidate {
  chapter: string
  book: string
  heading: string
  paragraphs: Paragraph[]
}

/** Saturation of repeated terms and length normalisation (BM25's k1 and b). */
const saturation = 1.2
const lengthShare = 0.4
const usual = { paragraph: 120, section: 500 }
const shares = { best: 1, section: 0.9, heading: 0.9, title: 0.6, book: 0.15, chapter: 0.25 }
/** Bonus for a paragraph that defines the topic, as a share of the topic's weight. */
const definesShare = 0.8

function occurrences(folded: string, form: string): number {
  let count = 0
  // A Latin word is not part of another one: rank is not in frank.
  const latin = /^[a-z0-9_]+$/.test(form)
  for (let at = folded.indexOf(form); at >= 0; at = folded.indexOf(form, at + form.length)) {
    if (latin && (/[a-z0-9_]/.test(folded[at - 1] ?? '') || /[a-z_]/.test(folded[at + form.length] ?? ''))) continue
    count++
  }
  return count
}

const countOf = (folded: string, { forms }: Term) => Math.max(...forms.map((form) => occurrences(folded, form)))

function scoreOf(counts: number[], terms: Term[], length: number, usualLength: number): number {
  const norm = saturation * (1 - lengthShare + (lengthShare * length) / usualLength)
  return terms.reduce((sum, { weight }, i) => {
    const count = counts[i]!
    return count > 0 ? sum + (weight * count * (saturation + 1)) / (count + norm) : sum
  }, 0)
}

/** Weight of a term contained in `found` of `all` texts. */
export const rarity = (found: number, all: number) => Math.log(1 + Math.max(0, all - found + 0.5) / (found + 0.5))

/** Captions only name a topic; code and quoted examples show it. The explanation is next to them. */
const isLabel = (text: string) => text.length < 16 || /图 \d+-\d+ /.test(text)
const isCode = (text: string) => text.includes('\n')
/** Where a text shows how not to do it. */
const introducesBad = /(看(一|这)(条|句|段)|第一稿|原文|改之前|坏的|错误的?(写法|做法)|有人(这样|说|写)|换词|一个错误的)[^。]{0,24}[：:]?$/
const isBad = (text: string, before: string) => introducesBad.test(before) || /^(改之前|错误[：:]|坏的[：:])/.test(text)

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Whether a text says what the topic is: 叫栈顶, 栈是, 称为等值. */
function defines(folded: string, form: string): boolean {
  const name = escaped(form)
  return new RegExp(
    `(叫做?|称为|称作|就是|名为|简称|合称)[「“\\s]*${name}|${name}[」”）)\\s]*(是指|指的是|就是|是(?!不是|否)|叫|：|:|的意思)|^${name}[（(]`,
  ).test(folded)
}

export interface Ranked {
  score: number
  /** Index of the paragraph that answers. */
  focus: number
  /** Share of the topic's weight that the place is about, 0 to 1. */
  about: number
}

interface Measured extends Ranked {
  own: number
}

function measure({ chapter, book, heading, paragraphs }: Candidate, terms: Term[], asksDefinition: boolean): Measured {
  const [title, head, bookTitle] = [normalise(chapter), normalise(heading), normalise(book)]
  const texts = paragraphs.map(({ text }) => normalise(text))
  const counts = texts.map((text) => terms.map((term) => countOf(text, term)))
  const totals = terms.map((_, i) => counts.reduce((sum, row) => sum + row[i]!, 0))
  const held = (text: string) => terms.map((term) => Math.min(1, countOf(text, term)))
  const [inHead, inTitle, inBook] = [held(head), held(title), held(bookTitle)]
  const sumOf = (flags: number[]) => terms.reduce((sum, { weight }, i) => sum + weight * flags[i]!, 0)

  let [best, focus] = [-1, 0]
  texts.forEach((text, i) => {
    const raw = scoreOf(counts[i]!, terms, text.length, usual.paragraph)
    const told = paragraphs[i]!.text
    const share = isBad(told, paragraphs[i - 1]?.text ?? '') ? 0.4 : isCode(told) ? 0.6 : isLabel(told) ? 0.7 : 1
    let score = raw * share
    if (share === 1)
      for (const { forms, weight, topic } of terms)
        if (topic && forms.some((form) => text.includes(form) && defines(text, form)))
          score += weight * definesShare * (asksDefinition ? 1 : 0.3)
    if (score > best) [best, focus] = [score, i]
  })
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  const own =
    shares.best * Math.max(0, best) +
    shares.section * scoreOf(totals, terms, length, usual.section) +
    shares.heading * sumOf(inHead) +
    shares.title * sumOf(inTitle) +
    shares.book * sumOf(inBook)
  const all = terms.reduce((sum, { weight }) => sum + weight, 0)
  const met = terms.reduce(
    (sum, { weight }, i) => sum + weight * (totals[i]! > 0 || inHead[i]! > 0 ? 1 : inTitle[i]! > 0 ? 0.8 : 0),
    0,
  )
  return {
    own: own * (0.4 + (0.6 * met) / (all || 1)),
    score: 0,
    focus,
    about: aboutShare(terms, totals, inHead, inTitle, inBook),
  }
}

/** Credit for a word that is mentioned once, is repeated, or names the place. */
const credits = { mentioned: 0.6, repeated: 1, named: 1, book: 0.7 }

function aboutShare(terms: Term[], totals: number[], inHead: number[], inTitle: number[], inBook: number[]): number {
  let [met, all] = [0, 0]
  terms.forEach(({ topic, weight }, i) => {
    if (!topic) return
    all += weight
    if (inHead[i]! > 0 || inTitle[i]! > 0) met += weight * credits.named
    else if (totals[i]! > 1) met += weight * credits.repeated
    else if (totals[i] === 1) met += weight * credits.mentioned
    else if (inBook[i]! > 0) met += weight * credits.book
  })
  return all > 0 ? met / all : 0
}

/** Scores places for one question; scores of different questions are not comparable. */
export function rank(candidates: readonly Candidate[], terms: Term[], asksDefinition: boolean): Ranked[] {
  const measured = candidates.map((one) => measure(one, terms, asksDefinition))
  // A place in a chapter about the topic is more probable than the same words elsewhere.
  const chapters = new Map<string, number>()
  candidates.forEach(({ book, chapter }, i) => {
    const key = `${book}\n${chapter}`
    chapters.set(key, Math.max(chapters.get(key) ?? 0, measured[i]!.own))
  })
  return measured.map(({ own, focus, about }, i) => ({
    score: own + shares.chapter * chapters.get(`${candidates[i]!.book}\n${candidates[i]!.chapter}`)!,
    focus,
    about,
  }))
}

/** Returns the sentence with most of the terms, without its last sign; empty for code, lists and a single sentence. */
export function bestSentence(text: string, terms: Term[]): string {
  if (isCode(text)) return ''
  const sentences = text.match(/(?:\$[^$\n]+\$|[^。！？；])+/g) ?? []
  if (sentences.length < 2) return ''
  const rated = sentences.map((sentence) => {
    const folded = normalise(sentence)
    const counts = terms.map((term) => Math.min(1, countOf(folded, term)))
    const told = terms.some(({ forms, topic }) => topic && forms.some((form) => defines(folded, form))) ? 1.3 : 1
    return { sentence, score: told * scoreOf(counts, terms, folded.length, usual.paragraph) }
  })
  const [best] = rated.sort((a, b) => b.score - a.score)
  return best && best.score > 0 ? best.sentence.replace(/^[\s”」』）)、，：]+|[\s“「『（(、，：…”」』）)]+$/g, '') : ''
}
