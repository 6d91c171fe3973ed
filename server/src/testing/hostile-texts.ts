import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const corpus = process.env.DXX_CORPUS

/** Strings that break careless programs: our own, and a public collection if available. */
export const hostileTextsByKind: string[] = [
  '<script>alert(1)</script>',
  "'; drop table posts; --",
  '\u202ertl\u202c',
  '👩‍👩‍👧‍👦 e\u0301 ﷺ',
  '{{7*7}} %s %00 \\u0000 \\x',
  ...(corpus ? (JSON.parse(readFileSync(join(corpus, 'strings/blns.json'), 'utf8')) as string[]) : []),
].filter((text) => text.trim() !== '' && !text.includes('\0'))

/** Joins the hostile strings into few texts of at most `most` characters each. */
export function hostileTexts(most: number): string[] {
  const texts: string[] = []
  for (const text of hostileTextsByKind.filter((one) => one.length <= most)) {
    const joined = `${texts.at(-1)}\n${text}`
    if (texts.length > 0 && joined.length <= most) texts[texts.length - 1] = joined
    else texts.push(text)
  }
  return texts
}
