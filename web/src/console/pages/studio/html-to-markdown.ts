import { inlineText, type Picture, plain } from './html-runs'
import { wordItem, wordMark, writeWordList } from './word-list'

/**
 * Converts pasted HTML, such as that of Word, to our Markdown: headings, paragraphs, lists, tables, links, emphasis,
 * code, formulas, footnotes and pictures. `picture` returns a placeholder text for a picture.
 */
export function htmlToMarkdown(
  html: string,
  /** `at`: number of the picture among the `count` pictures that are files on the author's computer. */
  picture: (image: HTMLImageElement, at: number, count: number) => string = () => '',
): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const local = [...body.querySelectorAll('img')].filter(({ src }) => src.startsWith('file:'))
  return blocksOf(body, (image) => picture(image, local.indexOf(image), local.length))
    .join('\n\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const blockNames = new Set([
  ...['P', 'DIV', 'SECTION', 'ARTICLE', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'UL', 'OL', 'LI', 'TABLE', 'PRE'],
  ...['BLOCKQUOTE', 'FIGURE', 'FIGCAPTION', 'HR', 'HEADER', 'FOOTER', 'MAIN', 'CENTER', 'DL', 'DT', 'DD', 'ADDRESS'],
])
const isBlock = (node: Node): node is Element => node instanceof Element && blockNames.has(node.tagName)

/** Whether an inline element contains blocks, such as the `<b>` that Google Docs puts around a document. */
const holdsBlocks = (node: Node): node is Element =>
  node instanceof Element && [...node.querySelectorAll('*')].some(isBlock)

function blocksOf(parent: Element, picture: Picture): string[] {
  const blocks: string[] = []
  let inline: Node[] = []
  let items: Element[] = []
  const flush = () => {
    const text = opening(inlineText(inline, picture))
    if (text !== '') blocks.push(text)
    inline = []
    if (items.length > 0) blocks.push(writeWordList(items, (item) => inlineText(item.childNodes, picture)))
    items = []
  }
  for (const node of parent.childNodes) {
    if (isBlock(node) && wordItem(node)) {
      if (inline.length > 0) flush()
      items.push(node)
    } else if (isBlock(node)) {
      flush()
      blocks.push(...blockOf(node, picture))
    } else if (holdsBlocks(node)) {
      flush()
      blocks.push(...blocksOf(node, picture))
    } else if (items.length === 0 || node.textContent?.trim()) {
      if (items.length > 0 && node.nodeType !== Node.COMMENT_NODE) flush()
      if (items.length === 0) inline.push(node)
    }
  }
  flush()
  return blocks
}

/** Escapes a mark at the start of a paragraph that would make it a heading or a quotation. */
const opening = (text: string) => text.replace(/^(#{1,6}(?=\s)|>)/, '\\$1')

function blockOf(element: Element, picture: Picture): string[] {
  const level = headingLevel(element)
  if (level) {
    const mark = wordMark(element)
    // A heading is bold anyway, so bold marks inside are dropped.
    const text = inlineText(element.childNodes, picture, plain).replace(/\*\*/g, '').replaceAll('\\\n', ' ')
    return text === '' ? [] : [`${'#'.repeat(level)} ${mark === '' ? '' : `${mark} `}${text}`]
  }
  // Drops Word's table of contents, because the studio shows its own.
  if (/\bMsoToc\w*/.test(element.className)) return []
  if (/\bMso(Footnote|Endnote)Text\b/.test(element.className)) return footnote(element, picture)
  switch (element.tagName) {
    case 'UL':
    case 'OL':
      return [listOf(element, picture, '')]
    case 'TABLE':
      return [tableOf(element as HTMLTableElement, picture)]
    case 'PRE':
      return [codeBlock(element)]
    case 'HR':
      return ['---']
    case 'BLOCKQUOTE':
      return [
        blocksOf(element, picture)
          .join('\n\n')
          .split('\n')
          .map((line) => `> ${line}`.trimEnd())
          .join('\n'),
      ]
  }
  return blocksOf(element, picture)
}

/** Level of a heading in a chapter: the first is the chapter's title, so pasted headings start at the second. */
function headingLevel(element: Element): number {
  const level = /^H([1-6])$/.exec(element.tagName)?.[1]
  if (level) return Math.min(6, Math.max(2, Number(level)))
  return /\bMsoTitle\b/.test(element.className) ? 2 : 0
}

function footnote(element: Element, picture: Picture): string[] {
  const href = element.querySelector('a[href*="ref"]')?.getAttribute('href') ?? ''
  const number = /^#_(?:ftn|edn)ref(\d+)$/.exec(href)?.[1]
  const text = inlineText(element.childNodes, picture)
  return [number ? `[^${number}]: ${text}` : text]
}

function codeBlock(pre: Element): string {
  for (const line of pre.querySelectorAll('br')) line.replaceWith('\n')
  const text = (pre.textContent ?? '').replace(/\u00a0/g, ' ').replace(/^\n|\n$/g, '')
  const classes = `${pre.className} ${pre.querySelector('code')?.className ?? ''}`
  const language = /\b(?:language|lang|brush:)-?\s*([\w+#]+)/.exec(classes)?.[1] ?? ''
  const marks = text.includes('```') ? '````' : '```'
  return `${marks}${language}\n${text}\n${marks}`
}

function listOf(list: Element, picture: Picture, indent: string): string {
  const lines: string[] = []
  let number = Number(list.getAttribute('start') ?? 1)
  let inner = indent
  for (const item of list.children) {
    if (item.tagName === 'UL' || item.tagName === 'OL') {
      lines.push(listOf(item, picture, inner))
      continue
    }
    const mark = list.tagName === 'OL' ? `${number++}. ` : '- '
    inner = indent + ' '.repeat(mark.length)
    const below = [...item.children].filter(({ tagName }) => tagName === 'UL' || tagName === 'OL')
    for (const one of below) one.remove()
    const text = blocksOf(item, picture)
      .join('\n\n')
      .replace(/\n(?=.)/g, `\n${inner}`)
    lines.push(`${indent}${mark}${text}`)
    for (const one of below) lines.push(listOf(one, picture, inner))
  }
  return lines.join('\n')
}

/** A table with one line per row. A cell over several columns or rows is followed by empty ones. */
function tableOf(table: HTMLTableElement, picture: Picture): string {
  const rows: string[][] = [...table.rows].map(() => [])
  ;[...table.rows].forEach((row, y) => {
    let x = 0
    for (const cell of row.cells) {
      while (rows[y]![x] !== undefined) x++
      const text = blocksOf(cell, picture)
        .join(' ')
        .replace(/\\?\n/g, ' ')
        .replace(/(?<!\\)\|/g, '\\|')
      for (let down = 0; down < Math.max(1, cell.rowSpan) && y + down < rows.length; down++)
        for (let right = 0; right < cell.colSpan; right++) rows[y + down]![x + right] = down + right === 0 ? text : ''
      x += cell.colSpan
    }
  })
  const width = Math.max(0, ...rows.map((row) => row.length))
  if (width === 0) return ''
  const line = (cells: string[]) => `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`
  const [head = [], ...rest] = rows
  return [line(head), line(Array.from({ length: width }, () => '---')), ...rest.map(line)].join('\n')
}
