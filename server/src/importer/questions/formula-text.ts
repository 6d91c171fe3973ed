import { escapeInline, escapeOpening } from './markdown-text'

const closed = '\\\\\\((?:.+?)\\\\\\)|\\\\\\[(?:.+?)\\\\\\]|\\$\\$(?:.+?)\\$\\$'
/**
 * Pattern of `$…$`; excludes dollar signs of variables and of money by the characters around them. Several underscores
 * are a blank and may stand beside a formula.
 */
const single = '(?<![\\\\$A-Za-z0-9]|(?<!_)_)\\$(?![\\s$])(?:\\\\.|[^$\\\\\\n])+?(?<!\\s)\\$(?![A-Za-z0-9$]|_(?!_))'
const anywhere = new RegExp(`(${closed}|${single})`, 's')
const inHtml = new RegExp(`(${closed})`, 's')

/** Whether a text between single dollar signs is a formula rather than two amounts of money. */
const isFormula = (tex: string) =>
  /[\\^_=<>+\-*/{}()|]|^[A-Za-z](?:['\d]|\s*,\s*[A-Za-z])*$|^\d+(?:\.\d+)?$/.test(tex) &&
  !/\p{Script=Han}/u.test(tex.replace(/\\(?:text|mbox|mathrm|textbf)\{[^}]*\}/g, ''))

/** Splits a text at its formulas: every second piece is a formula in our notation. */
function splitFormulas(text: string, pattern: RegExp): string[] {
  const pieces: string[] = ['']
  text.split(pattern).forEach((piece, i) => {
    const tex = i % 2 === 1 ? texOf(piece) : null
    if (tex === null) pieces[pieces.length - 1] += piece
    else pieces.push(tex, '')
  })
  return pieces
}

function texOf(piece: string): string | null {
  const inline = piece.startsWith('$') && !piece.startsWith('$$')
  const tex = (inline ? piece.slice(1, -1) : piece.slice(2, -2)).trim()
  if (tex === '' || (inline && !isFormula(tex))) return null
  const safe = inline ? tex : tex.replace(/(?<!\\)\$/g, '\\$')
  return inline || piece.startsWith('\\(') ? `$${safe}$` : `$$${safe}$$`
}

/** Applies a change to a text, but not to its formulas. */
export function outsideFormulas(text: string, change: (masked: string) => string): string {
  const formulas: string[] = []
  const masked = text.replace(/\$((?:\\.|[^$\\\n])+)\$/g, (formula, tex: string) =>
    isFormula(tex) ? `\ue300${String.fromCharCode(0xe310 + formulas.push(formula) - 1)}\ue301` : formula,
  )
  return change(masked).replace(/\ue300(.)\ue301/g, (_, sign: string) => formulas[sign.charCodeAt(0) - 0xe310] ?? '')
}

/**
 * Escapes plain text except its formulas: `$…$`, `$$…$$`, `\(…\)` and `\[…\]`. In HTML, `$…$` is not a formula, as in
 * Moodle and MathJax.
 */
export function escapeAroundFormulas(text: string, source: 'plain' | 'html' = 'plain'): string {
  if (!/[$\\]/.test(text)) return escapeInline(text)
  return splitFormulas(text, source === 'html' ? inHtml : anywhere)
    .map((piece, i) => (i % 2 === 0 ? escapeInline(piece) : piece))
    .join('')
}

/**
 * Converts `\(…\)` and `\[…\]` in Markdown to dollar signs; otherwise they would be escaped brackets. `\[…\]` without a
 * TeX command or an index stays, because our own files contain escaped brackets.
 */
export const texMarks = (markdown: string) =>
  markdown
    .replace(/(?<!\\)\\\((.+?)\\\)/gs, (_, tex: string) => `$${tex.trim()}$`)
    .replace(/(?<!\\)\\\[(.+?)\\\]/gs, (found, tex: string) =>
      /\\[A-Za-z]{2,}|(?<!\\)[_^]/.test(tex) ? `$$${tex.trim()}$$` : found,
    )

/** Converts plain text to Markdown: a line break stays a line break, an empty line starts a new paragraph. */
export function paragraphs(text: string): string {
  return joinFormulas(text.replace(/\r\n?/g, '\n'))
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .split('\n')
        .map((line) => escapeOpening(escapeAroundFormulas(line.trim())))
        .filter(Boolean)
        .join('\\\n'),
    )
    .filter(Boolean)
    .join('\n\n')
}

/** Joins the lines of a formula into one line. */
const joinFormulas = (text: string) =>
  text.replace(/\$\$(?:(?!\n\s*\n)[^$])+\$\$|\\\[(?:(?!\n\s*\n)[\s\S])+?\\\]/g, (formula) =>
    formula.replace(/\s*\n\s*/g, ' '),
  )

/** Splits a text into lines; a formula of several lines counts as one line. */
export function linesOf(text: string): { text: string; line: number }[] {
  const lines: { text: string; line: number }[] = []
  let from = 0
  const raw = text.split(/\r\n?|\n/)
  while (from < raw.length) {
    let to = from + 1
    const opened = (last: number) => isOpen(raw.slice(from, last).join(' '))
    while (opened(to) && to < raw.length && to - from < 30 && raw[to]!.trim() !== '') to++
    // If the formula is never closed, the text is not a formula.
    if (opened(to)) to = from + 1
    lines.push({
      text: raw
        .slice(from, to)
        .map((line) => line.trim())
        .join(' '),
      line: from + 1,
    })
    from = to
  }
  return lines
}

const isOpen = (text: string) =>
  (text.match(/(?<!\\)\$\$/g)?.length ?? 0) % 2 === 1 || text.lastIndexOf('\\[') > text.lastIndexOf('\\]')

/** Removes the formulas of a plain text. Returns the rest and the number of formulas. */
export function withoutFormulas(text: string): { rest: string; formulas: number } {
  const pieces = splitFormulas(text, anywhere)
  return { rest: pieces.filter((_, i) => i % 2 === 0).join(' '), formulas: (pieces.length - 1) / 2 }
}

/** Formulas on one line of a GIFT text, whose own syntax uses braces and equals signs. */
const formulaInGift = /\$\$[^$\n]+\$\$|\$(?=[^\s$])[^$\n]+?(?<=\S)\$(?![A-Za-z0-9])|\\\([^\n]+?\\\)|\\\[[^\n]+?\\\]/g

/** A TeX command or group that is not escaped. `\n` is a line break in GIFT, so few commands with n count. */
const plainTex = /(?<!\\)\\(?:(?!n)[A-Za-z]{2,}|(?:neq|nabla|notin|nmid)(?![A-Za-z]))|[\^_]\{/

/**
 * Escapes the control characters of GIFT inside formulas that the author wrote as plain TeX: `$\frac{1}{2}$` instead of
 * `$\\frac\{1\}\{2\}$`, which Moodle writes.
 */
export const escapeTexForGift = (text: string) =>
  text.replace(formulaInGift, (formula) => (plainTex.test(formula) ? formula.replace(/[\\~=#{}:]/g, '\\$&') : formula))
