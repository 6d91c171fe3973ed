import { ommlToTex } from '@dxx/contract/rules/formula-tex'
import { formulaTex, wordFormula } from './html-formulas'

export type Picture = (image: HTMLImageElement) => string

/** Inline text of one format. `raw`: Markdown that is not changed, such as code, a formula or a picture. */
interface Run {
  text: string
  bold: boolean
  italic: boolean
  deleted: boolean
  raw: boolean
}
type Format = Omit<Run, 'text' | 'raw'>

export const plain: Format = { bold: false, italic: false, deleted: false }

/** Elements whose content is not text of the document; Word adds some of them. */
const skipped = new Set(['STYLE', 'SCRIPT', 'META', 'LINK', 'TITLE', 'HEAD', 'O:P', 'XML', 'TEMPLATE', 'NOSCRIPT'])

/** Also escapes character references, such as `&lt;` in a text about HTML. */
const escapeText = (text: string) => text.replace(/[\\`*_[\]$]|&(?=#?\w{1,32};)/g, '\\$&')

const script = (text: string) => (/^[\w+-]*$/.test(text) ? text : `\\text{${text.replace(/[\\{}$#%&_^~]/g, '')}}`)

function inlineCode(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const marks = '`'.repeat(longest + 1)
  const gap = /^`|`$/.test(text) ? ' ' : ''
  return text.trim() === '' ? '' : `${marks}${gap}${text}${gap}${marks}`
}

/**
 * Format inside an element. Its style has precedence over its name, because Google Docs wraps all text in a `<b>` of
 * normal weight.
 */
function formatIn(element: Element, outer: Format): Format {
  const style = element.getAttribute('style') ?? ''
  const weight = /font-weight:\s*(\w+)/.exec(style)?.[1]
  const slope = /font-style:\s*(\w+)/.exec(style)?.[1]
  const name = element.tagName
  return {
    bold: weight ? /^(bold|bolder|[6-9]00)$/.test(weight) : outer.bold || name === 'B' || name === 'STRONG',
    italic: slope ? slope !== 'normal' : outer.italic || name === 'I' || name === 'EM',
    deleted: outer.deleted || name === 'S' || name === 'DEL' || name === 'STRIKE',
  }
}

/** The text of inline nodes as Markdown. */
export function inlineText(nodes: Iterable<Node>, picture: Picture, format: Format = plain): string {
  return writeRuns([...nodes].flatMap((node) => runsOf(node, picture, format)))
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ *\\\n */g, '\\\n')
    .replace(/^(?:\s|\\\n)+|(?:\s|\\\n)+$/g, '')
}

function runsOf(node: Node, picture: Picture, format: Format): Run[] {
  const raw = (text: string): Run[] => (text === '' ? [] : [{ ...format, text, raw: true }])
  if (node.nodeType === Node.TEXT_NODE) {
    const text = escapeText(node.textContent?.replace(/\s+/g, ' ') ?? '')
    return text === '' ? [] : [{ ...format, text, raw: false }]
  }
  if (node.nodeType === Node.COMMENT_NODE) {
    const formula = wordFormula(node.textContent ?? '')
    return formula ? raw(inFormula(ommlToTex(formula))) : []
  }
  if (!(node instanceof Element) || skipped.has(node.tagName) || isFormulaPicture(node)) return []
  const tex = formulaTex(node)
  if (tex !== null) return raw(inFormula(tex))
  if (node instanceof HTMLImageElement) return raw(picture(node))
  const text = node.textContent ?? ''
  switch (node.tagName) {
    case 'BR':
      return raw('\\\n')
    case 'CODE':
    case 'KBD':
    case 'TT':
    case 'SAMP':
      return raw(inlineCode(text))
    case 'SUB':
    case 'SUP':
      if (node.querySelector('a') !== null || text.trim() === '') break
      return raw(`$${node.tagName === 'SUB' ? '_' : '^'}{${script(text.trim())}}$`)
    case 'A':
      return linkRuns(node, picture, format)
  }
  return [...node.childNodes].flatMap((child) => runsOf(child, picture, formatIn(node, format)))
}

const inFormula = (tex: string) => (tex.trim() === '' ? '' : `$${tex.trim()}$`)

/** Whether the element is the picture that Word adds after a formula for programs that do not read formulas. */
function isFormulaPicture(element: Element): boolean {
  const before = element.previousSibling
  return before?.nodeType === Node.COMMENT_NODE && /^\[if !msEquation\]/.test(before.textContent ?? '')
}

function linkRuns(link: Element, picture: Picture, format: Format): Run[] {
  const href = link.getAttribute('href') ?? ''
  // Footnotes and endnotes of Word: the reference in the text, and the link back from the note.
  const note = /^#_(?:ftn|edn)(\d+)$/.exec(href)?.[1]
  if (note) return [{ ...format, text: `[^${note}]`, raw: true }]
  if (/^#_(?:ftn|edn)ref\d+$/.test(href)) return []
  const inner = [...link.childNodes].flatMap((child) => runsOf(child, picture, formatIn(link, format)))
  if (!/^https?:\/\/[^\s<>()]+$/i.test(href)) return inner
  const text = writeRuns(inner).trim()
  return text === '' ? [] : [{ ...format, text: `[${text}](${href})`, raw: true }]
}

/**
 * Joins neighbouring runs of the same format, which Word splits at every change of language, and adds the Markdown
 * marks.
 */
function writeRuns(runs: Run[]): string {
  return group(runs, 'deleted', '~~', (struck) =>
    group(struck, 'bold', '**', (bold) => group(bold, 'italic', '*', (rest) => rest.map(({ text }) => text).join(''))),
  )
}

function group(runs: Run[], name: keyof Format, mark: string, write: (runs: Run[]) => string): string {
  const groups: Run[][] = []
  for (const run of runs) {
    const last = groups.at(-1)
    // White space between two runs has no format of its own.
    const isSpace = !run.raw && run.text.trim() === ''
    if (last && (isSpace || last[0]![name] === run[name])) last.push(run)
    else groups.push([run])
  }
  return groups
    .map((some) => {
      const inner = write(some)
      const [, before = '', core = '', after = ''] = /^((?:\s|\\\n)*)([\s\S]*?)((?:\s|\\\n)*)$/.exec(inner) ?? []
      return some[0]![name] && core !== '' ? `${before}${mark}${core}${mark}${after}` : inner
    })
    .join('')
}
