// Generates docs/pages.md: every route with its calls and states, read from the code. `npm run generate` writes the
// file; `npm run check` fails if it is outdated.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './lib.mjs'

const web = join(root, 'web/src')
const file = join(root, 'docs/pages.md')

/**
 * Returns the sources of a page: its file and the features it imports, statically or on demand; without ui and router,
 * which all pages share.
 */
function sourcesOf(entry) {
  const seen = new Map()
  const queue = [entry]
  for (const path of queue) {
    if (seen.has(path)) continue
    const text = readFileSync(path, 'utf8')
    seen.set(path, text)
    for (const [, type, from, onDemand] of text.matchAll(
      /import\s+(type\s)?[^'"()]*?from '(\.[^']+)'|import\('(\.[^']+)'\)/g,
    )) {
      if (type) continue
      const target = join(dirname(path), from ?? onDemand)
      const found = [`${target}.tsx`, `${target}.ts`].find(existsSync)
      if (found && /^(pages|features)\//.test(relative(web, found))) queue.push(found)
    }
  }
  return [...seen.values()].join('\n')
}

/** Curriculum kind by route. A feature names the calls of every kind; a page makes only the calls of its own kind. */
const kindOf = {
  'pages/books/index': null,
  'pages/index/course': 'course',
  'pages/index/books': 'ebook',
  'pages/index/textbooks': 'textbooks',
  'pages/course/': 'course',
  'pages/books/': 'ebook',
  'pages/digital-textbooks/': 'textbooks',
  'pages/bank/': 'bank',
}
const ofOneKind = /\/v1\/(course|ebook|textbooks|bank)_(?:list|classify|info|chapter|collection|view_chapter|speed)$/

function isAskedBy(path, call) {
  const [, kind] = Object.entries(kindOf).find(([prefix]) => path.startsWith(prefix)) ?? []
  const [, ofKind] = call.replace('/v1/view_chapter', '/v1/course_view_chapter').match(ofOneKind) ?? []
  return !kind || !ofKind || kind === ofKind
}

const unique = (found) => [...new Set(found)].sort()

function row(path, title, page) {
  const text = sourcesOf(join(web, `${page}.tsx`))
  const calls = unique(
    callsIn(text)
      .filter((name) => isAskedBy(path, name))
      .map((name) => `\`${name}\``),
  )
  const empty = unique([...text.matchAll(/<Empty\b[^>]*?\b(?:text|hint)="([^"]+)"/g)].map(([, words]) => words))
  const states = [
    /\bSkeleton\w*\b/.test(text) && '骨架屏',
    /type="error"|<PagedList/.test(text) && '出错可重试',
    /type="auth"/.test(text) && '未登录',
    /<PagedList/.test(text) && '分页到底',
    ...empty.map((words) => `空：${words}`),
  ].filter(Boolean)
  return `| \`${path}\` | ${title} | ${calls.join(' ')} | ${states.join('；')} |`
}

/** Returns the calls that a source makes. A call inside invalidateCalls(…) is only invalidated, not made. */
const callsIn = (text) =>
  [...text.replace(/invalidateCalls\([^)]*\)/g, '').matchAll(/'((?:GET|POST) \/[\w/{}]+)'/g)].map(([, name]) => name)

/** Returns the calls that the shell, the session or a platform makes, but no page. */
function shellCalls(rows) {
  const own = readdirSync(web, { recursive: true }).filter((name) =>
    /^(?!pages\/|console\/).*(?<!\.test)\.tsx?$/.test(name),
  )
  const named = own.flatMap((name) => callsIn(readFileSync(join(web, name), 'utf8')))
  return unique(named.map((name) => `\`${name}\``)).filter((call) => !rows.some((line) => line.includes(call)))
}

export function pagesDoc() {
  const routes = [
    ...readFileSync(join(web, 'router/routes.ts'), 'utf8').matchAll(/path: '([^']+)',\s*title: '([^']+)'/g),
  ]
  const rows = routes.map(([, path, title]) => row(path, title, path.includes('/') ? path : `pages/${path}`))
  return `# Pages

Every route, with the calls it may make (itself or through the features it uses) and the states it has beside its content.
All pages have the shell's: loading view after 200 ms, error view after 60 s, the banner without a network. Whatever page is
shown, the shell asks for ${shellCalls(rows).join(' ')}, and what waits to be sent again (answers, progress, notes) goes out. Written by
\`npm run generate\` from the code.

| route | title | calls | states |
|---|---|---|---|
${rows.join('\n')}
`
}

export const isPagesDocCurrent = () => existsSync(file) && readFileSync(file, 'utf8') === pagesDoc()

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(file, pagesDoc())
