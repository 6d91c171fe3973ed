import { posix } from 'node:path'
import { texMarks } from '../questions/formula-text'
import { htmlToMarkdown } from '../questions/html-to-markdown'
import { bareEnvironments, outsideCodeAndFormulas } from './formulas'
import { replaceIncludes } from './includes'
import type { Page } from './page'
import { replaceBlockHtml } from './page-html'

/** Boxes of MkDocs Material, mapped to our boxes and their default titles. */
const boxes: Record<string, [name: string, title: string]> = {
  note: ['note', ''],
  abstract: ['note', '摘要'],
  summary: ['note', '摘要'],
  tldr: ['note', '摘要'],
  info: ['note', '说明'],
  todo: ['note', '待办'],
  quote: ['note', '引用'],
  cite: ['note', '引用'],
  tip: ['tip', ''],
  hint: ['tip', ''],
  important: ['tip', '重要'],
  success: ['tip', '正确'],
  check: ['tip', '正确'],
  done: ['tip', '正确'],
  question: ['think', ''],
  help: ['think', ''],
  faq: ['think', '常见问题'],
  warning: ['warning', ''],
  caution: ['warning', ''],
  attention: ['warning', ''],
  failure: ['warning', '错误'],
  fail: ['warning', '错误'],
  missing: ['warning', '缺少'],
  danger: ['warning', '危险'],
  error: ['warning', '错误'],
  bug: ['warning', '缺陷'],
  example: ['example', ''],
}

/** Converts a page of MkDocs Material to our Markdown, without its title. */
export function convertPage(written: string, page: Page): { title: string; body: string } {
  const { title: named, text } = takeFrontMatter(written.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'))
  const included = replaceIncludes(text, page)
  const lines = outsideFences(included, (piece) => dropComments(piece, page)).split('\n')
  const body = outsideFences(blocks(lines, page).join('\n'), (piece) =>
    outsideCodeAndFormulas(bareEnvironments(texMarks(piece)), (text) => inlines(text, page)),
  )
  return takeTitle(fences(body, page), named)
}

function takeFrontMatter(text: string): { title: string; text: string } {
  const found = /^---\n([\s\S]*?)\n(?:---|\.\.\.)\n/.exec(text)
  if (!found) return { title: '', text }
  const title =
    /^title:\s*(.+)$/m
      .exec(found[1]!)?.[1]
      ?.trim()
      .replace(/^(["'])(.*)\1$/, '$2') ?? ''
  return { title, text: text.slice(found[0].length) }
}

/** Applies a change to the text between fenced blocks of code. */
export function outsideFences(text: string, change: (piece: string) => string): string {
  const fence = /^([ \t]*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^[ \t]*\2[`~]*[ \t]*$/gm
  let [result, at] = ['', 0]
  for (const found of text.matchAll(fence)) {
    result += change(text.slice(at, found.index)) + found[0]
    at = found.index + found[0].length
  }
  return result + change(text.slice(at))
}

function dropComments(text: string, page: Page): string {
  return text.replace(/<!--[\s\S]*?-->/g, () => {
    page.report.mapped('去掉的注释')
    return ''
  })
}

const indentOf = (line: string) => /^ */.exec(line.replaceAll('\t', '    '))![0].length

/** Returns the indented lines from `start` on, without their indentation. */
function indented(lines: string[], start: number, indent: number): { inner: string[]; end: number } {
  let end = start
  while (end < lines.length && (lines[end]!.trim() === '' || indentOf(lines[end]!) >= indent + 4)) end++
  while (end > start && lines[end - 1]!.trim() === '') end--
  return { inner: lines.slice(start, end).map((line) => line.replaceAll('\t', '    ').slice(indent + 4)), end }
}

/** Converts boxes, tabs and definition lists, whose content is indented. */
function blocks(lines: string[], page: Page): string[] {
  const result: string[] = []
  let fence: string | null = null
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== null || mark) {
      if (fence === null) fence = mark!
      else if (mark?.startsWith(fence) && line.trim() === mark) fence = null
      result.push(line)
      at++
      continue
    }
    const made = box(lines, at, page) ?? tabs(lines, at, page) ?? definition(lines, at, page)
    if (made) {
      result.push(...made.lines)
      at = made.end
    } else {
      result.push(line)
      at++
    }
  }
  return result
}

type Made = { lines: string[]; end: number } | null

/** Converts a box: `!!! note "Title"`, `??? tip` or `???+ warning`. */
function box(lines: string[], at: number, page: Page): Made {
  const found = /^( *)(!!!|\?\?\?\+?)\s+([\w-]+)((?:\s+[\w-]+)*)(?:\s+"(.*)")?\s*$/.exec(lines[at]!)
  if (!found) return null
  const [, space = '', sign = '', kind = '', , title] = found
  const [name, usual] = boxes[kind.toLowerCase()] ?? ['note', kind]
  const { inner, end } = indented(lines, at + 1, space.length)
  page.report.mapped(sign.startsWith('?') ? '折叠框' : '提示框')
  const shown = title === undefined ? usual : title
  const fold = sign === '???' ? '?' : sign === '???+' ? '?+' : ''
  const written = ['', `::: ${name}${fold}${shown ? ` ${shown}` : ''}`, ...blocks(inner, page), ':::', '']
  return { lines: written.map((line) => (line === '' ? '' : space + line)), end: Math.max(end, at + 1) }
}

const icon = /:(?:material|fontawesome|octicons|simple)-[\w-]+:(?:\{[^}\n]*\})?[ \t]?/g

/** Converts adjacent tabs such as `=== "Python"` to one container. */
function tabs(lines: string[], at: number, page: Page): Made {
  const head = /^( *)===[!+]?\s+"(.*)"\s*$/
  const space = head.exec(lines[at]!)?.[1]
  if (space === undefined) return null
  const written = ['', '::: tabs']
  let end = at
  for (let next = at; next < lines.length; ) {
    const found = head.exec(lines[next]!)
    if (!found || found[1] !== space) break
    const { inner, end: after } = indented(lines, next + 1, space.length)
    const title = found[2]!.replace(icon, () => drop(page, '图标')).trim()
    written.push(`== ${title}`, '', ...blocks(inner, page), '')
    end = Math.max(after, next + 1)
    next = end
    while (next < lines.length && lines[next]!.trim() === '') next++
  }
  page.report.mapped('选项卡')
  return { lines: [...written, ':::', ''].map((line) => (line === '' ? '' : space + line)), end }
}

/** Converts a definition: `术语`, and on the next line `:   解释`. */
function definition(lines: string[], at: number, page: Page): Made {
  const [term = '', next = ''] = [lines[at], lines[at + 1]]
  if (term.trim() === '' || /^\s*([-*+#>|:]|\d+\.)/.test(term) || !/^:\s{1,3}\S/.test(next)) return null
  const written = [`**${term.trim()}**`, '']
  let end = at + 1
  for (let next = end; next < lines.length && /^:\s{1,3}\S/.test(lines[next]!); ) {
    const { inner, end: after } = indented(lines, next + 1, 0)
    written.push(lines[next]!.replace(/^:\s+/, ''), ...blocks(inner, page), '')
    end = Math.max(after, next + 1)
    next = end
    while (next < lines.length && lines[next]!.trim() === '') next++
  }
  page.report.mapped('术语表')
  return { lines: written, end }
}

/** Converts inline syntax: attributes, links, images, keys, icons, HTML. */
function inlines(text: string, page: Page): string {
  const converted = replaceBlockHtml(text, page)
    .replace(/^\*\[[^\]\n]+\]:.*$/gm, () => drop(page, '缩写说明'))
    .replace(/^(#{1,6}[ \t].*?)[ \t]*\{:?[^}\n]*\}[ \t]*$/gm, (all, heading: string) => {
      const id = /#([a-z][a-z0-9-]*)/.exec(all.slice(heading.length))?.[1]
      return id ? `${heading} {#${id}}` : heading
    })
    .replace(
      /(?<=[)\]`*_])\{:?\s*(?:[.#][\w-]+|[\w-]+(?:=(?:"[^"]*"|[\w%.-]+))?)(?:\s+(?:[.#][\w-]+|[\w-]+(?:=(?:"[^"]*"|[\w%.-]+))?))*\s*\}/g,
      () => drop(page, '属性'),
    )
    .replace(/^[ \t]*\{:[^}\n]*\}[ \t]*$/gm, () => drop(page, '属性'))
    .replace(icon, () => drop(page, '图标'))
    .replace(/\{~~([^\n]*?)~>([^\n]*?)~~\}/g, (_, _old, added: string) => drop(page, '修订和批注') + added)
    .replace(/\{==([^\n]+?)==\}|\{\+\+([^\n]+?)\+\+\}/g, (_, marked?: string, added?: string) => marked ?? added ?? '')
    .replace(/\{--([^\n]+?)--\}|\{>>([^\n]+?)<<\}/g, () => drop(page, '修订和批注'))
    .replace(/\+\+([\w"+-]+)\+\+/g, (_, keys: string) => `\`${keys.replaceAll('"', '')}\``)
    .replace(/==([^=\n]+)==/g, '**$1**')
    .replace(/\^\^([^^\n]+)\^\^/g, '$1')
    .replace(/(?<=[\p{L}\p{N})])~([\w+-]+)~(?!~)/gu, '$_{$1}$')
    .replace(/(?<=[\p{L}\p{N})])\^([\w+-]+)\^(?!\^)/gu, '$^{$1}$')
    .replace(/^[ \t]*\[TOC\][ \t]*$/gim, () => drop(page, '目录标记'))
    .replace(/\{%[^\n]*?%\}/g, (macro) => {
      page.report.lost(page.file, `没有带入模板的写法 ${macro.slice(0, 60)}`)
      return ''
    })
  return links(inlineHtml(converted, page), page)
}

function drop(page: Page, what: string): string {
  page.report.mapped(`去掉的${what}`)
  return ''
}

function inlineHtml(text: string, page: Page): string {
  return text
    .replace(/<br\s*\/?>\n?/gi, '\\\n')
    .replace(/<kbd>([^<\n]*)<\/kbd>/gi, '`$1`')
    .replace(/<sub>([\w+-]+)<\/sub>/gi, '$_{$1}$')
    .replace(/<sup>([\w+-]+)<\/sup>/gi, '$^{$1}$')
    .replace(/<(sub|sup|ruby)>[^\n]*?<\/\1>/gi, (html) => htmlToMarkdown(html, { lost: () => {} }))
    .replace(/<(b|strong)>([^<\n]+)<\/\1>/gi, '**$2**')
    .replace(/<(i|em)>([^<\n]+)<\/\1>/gi, '*$2*')
    .replace(/<img\s[^>]*>|<a\s[^>]*href=[^>]*>[^<\n]*<\/a>/gi, (html) =>
      htmlToMarkdown(html, {
        image: (src) => src,
        lost: (what) => page.report.lost(page.file, `没有带入${what}`),
      }),
    )
    .replace(/<\/?(?:u|span|font|mark|small|center|div|abbr|big|ins)(?:\s[^<>]*)?>/gi, '')
}

/** Copies images; turns links to pages into references, and links without a target into text. */
function links(text: string, page: Page): string {
  const target =
    /(!?)\[((?:\\.|\[[^\]]*\]|[^[\]\\])*)\]\(\s*(?:<([^<>\n]+)>|([^()\s<>]+(?:\([^()\s]*\)[^()\s<>]*)?))(\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)/g
  return definitions(text, page).replace(
    target,
    (all, bang: string, label: string, quoted: string | undefined, plain = '', title = '') => {
      const href = quoted?.trim() ?? plain
      if (bang) {
        const image = /^[a-z][a-z0-9+.-]*:|^\/\//i.test(href) ? null : page.image(href)
        if (image) return `![${label}](${image}${title})`
        page.report.lost(page.file, `没有带入图片 ${href.slice(0, 80)}`)
        return label
      }
      const inner = links(label, page).trim()
      if (/^(https?:|mailto:|tel:)/i.test(href)) return `[${inner}](${href}${title})`
      if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return all
      const linked = page.link(href)
      if (linked === null) page.report.lost(page.file, `链接 ${href.slice(0, 80)} 指向书外，只保留文字`)
      return linked === null ? inner : `[${inner}](${linked})`
    },
  )
}

/** Resolves the targets of references, `[id]: ../img/a.png "title"`; drops those that lead nowhere. */
const definitions = (text: string, page: Page) =>
  text.replace(
    /^( {0,3}\[(?!\^)[^\]\n]+\]:\s*)<?([^\s<>]+)>?([^\n]*)$/gm,
    (all, start: string, href: string, title: string) => {
      if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)) return all
      const found = page.image(href) ?? page.link(href)
      if (found === null) page.report.lost(page.file, `链接 ${href.slice(0, 80)} 指向书外，只保留文字`)
      return found === null ? '' : `${start}${found}${title}`
    },
  )

/** Drops the options of code blocks, except the title. */
function fences(text: string, page: Page): string {
  return text.replace(/^([ \t]*)(`{3,}|~{3,})([^\n]*)\n/gm, (all, indent: string, marks: string, info: string) => {
    if (/^\s*mermaid\b/.test(info)) page.report.lost(page.file, '没有带入 mermaid 的图，显示它的代码')
    // Code cells of a notebook already have options in our format.
    if (info.trim() === '' || /^\s*[\w+#-]+(?: run id=[\w-]+)?\s*$/.test(info)) return all
    const language = /^\s*\{?\s*\.?([\w+#-]+)/.exec(info)?.[1] ?? ''
    const title = /title="([^"]*)"/.exec(info)?.[1]
    page.report.mapped('代码选项')
    return `${title ? `${indent}**${title}**\n\n` : ''}${indent}${marks}${language}\n`
  })
}

/** Pattern of a first-level heading: `# 标题`, or a line underlined with equals signs. */
const firstLevel = /^(?:#(?!#)[ \t]+([^\n]+)|([^\s#>|\-*+:][^\n]*)\n=+[ \t]*)$/gm

/** Uses the first first-level heading as the title of the chapter; later ones become second-level headings. */
function takeTitle(text: string, named: string): { title: string; body: string } {
  let title = named
  let seen = false
  const body = outsideFences(text, (piece) =>
    piece.replace(firstLevel, (all, marked: string | undefined, underlined: string | undefined) => {
      const heading = (marked ?? underlined ?? '')
        .replace(/\s*\{#[^}]*\}\s*$/, '')
        .replace(/\s*#+$/, '')
        .trim()
      if (heading === '') return all
      if (seen) return `## ${heading}`
      seen = true
      title = heading
      return ''
    }),
  )
  return { title, body: outsideFences(body, (piece) => piece.replace(/\n{3,}/g, '\n\n')).trim() }
}

/** Returns the identifier that MkDocs gives a heading. */
export const slugify = (heading: string) =>
  heading
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/[^\w\s-]/g, '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '-')

/** Resolves a reference to a path below the documents; returns null if it leads outside. */
export function resolveBelow(from: string, href: string): string | null {
  const path = posix.normalize(href.startsWith('/') ? href.slice(1) : posix.join(posix.dirname(from), href))
  return path.startsWith('../') || path === '..' || path.includes('\0') ? null : path
}
