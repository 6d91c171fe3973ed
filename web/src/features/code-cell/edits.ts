/** A change of a text, and the selection after it. */
export interface Edit {
  from: number
  to: number
  insert: string
  anchor: number
  head: number
}

export interface Selected {
  text: string
  from: number
  to: number
}

/** Symbols that need two or three taps on phone keyboards, in the order of the bar. */
export const symbolBarKeys = ['Tab', '(', ')', '[', ']', '{', '}', ':', '=', '"', "'", '<', '>', '#', ';'] as const
export type BarSymbol = (typeof symbolBarKeys)[number]

const closing: Partial<Record<BarSymbol, string>> = { '(': ')', '[': ']', '{': '}', '"': '"', "'": "'" }

/** Returns the edit for a tap on the symbol bar: opening symbols wrap the selection, Tab indents it. */
export function symbolEdit({ text, from, to }: Selected, symbol: BarSymbol, indent: string): Edit {
  const selected = text.slice(from, to)
  if (symbol === 'Tab')
    return selected ? indentLines(text, from, to, indent) : typed(from, to, toNextStop(text, from, indent))
  const end = closing[symbol]
  if (selected && end)
    return { from, to, insert: `${symbol}${selected}${end}`, anchor: from + 1, head: from + 1 + selected.length }
  return typed(from, to, symbol)
}

function typed(from: number, to: number, insert: string): Edit {
  return { from, to, insert, anchor: from + insert.length, head: from + insert.length }
}

function toNextStop(text: string, at: number, indent: string): string {
  if (indent === '\t') return indent
  const column = at - (text.lastIndexOf('\n', at - 1) + 1)
  return ' '.repeat(indent.length - (column % indent.length))
}

function indentLines(text: string, from: number, to: number, indent: string): Edit {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const insert = text.slice(start, to).replace(/^(?=.)/gm, indent)
  return { from: start, to, insert, anchor: start, head: start + insert.length }
}

/** Returns the smallest change between two texts, so that the cursor and the undo history survive. */
export function changeBetween(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before[from] === after[from]) from++
  let tail = 0
  while (tail < shorter - from && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) }
}

/** Returns the offset of a line and column (from 1), clamped to the end of the line or text. */
export function offsetOfLine(text: string, line: number, column: number): number {
  let start = 0
  for (let number = 1; number < line; number++) {
    const end = text.indexOf('\n', start)
    if (end < 0) break
    start = end + 1
  }
  const end = text.indexOf('\n', start)
  return Math.min(start + Math.max(0, column - 1), end < 0 ? text.length : end)
}
