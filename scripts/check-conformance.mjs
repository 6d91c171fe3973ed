// Checks docs/conformance.md: every test title and file it names must exist, and rows are numbered in order.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root } from './lib.mjs'

const file = 'docs/conformance.md'
const rows = readFileSync(join(root, file), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))

const titlesOf = new Map()

/** Returns the test titles of a file as written, of `it`, `test`, `it.each` and similar. */
function titles(path) {
  if (!titlesOf.has(path)) {
    const source = readFileSync(join(root, path), 'utf8')
    const found = source.matchAll(
      /\b(?:it|test)(?:\.(?:each|for|skipIf)\([\s\S]*?\))?\s*\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1/g,
    )
    titlesOf.set(path, new Set([...found].map(([, , title]) => title)))
  }
  return titlesOf.get(path)
}

const wrong = []
let [section, count] = [0, 0]
for (const row of rows) {
  const [number = '', , evidence = ''] = row
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
  const [major, minor] = number.split('.').map(Number)
  if (major !== section) [section, count] = [major, 0]
  count += 1
  if (minor !== count) wrong.push(`${file}: ${number} should be ${section}.${count}`)
  for (const shown of evidence.split('<br>')) {
    if (shown.startsWith('OPEN')) continue
    const [, path = '', title] = /^`([^`]+)`(?: › (.+))?$/.exec(shown) ?? []
    if (!path || !existsSync(join(root, path))) wrong.push(`${file}: ${number} names no file: ${shown}`)
    else if (/\.test\.tsx?$/.test(path) && !(title && titles(path).has(title.replaceAll('\\|', '|'))))
      wrong.push(`${file}: ${number}: ${path} has no test "${title ?? ''}"`)
  }
}
if (rows.length === 0) wrong.push(`${file} has no rows`)
if (wrong.length > 0) fail(wrong.join('\n'))
