import { unsourcedMark, type Verdict } from './check-answer'
import { isBait, isOrder } from './injection'
import { type AnswerUnit, SentenceSplitter } from './split-sentences'

/** Maximum number of programs of one answer that are run; more would make the user wait too long. */
const mostRuns = 2
const longestSource = 4000

export interface FilterOptions {
  check(sentence: string, isHeading?: boolean): Verdict
  /** Whether the source contains a display formula. */
  hasFormula(tex: string): boolean
  /** Runs a program and returns its output as Markdown; null if it cannot be run. */
  run(language: string, source: string): Promise<string | null>
}

/**
 * Returns the part of a streamed answer that may be shown. Nothing is shown before a source supports one sentence, so
 * that a model that was manipulated shows nothing.
 */
export class AnswerFilter {
  /** Text returned so far. */
  text = ''
  isOpen = false
  /** Whether the model states that the materials contain no answer. */
  saysNone = false
  supportedCount = 0
  marked = 0
  dropped = 0
  private buffered = ''
  private lineIsEmpty = true
  private prefix = ''
  private runs = 0
  private hasRunLast = false
  private readonly splitter = new SentenceSplitter()

  constructor(private readonly options: FilterOptions) {}

  /** Returns the text to show after one more piece. */
  async push(piece: string): Promise<string> {
    return this.pass(this.splitter.push(piece))
  }

  /** Returns the text to show after the last piece, also if the answer was cut off. */
  async end(): Promise<string> {
    return this.pass(this.splitter.end())
  }

  private async pass(units: AnswerUnit[]): Promise<string> {
    for (const unit of units) this.buffered += await this.shown(unit)
    if (!this.isOpen) return ''
    const passed = this.buffered
    this.buffered = ''
    this.text += passed
    return passed
  }

  private async shown(unit: AnswerUnit): Promise<string> {
    if (unit.kind === 'sentence') {
      this.hasRunLast = false
      return this.sentence(unit)
    }
    if (unit.kind === 'blank') return (this.text + this.buffered).endsWith('\n\n') || this.isEmpty ? '' : '\n'
    if (unit.kind === 'code') return this.code(unit)
    const tex = unit.text
    if (this.options.hasFormula(tex)) return `${tex}\n`
    this.marked++
    return `${tex}\n\n${unsourcedMark}\n\n`
  }

  private get isEmpty() {
    return this.text + this.buffered === ''
  }

  private sentence({ prefix, text, endsLine }: Extract<AnswerUnit, { kind: 'sentence' }>): string {
    if (prefix) this.prefix = prefix
    // An answer that breaks off may end in the middle of a citation.
    const verdict = this.options.check(text.replace(/\[\d{0,2}$/, ''), /#/.test(prefix))
    this.count(verdict)
    let shown = verdict.text
    if (shown !== '') {
      shown = (this.lineIsEmpty ? this.prefix : '') + (this.lineIsEmpty ? shown.trimStart() : shown)
      this.lineIsEmpty = false
      this.prefix = ''
    }
    if (!endsLine) return shown
    const line = shown + (this.lineIsEmpty ? '' : '\n')
    this.lineIsEmpty = true
    this.prefix = ''
    return line
  }

  private count({ kind }: Verdict): void {
    if (kind === 'supported') this.supportedCount++
    if (kind === 'marked') this.marked++
    if (kind === 'dropped') this.dropped++
    if (kind === 'no-answer') this.saysNone = true
    if (kind === 'supported' || kind === 'related' || kind === 'no-answer') this.isOpen = true
  }

  private async code({ language, source }: Extract<AnswerUnit, { kind: 'code' }>): Promise<string> {
    // The server shows the real output of a program; an output written by the model is a guess.
    const isGuess = this.hasRunLast && /^(text|txt|output|console|plaintext|)$/.test(language)
    this.hasRunLast = false
    if (isGuess || source.split('\n').some((line) => isOrder(line) || isBait(line))) {
      this.dropped++
      return ''
    }
    const fence = source.includes('```') ? '~~~~' : '```'
    const block = `${fence}${language}\n${source.endsWith('\n') ? source : `${source}\n`}${fence}\n\n`
    if (this.runs >= mostRuns || source.length > longestSource) return block
    const output = await this.options.run(language, source)
    if (output === null) return block
    this.runs++
    this.hasRunLast = true
    return `${block}${output}\n\n`
  }
}
