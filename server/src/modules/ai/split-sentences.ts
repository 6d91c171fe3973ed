/** A piece of a streamed answer that is checked as one unit. */
export type AnswerUnit =
  | {
      kind: 'sentence' /** List marker or heading signs, if the sentence begins its line. */
      prefix: string
      text: string
      endsLine: boolean
    }
  | { kind: 'code'; language: string; source: string }
  | { kind: 'formula'; text: string }
  | { kind: 'blank' }

const linePrefix = /^[^\S\n]*(?:(?:#{1,6}|[-*+]|\d{1,2}[.)、]|>)[^\S\n]+)*/
/** Maximum length of a line's beginning for which the prefix is not known yet. */
const undecided = 6
const closers = /[”」』）)"'*_]/
/** Citations after the end of a sentence, including the beginning of one that has not arrived completely. */
const citations = /(?:[^\S\n]*\[\d{1,2}\])*/y
const openCitation = /^[^\S\n]*(?:\[\d{0,2})?$/

/** Cuts a streamed Markdown text into sentences with their citations, whole code blocks and display formulas. */
export class SentenceSplitter {
  private rest = ''
  private atLineStart = true
  private prefix = ''

  push(piece: string): AnswerUnit[] {
    this.rest += piece
    return this.drain(false)
  }

  /** Returns the rest at the end of the text. */
  end(): AnswerUnit[] {
    return this.drain(true)
  }

  private drain(final: boolean): AnswerUnit[] {
    const units: AnswerUnit[] = []
    for (;;) {
      const unit = this.rest === '' ? null : this.atLineStart ? this.blockUnit(final) : this.sentence(final)
      if (unit === null) return units
      if (unit !== 'again') units.push(unit)
    }
  }

  /** Reads a blank line, a code block or a formula, or the prefix of a line of text. */
  private blockUnit(final: boolean): AnswerUnit | 'again' | null {
    const [blank] = /^[^\S\n]*\n/.exec(this.rest) ?? []
    if (blank !== undefined) return this.take(blank.length, { kind: 'blank' })
    const start = this.rest.trimStart()
    if (start.startsWith('```') || start.startsWith('~~~')) return this.codeBlock(final)
    if (start.startsWith('$$')) return this.formula(final)
    if (!final && !this.rest.includes('\n') && this.rest.length < undecided) return null
    const [prefix] = linePrefix.exec(this.rest)!
    this.prefix = prefix
    this.rest = this.rest.slice(prefix.length)
    this.atLineStart = false
    return 'again'
  }

  private codeBlock(final: boolean): AnswerUnit | null {
    const [opening, mark, language] = /^[^\S\n]*(`{3,}|~{3,})[^\S\n]*([^\s`]*)[^\n]*\n/.exec(this.rest) ?? []
    if (opening === undefined) return final ? this.take(this.rest.length, { kind: 'blank' }) : null
    const closing = new RegExp(`^[^\\S\\n]*${mark}+[^\\S\\n]*(?:\\n|$)`, 'm')
    const inner = this.rest.slice(opening.length)
    const end = closing.exec(inner)
    // The closing line is complete only with its line break.
    if (!end?.[0].endsWith('\n') && !final) return null
    const source = end ? inner.slice(0, end.index) : `${inner}\n`
    const length = end ? opening.length + end.index + end[0].length : this.rest.length
    return this.take(length, { kind: 'code', language: language!.toLowerCase(), source })
  }

  private formula(final: boolean): AnswerUnit | null {
    const from = this.rest.indexOf('$$')
    const to = this.rest.indexOf('$$', from + 2)
    if (to < 0 && !final) return null
    const text = to < 0 ? this.rest : this.rest.slice(0, to + 2)
    const lineEnd = /^[^\S\n]*\n/.exec(this.rest.slice(text.length))?.[0].length ?? 0
    return this.take(text.length + lineEnd, { kind: 'formula', text: text.trim() })
  }

  private sentence(final: boolean): AnswerUnit | null {
    const length = sentenceLength(this.rest, final)
    if (length === null) return null
    const raw = this.rest.slice(0, length)
    const unit: AnswerUnit = {
      kind: 'sentence',
      prefix: this.prefix,
      text: raw.replace(/\n$/, ''),
      endsLine: raw.endsWith('\n'),
    }
    this.prefix = ''
    this.rest = this.rest.slice(length)
    this.atLineStart = unit.endsLine
    return unit
  }

  private take(length: number, unit: AnswerUnit): AnswerUnit {
    this.rest = this.rest.slice(length)
    return unit
  }
}

/** Length of the first sentence with its citations and line break; null if it is not complete. */
function sentenceLength(text: string, final: boolean): number | null {
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]!
    if (sign === '\n') return i + 1
    if (sign === '`' || sign === '$') {
      const end = text.indexOf(sign, i + 1)
      const lineEnd = text.indexOf('\n', i)
      if (end > 0 && (lineEnd < 0 || end < lineEnd)) i = end
      else if (end < 0 && lineEnd < 0 && !final) return null
      continue
    }
    if (!/[。！？；!?]/.test(sign) && !(sign === '.' && /\s/.test(text[i + 1] ?? ''))) continue
    let end = i + 1
    while (end < text.length && closers.test(text[end]!)) end++
    citations.lastIndex = end
    end += citations.exec(text)![0].length
    if (!final && openCitation.test(text.slice(end))) return null
    const lineEnd = /^[^\S\n]*\n/.exec(text.slice(end))
    return end + (lineEnd?.[0].length ?? 0)
  }
  return final ? text.length : null
}
