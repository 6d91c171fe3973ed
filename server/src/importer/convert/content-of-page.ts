import { type Content, keepLettersAndDigits, noContent, sumContent } from '../../text/balance'
import { contentOfHtml } from '../../text/content-of-html'
import { contentOfChapter } from '../../text/content-of-markdown'

/**
 * The functions of this file count the content of pages before their conversion. They share no code with the
 * converters, so that content that a converter forgets is detected.
 */

/**
 * Counts a page of MkDocs, GitBook or mdBook, without syntax that is not text: names of boxes, attributes, icons, tags.
 */
export function contentOfPage(written: string): Content {
  const text = written
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/^---\n[\s\S]*?\n(?:---|\.\.\.)\n/, '')
  const { prose, code } = splitFences(text)
  let pictures = 0
  let tables = 0
  const plain = prose
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/^\s*(?:!!!|\?\?\?\+?)\s+[\w-]+(?:\s+[\w-]+)*\s*(?:"(.*)")?\s*$/gm, '$1')
    .replace(/^\s*===[!+]?\s+"(.*)"\s*$/gm, '$1')
    .replace(/^\*\[[^\]\n]+\]:.*$|^\s*\[TOC\]\s*$|^\s*-+8<-+.*$/gim, ' ')
    .replace(/\{--[^\n]*?--\}|\{>>[^\n]*?<<\}|\{%[^\n]*?%\}/g, ' ')
    .replace(/:(?:material|fontawesome|octicons|simple)-[\w-]+:(?:\{[^}\n]*\})?/g, ' ')
    .replace(/\{:?\s*[.#][^}\n]*\}|(?<=[)\]`*_])\{[^}\n\\$]*\}|^[ \t]*\{:[^}\n]*\}/gm, ' ')
    .replace(/\\\((.+?)\\\)/gs, ' $$$1$$ ')
    .replace(/\\begin\{(\w+\*?)\}[\s\S]*?\\end\{\1\}/g, (found, _name, at: number, all: string) =>
      isInFormula(all, at) ? found : ' $~$ ',
    )
    .replace(/<img\s[^>]*>/gi, (tag) => {
      pictures++
      return ` ${/\salt="([^"]*)"/i.exec(tag)?.[1] ?? ''} `
    })
    .replace(/<(sub|sup)>[^<\n]+<\/\1>/gi, ' $~$ ')
    .replace(/(?<=[\p{L}\p{N})])([~^])[\w+-]+\1(?![~^])/gu, ' $~$ ')
    .replace(/<table\b/gi, (tag) => {
      tables++
      return tag
    })
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<a\s[^>]*href="(?:https?:)[^"]*"[^>]*>([\s\S]*?)<\/a>/gi, '[$1](https://example.com)')
    .replace(/<\/?[a-z][\w-]*(?:\s[^<>]*)?>/gi, ' ')
  const content = contentOfChapter(plain)
  return sumContent([
    { ...noContent(), letters: lettersOfFormulas(plain) },
    { ...content, pictures: content.pictures + pictures, tables: content.tables + tables },
    { ...noContent(), letters: keepLettersAndDigits(code) },
  ])
}

const formula = /(?<!\\)\$\$([\s\S]+?)(?<!\\)\$\$|(?<!\\)\$(?!\s)((?:\\.|[^$\\\n])+?)\$(?!\d)/g

/** Code, in which dollar signs do not mark formulas. */
const code = /(?<![`\\])(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g

/** Returns the letters of all formulas, which `Content` only counts: a conversion must not change them. */
export const lettersOfFormulas = (markdown: string) =>
  keepLettersAndDigits(
    Array.from(markdown.replace(code, ' ').matchAll(formula), ([, block, inline]) => block ?? inline).join(' '),
  )

/** Whether a position is between `$$` and `$$`. */
const isInFormula = (text: string, at: number) => (text.slice(0, at).match(/(?<!\\)\$\$/g)?.length ?? 0) % 2 === 1

/** Separates blocks of code, with their titles, from other text. */
function splitFences(text: string): { prose: string; code: string } {
  const [prose, code]: [string[], string[]] = [[], []]
  let open: string | null = null
  for (const line of text.split('\n')) {
    const [, mark, info = ''] = /^\s*(?:[-*+>]\s+|\d+\.\s+)*(`{3,}|~{3,})([^`]*)$/.exec(line) ?? []
    if (open === null && mark !== undefined) {
      open = mark
      code.push(/title="([^"]*)"/.exec(info)?.[1] ?? '')
    } else if (open !== null && line.trim().startsWith(open) && /^[`~]+$/.test(line.trim())) open = null
    else if (open === null || !/-+8<-+/.test(line)) (open === null ? prose : code).push(line)
  }
  return { prose: prose.join('\n'), code: code.join('\n') }
}

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const joined = (value: unknown) => (Array.isArray(value) ? value.join('') : typeof value === 'string' ? value : '')

/** Counts a Jupyter notebook: texts, code, and the most complete form of each output. */
export function contentOfNotebook(json: string): Content {
  const { cells } = JSON.parse(json) as { cells: Json[] }
  return sumContent(
    cells.flatMap((cell): Content[] => {
      const source = joined(cell.source)
      if (cell.cell_type === 'markdown') return [contentOfPage(source)]
      const sourceContent = { ...noContent(), letters: keepLettersAndDigits(source) }
      return [sourceContent, ...(Array.isArray(cell.outputs) ? cell.outputs.filter(isObject).map(contentOfOutput) : [])]
    }),
  )
}

function contentOfOutput(output: Json): Content {
  const text = (content: string) => ({ ...noContent(), letters: keepLettersAndDigits(withoutColours(content)) })
  if (output.output_type === 'stream') return text(joined(output.text))
  if (output.output_type === 'error') return text(`${joined(output.ename)} ${joined(output.evalue)}`)
  const data = isObject(output.data) ? output.data : {}
  const types = Object.keys(data)
  if (types.some((type) => type.startsWith('image/'))) return { ...noContent(), pictures: 1 }
  if ('text/latex' in data) return { ...noContent(), formulas: 1 }
  if ('text/markdown' in data) return contentOfPage(joined(data['text/markdown']))
  const html = contentOfHtml(joined(data['text/html']), { tex: false, isLink: () => false })
  return html.letters !== '' || html.tables > 0 ? html : text(joined(data['text/plain']))
}

const withoutColours = (text: string) => text.replace(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '')
