// Checks test titles: each is a sentence of its own that names its subject or starts with the verb of the tested unit.
// A title that only continues its `describe` ("are private to their owner") or consists of a placeholder fails.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { fail, root } from './lib.mjs'

const fragment =
  /^(is|are|was|were|also|and|or|of|that|whose|can|cannot|has|have|may|must|stays?)\b|^(?:[%$]\w+|[\s\p{P}\p{S}])*$/u

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.test.ts', '*.test.tsx'], { cwd: root })
  .toString()
  .trim()
  .split('\n')

/** Returns the titles of `it`, `test` and their variants with their lines. */
function titlesOf(file) {
  const source = readFileSync(join(root, file), 'utf8')
  const found = []
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!node || typeof node !== 'object') return
    const title = node.type === 'CallExpression' && node.arguments[0]
    const callee = title && source.slice(node.callee.start, node.callee.end)
    const isTest = title && (/^(it|test)\.(each|for)\(/.test(callee) || /Function/.test(node.arguments.at(-1).type))
    if (isTest && /^(it|test)\b/.test(callee) && isText(title))
      found.push({
        line: source.slice(0, title.start).split('\n').length,
        text: source.slice(title.start + 1, title.end - 1),
      })
    for (const key in node) visit(node[key])
  }
  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).body)
  return found
}

const isText = (node) => node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')

const wrong = files.flatMap((file) =>
  titlesOf(file)
    .filter(({ text }) => fragment.test(text))
    .map(({ line, text }) => `${file}:${line}: the title “${text}” is not a sentence of its own`),
)
if (wrong.length > 0) fail(wrong.join('\n'))
