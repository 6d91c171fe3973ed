/** Thrown for a question that cannot be imported, with the reason. Importers catch it and report the question. */
export class Unusable extends Error {}

export function unusable(reason: string): never {
  throw new Unusable(reason)
}

/** Removes carriage returns, trailing spaces, and empty lines at both ends. */
export function trimAuthorText(text: string): string {
  if (!untrimmed.test(text)) return text
  return text
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '')
    .replace(/[ \t]+$/gm, '')
    .replace(/^\n+|\n+$/g, '')
}

/** Most texts of a question bank are short and need only this one check instead of four passes. */
const untrimmed = /[\r\0]|[ \t](?:\n|$)|^\n|\n$/

/** Shortens a text to one line of 40 characters for messages. */
export function label(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 40 && [...line].length > 40 ? `${[...line].slice(0, 40).join('')}…` : line
}

export const maxText = 50_000

/** Problems of a list of texts: too few, too many, empty or too long. */
export function listFlaws(texts: string[], least: number, name: string): string[] {
  const found: string[] = []
  if (texts.length < least) found.push(`${name}至少要有 ${least} 个`)
  if (texts.length > 100) found.push(`${name}最多 100 个`)
  if (texts.some((text) => text.trim() === '')) found.push(`${name}里有空的`)
  if (texts.some((text) => text.length > maxText)) found.push(`${name}里有太长的`)
  return found
}
