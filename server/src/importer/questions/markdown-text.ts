/** Signs that would mean something in the middle of a line. */
const special = /[\\`*_[\]<$|&]|~(?=~)|(?<=\{)\{|https?:(?=\/\/)|mailto:/gi
/** And those that mean something only where a line begins. */
const opening = /^(\s*)(#{1,6}(?=\s|$)|>|[-+](?=\s|$)|\d{1,9}[.)](?=\s|$)|:{3,}|={2,}|-{2,}|~{3,})/

/** Plain text in the middle of a line. */
export function escapeInline(text: string): string {
  return text.replace(special, (sign) => (sign.endsWith(':') ? `${sign.slice(0, -1)}\\:` : `\\${sign}`))
}

/** Plain text as Markdown that reads the same. */
export function escapeMarkdown(text: string): string {
  return escapeInline(text).split('\n').map(escapeOpening).join('\n')
}

export function escapeOpening(line: string): string {
  return line.replace(opening, (_, space: string, sign: string) =>
    /^\d/.test(sign) ? `${space}${sign.slice(0, -1)}\\${sign.at(-1)}` : `${space}\\${sign}`,
  )
}

/** Plain text as paragraphs: a line end is a line end, an empty line a new paragraph. */
export function paragraphs(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .split('\n')
        .map((line) => escapeMarkdown(line.trim()))
        .filter(Boolean)
        .join('\\\n'),
    )
    .filter(Boolean)
    .join('\n\n')
}

/** Letters, digits and Chinese signs on one line: Markdown finds nothing to do there, and most options are such. */
const plainLine = /^[\p{L}\p{N}，。、；：？！（）“”‘’《》…—·]+(?: [\p{L}\p{N}，。、；：？！（）“”‘’《》…—·]+)*$/u

/** What rendering would make of a text, where that is plain to see. */
export const plainHtml = (markdown: string) => (plainLine.test(markdown) ? `<p>${markdown}</p>` : null)

/** The longest run of a sign, so that a fence can be longer. */
export function fenceFor(text: string, sign: '`', least: number): string {
  const runs = text.match(/`+/g) ?? []
  return sign.repeat(Math.max(least, ...runs.map(({ length }) => length + 1)))
}

export function inlineCode(text: string): string {
  const flat = text.replace(/\n/g, ' ')
  if (flat.trim() === '') return escapeMarkdown(flat)
  const fence = fenceFor(flat, '`', 1)
  const pad = /^`|`$|^ .* $/.test(flat) ? ' ' : ''
  return `${fence}${pad}${flat}${pad}${fence}`
}

/** Lines outside fenced code, with their numbers. */
export function* outsideFences(lines: string[]): Generator<{ line: string; index: number }> {
  let fence: string | null = null
  for (const [index, line] of lines.entries()) {
    const marks = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence) {
      if (marks?.startsWith(fence) && line.trim() === marks) fence = null
    } else if (marks) fence = marks
    else yield { line, index }
  }
}
