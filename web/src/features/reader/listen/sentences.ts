import type { TextIndex } from '../text/text-index'

/** A sentence of a chapter: its character range and the words to read aloud. */
export interface Sentence {
  start: number
  end: number
  spoken: string
}

/** Ends of sentences, with closing quotes and brackets. */
const ending = /[。！？!?；;…]+[”’」』）)】]*|\n/g
/** Longer sentences are divided at commas: some voices stop after 15 seconds. */
const longest = 90
const comma = /[，,、：:]/g

/** Selectors of blocks that are not read aloud, with the text that is spoken instead. */
const skipped: Record<string, string> = { PRE: '这里是一段代码。', TABLE: '这里是一个表格。' }

/** Divides a chapter into sentences for reading aloud. */
export function spokenSentences({ text, paragraphs }: Pick<TextIndex, 'text' | 'paragraphs'>): Sentence[] {
  return paragraphs.flatMap(({ start, end, element }) => {
    const instead = skipped[element.tagName.toUpperCase()]
    if (end <= start) return []
    if (instead) return [{ start, end, spoken: instead }]
    return divide(text, start, end, ending)
      .flatMap((one) => (one.end - one.start > longest ? divide(text, one.start, one.end, comma) : one))
      .flatMap(({ start: from, end: to }) => {
        const spoken = wordsOf(text.slice(from, to))
        return spoken ? [{ start: from, end: to, spoken }] : []
      })
  })
}

/** Divides a range after each match; short pieces stay with the next one. */
function divide(text: string, start: number, end: number, at: RegExp): { start: number; end: number }[] {
  const pieces: { start: number; end: number }[] = []
  let from = start
  for (const { index, 0: found } of text.slice(start, end).matchAll(at)) {
    const to = start + index + found.length
    if (at === comma && to - from < 30) continue
    pieces.push({ start: from, end: to })
    from = to
  }
  if (from < end) pieces.push({ start: from, end })
  return pieces
}

/** Words to say: formulas are named, not spelled as source. Empty if there is nothing to say. */
function wordsOf(text: string): string {
  const words = text.replace(/\$[^$]+\$/g, '公式').trim()
  return /[\p{L}\p{N}]/u.test(words) ? words : ''
}

/** Index of the first sentence that ends after the character; the last sentence if there is none. */
export function sentenceFrom(sentences: readonly Sentence[], offset: number): number {
  const found = sentences.findIndex(({ end }) => end > offset)
  return found < 0 ? Math.max(0, sentences.length - 1) : found
}
