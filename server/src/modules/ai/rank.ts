import { normalise } from '../../text/text'
import type { Paragraph } from './sections'

/** A query term with its weight, which is higher the rarer the term is in all materials. */
export interface Term {
  forms: string[]
  weight: number
  topic: boolean
  /** Number of paragraphs that contain the term, in all materials. */
  found: number
}

/** A text that may contain the answer: a section, a question, or a note. */
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
const shares = { best: 1, section: 1.5, heading: 0.85, title: 1, book: 0.25, chapter: 0.35, met: 0.8 }
/** Bonus for a paragraph that defines the topic, as a share of the topic's weight. */
const definesShare = 1.2

function occurrences(folded: string, form: string): number {
  let count = 0
  // A Latin word must match as a whole: frank does not contain rank.
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

/** Short texts and captions only name a topic, and code only shows it, so the explanation next to them ranks higher. */
const isLabel = (text: string) => text.length < 16 || /图 \d+-\d+ /.test(text)
const isCode = (text: string) => text.includes('\n')
/** Phrases that introduce a bad example, which ranks lower. */
const introducesBad =
  /(看(一|这)(条|句|段)|第一稿|原文|改之前|坏的|错误的?(写法|做法)|有人(这样|说|写)|换词|一个错误的)[^。]{0,24}[：:]?$/
const isBad = (text: string, before: string) => introducesBad.test(before) || /^(改之前|错误[：:]|坏的[：:])/.test(text)

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Whether a text defines the topic: 叫栈顶, 栈是, 称为等值. */
function defines(folded: string, form: string): boolean {
  const name = escaped(form)
  return new RegExp(
    `(叫做?|称为|称作|就是|名为|简称|合称)[「“\\s]*${name}|${name}[」”）)\\s]*(是指|指的是|就是|是(?!不是|否)|叫|：|:|的意思)|^${name}[（(]`,
  ).test(folded)
}

export interface Ranked {
  score: number
  /** Index of the paragraph with the highest score. */
  focus: number
  /** Share of the topic's weight that the candidate covers, 0 to 1. */
  about: number
}

/** Unweighted evidence that a candidate contains the answer. */
interface Evidence {
  best: number
  section: number
  heading: number
  title: number
  book: number
  /** Share of the weight of all terms that the candidate contains, 0 to 1. */
  met: number
  focus: number
  about: number
}

function evidenceOf(
  { chapter, book, heading, paragraphs }: Candidate,
  terms: Term[],
  asksDefinition: boolean,
): Evidence {
  const texts = paragraphs.map(({ text }) => normalise(text))
  const counts = texts.map((text) => terms.map((term) => countOf(text, term)))
  const totals = terms.map((_, i) => counts.reduce((sum, row) => sum + row[i]!, 0))
  const occurrences = (text: string) => terms.map((term) => Math.min(1, countOf(normalise(text), term)))
  const [inHead, inTitle, inBook] = [occurrences(heading), occurrences(chapter), occurrences(book)]
  const sumOf = (flags: number[]) => terms.reduce((sum, { weight }, i) => sum + weight * flags[i]!, 0)

  let [best, focus] = [-1, 0]
  const defined = terms.map(() => false)
  texts.forEach((text, i) => {
    const paragraph = paragraphs[i]!.text
    const share = isBad(paragraph, paragraphs[i - 1]?.text ?? '')
      ? 0.4
      : isCode(paragraph)
        ? 0.6
        : isLabel(paragraph)
          ? 0.7
          : 1
    let score = scoreOf(counts[i]!, terms, text.length, usual.paragraph) * share
    if (share === 1)
      terms.forEach(({ forms, weight, topic }, t) => {
        if (!topic || counts[i]![t] === 0 || !forms.some((form) => defines(text, form))) return
        defined[t] = true
        score += weight * definesShare * (asksDefinition ? 1 : 0.3)
      })
    if (score > best) [best, focus] = [score, i]
  })
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  const all = terms.reduce((sum, { weight }) => sum + weight, 0)
  const met = sumOf(terms.map((_, i) => (totals[i]! > 0 || inHead[i]! > 0 ? 1 : inTitle[i]! > 0 ? 0.8 : 0)))
  return {
    best: Math.max(0, best),
    section: scoreOf(totals, terms, length, usual.section),
    heading: sumOf(inHead),
    title: sumOf(inTitle),
    book: sumOf(inBook),
    met: all > 0 ? met / all : 0,
    focus,
    about: aboutShare(terms, { totals, inHead, inTitle, inBook, defined }),
  }
}

/** Credit for a topic word: mentioned once; repeated or defined; in heading or chapter title; only in book title. */
const credits = { mentioned: 0.6, repeated: 1, named: 1, book: 0.3 }
/** With at most `fewWords` topic words, of which the rarest is only mentioned, the share is at most `mentionedMost`. */
const fewWords = 2
const mentionedMost = 0.45

interface Where {
  totals: number[]
  inHead: number[]
  inTitle: number[]
  inBook: number[]
  defined: boolean[]
}

function aboutShare(terms: Term[], { totals, inHead, inTitle, inBook, defined }: Where): number {
  let [met, all] = [0, 0]
  let [words, rarest, rarestCredit] = [0, 0, 0]
  terms.forEach(({ topic, weight }, i) => {
    if (!topic) return
    const credit =
      inHead[i]! > 0 || inTitle[i]! > 0
        ? credits.named
        : totals[i]! > 1 || defined[i]
          ? credits.repeated
          : totals[i] === 1
            ? credits.mentioned
            : inBook[i]! > 0
              ? credits.book
              : 0
    words++
    all += weight
    met += weight * credit
    if (weight > rarest) [rarest, rarestCredit] = [weight, credit]
  })
  if (all === 0) return 0
  return words <= fewWords && rarestCredit <= credits.mentioned ? Math.min(mentionedMost, met / all) : met / all
}

/** Returns the scores of all candidates for one question; scores of different questions are not comparable. */
function weighEvidence(candidates: readonly Candidate[], evidence: readonly Evidence[]): number[] {
  const ownEvidence = evidence.map(
    ({ best, section, heading, title, book, met }) =>
      (shares.best * best +
        shares.section * section +
        shares.heading * heading +
        shares.title * title +
        shares.book * book) *
      (1 - shares.met + shares.met * met),
  )
  // A candidate in a chapter about the topic is more likely to answer than the same words elsewhere.
  const chapters = new Map<string, number>()
  const keyOf = ({ book, chapter }: Candidate) => `${book}\n${chapter}`
  candidates.forEach((one, i) => {
    chapters.set(keyOf(one), Math.max(chapters.get(keyOf(one)) ?? 0, ownEvidence[i]!))
  })
  return candidates.map((one, i) => ownEvidence[i]! + shares.chapter * chapters.get(keyOf(one))!)
}

export function rank(candidates: readonly Candidate[], terms: Term[], asksDefinition: boolean): Ranked[] {
  const evidence = candidates.map((one) => evidenceOf(one, terms, asksDefinition))
  const scores = weighEvidence(candidates, evidence)
  return evidence.map(({ focus, about }, i) => ({ score: scores[i]!, focus, about }))
}

/** Returns the sentence with most of the terms, without final punctuation; empty for code, lists and one sentence. */
export function bestSentence(text: string, terms: Term[]): string {
  if (isCode(text)) return ''
  const sentences = text.match(/(?:\$[^$\n]+\$|[^。！？；])+/g) ?? []
  if (sentences.length < 2) return ''
  const rated = sentences.map((sentence) => {
    const folded = normalise(sentence)
    const counts = terms.map((term) => Math.min(1, countOf(folded, term)))
    const definitionFactor = terms.some(({ forms, topic }) => topic && forms.some((form) => defines(folded, form)))
      ? 1.3
      : 1
    return { sentence, score: definitionFactor * scoreOf(counts, terms, folded.length, usual.paragraph) }
  })
  const [best] = rated.sort((a, b) => b.score - a.score)
  return best && best.score > 0 ? best.sentence.replace(/^[\s”」』）)、，：]+|[\s“「『（(、，：…”」』）)]+$/g, '') : ''
}
