/** Blocks of Word that carry no content. */
const skipped = new Set(['STYLE', 'SCRIPT', 'META', 'LINK', 'TITLE', 'HEAD', 'O:P', 'XML'])

const escapeText = (text: string) => text.replace(/([\\`*_[\]])/g, '\\$1').replace(/\$/g, '\\$')

const heading = /^H([1-6])$/
/** Word marks list items by class and a `mso-list` style instead of list elements. */
const isWordItem = (element: Element) =>
  /MsoListParagraph/.test(element.className) || /mso-list:\s*l\d/.test(element.getAttribute('style') ?? '')

/**
 * Converts pasted HTML, such as that of Word, to our Markdown: headings, paragraphs, lists, tables, links, emphasis,
 * code and pictures. `picture` returns the text that stands for a picture.
 */
export function htmlToMarkdown(html: string, picture: (image: HTMLImageElement) => string = () => ''): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return blocksOf(body, picture)
    .join('\n\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

type Picture = (image: HTMLImageElement) => string

function blocksOf(parent: Element, picture: Picture): string[] {
  const blocks: string[] = []
  let line = ''
  const flush = () => {
    const text = line.replace(/[ \t\u00a0]+/g, ' ').trim()
    if (text !== '') blocks.push(text)
    line = ''
  }
  for (const node of parent.childNodes) {
    if (!(node instanceof Element) || !isBlock(node)) {
      line += inlineOf(node, picture)
      continue
    }
    flush()
    blocks.push(...blockOf(node, picture))
  }
  flush()
  return joinItems(blocks)
}

/** Joins list items of Word, which are paragraphs of their own, to one list. */
function joinItems(blocks: string[]): string[] {
  const joined: string[] = []
  for (const block of blocks) {
    const last = joined.at(-1)
    if (/^(- |1\. )\u200b/.test(block) && last && /^(- |1\. )\u200b/.test(last))
      joined[joined.length - 1] = `${last}\n${block}`
    else joined.push(block)
  }
  return joined.map((block) => block.replaceAll('\u200b', ''))
}

const blockNames = new Set([
  ...['P', 'DIV', 'SECTION', 'ARTICLE', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'UL', 'OL', 'TABLE', 'PRE', 'BLOCKQUOTE'],
  ...['FIGURE', 'HR', 'HEADER', 'FOOTER', 'MAIN', 'CENTER'],
])
const isBlock = (element: Element) => blockNames.has(element.tagName)

function blockOf(element: Element, picture: Picture): string[] {
  const level = heading.exec(element.tagName)?.[1]
  const inline = () =>
    [...element.childNodes]
      .map((node) => inlineOf(node, picture))
      .join('')
      .replace(/[ \t\u00a0]+/g, ' ')
      .trim()
  // The first level is the title of the chapter, so pasted headings start at the second.
  if (level) return inline() === '' ? [] : [`${'#'.repeat(Math.min(6, Math.max(2, Number(level))))} ${inline()}`]
  if (element.tagName === 'UL' || element.tagName === 'OL') return [listOf(element, picture, '')]
  if (element.tagName === 'TABLE') return [tableOf(element as HTMLTableElement, picture)]
  if (element.tagName === 'PRE') return [`\`\`\`\n${element.textContent?.replace(/\n$/, '') ?? ''}\n\`\`\``]
  if (element.tagName === 'HR') return ['---']
  if (element.tagName === 'BLOCKQUOTE')
    return [
      blocksOf(element, picture)
        .join('\n\n')
        .split('\n')
        .map((line) => `> ${line}`.trimEnd())
        .join('\n'),
    ]
  if (isWordItem(element)) {
    const text = inline()
    const mark = /^([·•o§-]|\d+[.)、]|[a-z][.)])\s*/i.exec(text)?.[0] ?? ''
    return [`${/^\d/.test(mark) ? '1. ' : '- '}\u200b${text.slice(mark.length)}`]
  }
  return [...element.children].some(isBlock) ? blocksOf(element, picture) : inline() === '' ? [] : [inline()]
}

function inlineOf(node: Node, picture: Picture): string {
  if (node.nodeType === Node.TEXT_NODE) return escapeText(node.textContent?.replace(/\s+/g, ' ') ?? '')
  if (!(node instanceof Element) || skipped.has(node.tagName)) return ''
  if (node instanceof HTMLImageElement) return picture(node)
  if (node.tagName === 'BR') return '\n'
  const inner = [...node.childNodes].map((child) => inlineOf(child, picture)).join('')
  const text = inner.trim()
  if (text === '') return inner
  const wrap = (mark: string) => inner.replace(text, () => `${mark}${text}${mark}`)
  const style = node.getAttribute('style') ?? ''
  if (/^(B|STRONG)$/.test(node.tagName) || /font-weight:\s*(bold|[6-9]00)/.test(style)) return wrap('**')
  if (/^(I|EM)$/.test(node.tagName)) return wrap('*')
  if (node.tagName === 'CODE') return `\`${node.textContent ?? ''}\``
  const href = node.tagName === 'A' ? (node.getAttribute('href') ?? '') : ''
  if (/^https?:/.test(href)) return `[${text}](${href})`
  return inner
}

function listOf(list: Element, picture: Picture, indent: string): string {
  const mark = list.tagName === 'OL' ? '1. ' : '- '
  const lines: string[] = []
  for (const item of list.children) {
    if (item.tagName === 'UL' || item.tagName === 'OL') {
      lines.push(listOf(item, picture, `${indent}  `))
      continue
    }
    const inner = [...item.children].filter(({ tagName }) => tagName === 'UL' || tagName === 'OL')
    for (const one of inner) one.remove()
    lines.push(`${indent}${mark}${blocksOf(item, picture).join(' ')}`)
    for (const one of inner) lines.push(listOf(one, picture, indent + ' '.repeat(mark.length)))
  }
  return lines.join('\n')
}

function tableOf(table: HTMLTableElement, picture: Picture): string {
  const rows = [...table.rows].map((row) =>
    [...row.cells].map((cell) => blocksOf(cell, picture).join(' ').replaceAll('\n', ' ').replaceAll('|', '\\|')),
  )
  const width = Math.max(0, ...rows.map((row) => row.length))
  if (width === 0) return ''
  const line = (cells: string[]) => `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`
  const [head = [], ...rest] = rows
  return [line(head), line(Array.from({ length: width }, () => '---')), ...rest.map(line)].join('\n')
}
