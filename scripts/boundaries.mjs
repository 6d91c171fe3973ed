// Who may import whom. Run by `npm run check`; the rules stand in docs/architecture.md.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fail, root } from './lib.mjs'

const below = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? below(join(folder, entry.name))
      : /\.tsx?$/.test(entry.name)
        ? [join(folder, entry.name)]
        : [],
  )

/** Every import of a file: what it asks for, resolved to a path below the root, and whether only types come. */
function importsOf(file) {
  const source = readFileSync(join(root, file), 'utf8')
  const pattern = /(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)|import\s+'([^']+)'/g
  return [...source.matchAll(pattern)].map(([, type, from, lazy, bare]) => {
    const target = from ?? lazy ?? bare
    return {
      target: target.startsWith('.') ? relative(root, join(root, dirname(file), target)) : target,
      type: Boolean(type),
    }
  })
}

const isTest = (file) => /\.test\.tsx?$|\/testing\//.test(file)
const module = (path) => path.match(/^server\/src\/modules\/([^/]+)\//)?.[1]

/** Each rule answers a sentence when an import breaks it. */
const rules = [
  (file, { target }) =>
    file.startsWith('contract/') && /^(server|web|e2e)\//.test(target) && 'the contract imports from nobody',
  (file, { target }) => {
    const [from, to] = [module(file), module(target)]
    return from && to && from !== to && !isTest(file) && !target.endsWith('/public') && 'modules meet through public.ts'
  },
  (file, { target }) =>
    file.startsWith('web/src/ui/') &&
    /^web\/src\/(features|pages|api)\//.test(target) &&
    'ui knows no features, pages or calls',
  (file, { target }) =>
    file.startsWith('web/src/features/') && target.startsWith('web/src/pages/') && 'features know no pages',
  (file, { target }) =>
    file.startsWith('web/src/') &&
    !isTest(file) &&
    target.startsWith('server/') &&
    'the web imports nothing of the server',
  (file, { target, type }) =>
    file.startsWith('web/src/') &&
    !isTest(file) &&
    !type &&
    (target === 'zod' || /^@dxx\/contract\/(calls|call|paging|shapes|openapi|meta-source)\b/.test(target)) &&
    'the schema library stays out of the browser: import types only',
]

const broken = ['contract/src', 'server/src', 'web/src'].flatMap(below).flatMap((file) =>
  importsOf(file).flatMap((found) =>
    rules.flatMap((rule) => {
      const reason = rule(file, found)
      return reason ? [`${file} imports ${found.target}: ${reason}`] : []
    }),
  ),
)
if (broken.length > 0) fail(broken.join('\n'))
