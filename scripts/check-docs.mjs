// Checks the docs: every npm command and path that README, CONTRIBUTING and docs give in backticks must exist; every
// setting, ops command and source folder must be documented; the index of decisions must be complete.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root } from './lib.mjs'
import { isPagesDocCurrent } from './pages-doc.mjs'

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const files = ['README.md', 'CONTRIBUTING.md', ...below('docs')]

function below(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? below(join(folder, entry.name))
      : entry.name.endsWith('.md')
        ? [join(folder, entry.name)]
        : [],
  )
}

/** Names of benchmarks and scenarios, which the commands `bench` and `verify` accept as arguments. */
const partsOf = Object.fromEntries(
  ['bench', 'verify'].map((name) => {
    const source = readFileSync(join(root, `verify/src/commands/${name}.ts`), 'utf8')
    return [name, new Set([...source.matchAll(/^ {2}(\w+): \w+(?:Bench|Scenario),$/gm)].map(([, part]) => part))]
  }),
)

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, maxBuffer: 1e8 })
  .toString()
  .trim()
  .split('\n')
/** Whether a path names a source file. The docs may give only the end of its path. */
const isSource = (path) => tracked.some((one) => one === path || one.endsWith(`/${path}`))

const wrong = files.flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8')
  const prose = text.replace(/```[\s\S]*?```|`[^`\n]*`/g, '')
  const commands = [...text.matchAll(/npm run ([a-z][\w:-]*)/g)].map(([, name]) => name)
  const paths = [
    ...text.matchAll(/`((?:contract|server|web|e2e|verify|content|scripts|docs|deploy|app|mini)\/[\w./-]*)`/g),
  ].map(([, path]) => path)
  const sources = [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs|sql|css))`/g)].map(([, path]) => path)
  const links = [...prose.matchAll(/\]\((?!https?:|#)([^)\s]+)\)/g)].map(([, link]) =>
    join(file, '..', link.split('#')[0]),
  )
  const parts = [...text.matchAll(/npm run (bench|verify) -- (\w+)/g)].filter(
    ([, name, part]) => !partsOf[name].has(part),
  )
  return [
    ...commands.filter((name) => !scripts[name]).map((name) => `${file}: npm run ${name} does not exist`),
    ...parts.map(([command]) => `${file}: ${command} does not exist`),
    ...sources.filter((path) => !isSource(path)).map((path) => `${file}: ${path} does not exist`),
    ...[...paths, ...links]
      // Build output and files that the operator creates are not in the repository.
      .filter((path) => !/\/(dist|\.env|certificates)(\/|$)/.test(path) && !existsSync(join(root, path)))
      .map((path) => `${file}: ${path} does not exist`),
  ]
})
// Every setting that the server reads must be documented.
const settings = [
  'server/src/config.ts',
  'server/src/site-settings.ts',
  'server/src/adapters/payment/settings.ts',
  'server/src/adapters/ai/settings.ts',
]
  .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)])
  .map(([, name]) => name)
const explained = readFileSync(join(root, 'docs/configuration.md'), 'utf8')
wrong.push(
  ...settings
    .filter((name) => !explained.includes(`\`${name}\``))
    .map((name) => `docs/configuration.md: ${name} is missing`),
)
// Every ops command must be documented.
const commands = readdirSync(join(root, 'server/src/ops'))
  .flatMap((file) => [...readFileSync(join(root, 'server/src/ops', file), 'utf8').matchAll(/usage:\s*'(\w+ \w+)/g)])
  .map(([, name]) => name)
const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8')
wrong.push(
  ...commands
    .filter((name) => !operations.includes(`npm run ops -- ${name}`))
    .map((name) => `docs/operations.md: ${name} is missing`),
)
// docs/architecture.md must name every folder directly below the ones in `mapped`.
const map = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
const mapped = [
  'server/src',
  'server/src/modules',
  'server/src/adapters',
  'web/src',
  'web/src/features',
  'web/src/console',
  'verify/src',
]
const folderNames = mapped.flatMap((parent) =>
  tracked.flatMap(
    (file) => (file.startsWith(`${parent}/`) && /^[\w-]+(?=\/)/.exec(file.slice(parent.length + 1))) || [],
  ),
)
wrong.push(
  ...[...new Set(folderNames)]
    .filter((name) => !new RegExp(`\\b${name}\\b`).test(map))
    .map((name) => `docs/architecture.md: folder ${name} is missing`),
)
// The index of decisions must list every page, and name the numbers below the newest that have none.
const index = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8')
const pages = readdirSync(join(root, 'docs/decisions')).filter((name) => /^\d{4}-/.test(name))
for (const name of pages) if (!index.includes(`](${name})`)) wrong.push(`docs/decisions/README.md: ${name} is missing`)
const unused = /^Numbers never used: (.*)\.$/m.exec(index)?.[1] ?? ''
const isNamed = (number) =>
  unused.split(', ').some((range) => {
    const [first, last = first] = range.split(' to ').map(Number)
    return first <= number && number <= last
  })
const used = new Set(pages.map((name) => Number(name.slice(0, 4))))
for (let number = 1; number <= Math.max(...used); number++)
  if (used.has(number) === isNamed(number))
    wrong.push(`docs/decisions/README.md: “Numbers never used” is wrong about ${number}`)
if (!isPagesDocCurrent()) wrong.push('docs/pages.md is not current: npm run generate')
if (wrong.length > 0) fail(wrong.join('\n'))
