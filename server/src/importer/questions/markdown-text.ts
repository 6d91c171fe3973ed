import { fenceFor } from '../../questions/fences'

/** Characters with a special meaning anywhere in a line. */
const special = /[\\`*_[\]<$|&]|~(?=~)|(?<=\{)\{|https?:(?=\/\/)|mailto:/gi
/** Characters with a special meaning only at the start of a line. */
const opening = /^(\s*)(#{1,6}(?=\s|$)|>|[-+](?=\s|$)|\d{1,9}[.)](?=\s|$)|:{3,}|={2,}|-{2,}|~{3,})/

/** Escapes plain text inside a line. */
export function escapeInline(text: string): string {
  return text.replace(special, (sign) => (sign.endsWith(':') ? `${sign.slice(0, -1)}\\:` : `\\${sign}`))
}

/** Escapes plain text as Markdown that renders the same. */
export function escapeMarkdown(text: string): string {
  return escapeInline(text).split('\n').map(escapeOpening).join('\n')
}

export function escapeOpening(line: string): string {
  return line.replace(opening, (_, space: string, sign: string) =>
    /^\d/.test(sign) ? `${space}${sign.slice(0, -1)}\\${sign.at(-1)}` : `${space}\\${sign}`,
  )
}

/** A line of letters, digits and Chinese punctuation, as in most options, contains no Markdown. */
const plainLine = /^[\p{L}\p{N}，。、；：？！（）“”‘’《》…—·]+(?: [\p{L}\p{N}，。、；：？！（）“”‘’《》…—·]+)*$/u

/** Returns the rendered HTML of a text without Markdown; null otherwise. */
export const plainHtml = (markdown: string) => (plainLine.test(markdown) ? `<p>${markdown}</p>` : null)

export function inlineCode(text: string): string {
  const flat = text.replace(/\n/g, ' ')
  if (flat.trim() === '') return escapeMarkdown(flat)
  const fence = fenceFor(flat, '`', 1)
  const pad = /^`|`$|^ .* $/.test(flat) ? ' ' : ''
  return `${fence}${pad}${flat}${pad}${fence}`
}
