import { type Content, keepLettersAndDigits, noContent } from './balance'

/** A block of code, also inside lists, where it is indented. */
const fence = /^[ \t]*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^[ \t]*\1[`~]*[ \t]*$/gm
const inlineCode = /(?<![`\\])(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g
const formula = /(?<!\\)\$\$[\s\S]+?(?<!\\)\$\$|(?<!\\)\$(?!\s)(?:\\.|[^$\\])+?\$(?!\d)/g
const picture = /!\[((?:\\.|[^\]\\])*)\]\([^)\s]+(?:\s+"([^"]*)")?\)/g
const link = /(?<![!\\@])\[((?:\\.|[^\]\\])*)\]\(<?[^)\s]+(?:\s+"[^"]*")?\)/g
const tableHead = /^ {0,3}\|?(?: *:?-+:? *\|)+ *(?::?-+:?)? *\|? *$/gm

/** Characters without which a text has nothing to count but letters. */
const special = /[`~$[\-\d]/

/** Counts the content of a Markdown text. */
export function contentOfMarkdown(markdown: string): Content {
  if (!special.test(markdown)) return { ...noContent(), letters: keepLettersAndDigits(markdown) }
  const content = noContent()
  const count = (key: 'formulas' | 'pictures' | 'links' | 'tables', text = '') => {
    content[key]++
    return ` ${text} `
  }
  // Code is reduced to its letters first: it may look like a formula or a link.
  const lettersOnly = (code: string) => ` ${keepLettersAndDigits(code)} `
  const text = markdown
    .replace(fence, (_, _marks, inside: string) => lettersOnly(inside))
    .replace(inlineCode, (_, _marks, inside: string) => lettersOnly(inside))
    // List numbers are not counted: the renderer generates them.
    .replace(/^((?:\s|>|- )*)\d{1,9}[.)](?=\s)/gm, '$1')
    .replace(formula, () => count('formulas'))
    .replace(picture, (_, alt: string, title = '') => count('pictures', `${alt} ${title}`))
    .replace(link, (_, label: string) => count('links', label))
    .replace(tableHead, () => count('tables'))
  return { ...content, letters: keepLettersAndDigits(text) }
}

/** Counts a chapter in Markdown without the syntax of boxes, tabs, embeds and anchors. */
export const contentOfChapter = (markdown: string): Content =>
  contentOfMarkdown(
    outsideFences(withoutReferences(markdown.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')), (text) =>
      text
        .replace(/^ {0,3}:{3,}\s*[a-z]*(?:\?\+?)?/gm, '')
        .replace(/^ {0,3}@\[(?:question|resource)\]\([^)\s]*\)\s*$/gm, '')
        .replace(/\{#[^}\n]*\}[ \t]*$/gm, '')
        .replace(/^ {0,3}\[\^?[^\]\n]+\]:/gm, '')
        .replace(/\[\^[^\]\s]+\]/g, '')
        .replace(/^(\s*[-*+] )\[[ xX]\]/gm, '$1')
        .replace(/&(?:[a-z]+|#\d+|#x[0-9a-f]+);/gi, ' '),
    ),
  )

const definition = /^ {0,3}\[(?!\^)([^\]\n]+)\]:[ \t]*\S+(?:[ \t]+"[^"\n]*")?[ \t]*$/gm

/** Writes links and pictures by reference, `[text][id]`, with their targets, and drops the definitions. */
function withoutReferences(markdown: string): string {
  const ids = new Set(Array.from(markdown.matchAll(definition), ([, id]) => id!.toLowerCase()))
  if (ids.size === 0) return markdown
  return markdown
    .replace(definition, '')
    .replace(/(!?\[((?:\\.|[^\]\\])*)\])\[([^\]\n]*)\]/g, (all, start: string, text: string, id: string) =>
      ids.has((id || text).toLowerCase()) ? `${start}(x)` : all,
    )
}

function outsideFences(markdown: string, change: (text: string) => string): string {
  return markdown
    .split(/(^[ \t]*(?:`{3,}|~{3,})[^\n]*\n[\s\S]*?^[ \t]*(?:`{3,}|~{3,})[ \t]*$)/m)
    .map((piece, i) => (i % 2 === 0 ? change(piece) : piece))
    .join('')
}
