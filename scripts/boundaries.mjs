// Checks the structure of the sources, as a step of `npm run check`. Imports (docs/architecture.md): a folder imports
// only from the lines above its own in `lines`, and imports form no cycle. Type and dynamic imports count; there are
// no exceptions. Functions outside of tests have at most 100 lines. SQL is where docs/decisions/0037-structure.md says.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { fail, root } from './lib.mjs'

/** Folders on one line do not import one another. `/*` means each folder directly below; see `peers` for these. */
const lines = {
  contract: [['contract/src/']],
  server: [
    ['server/src/base/'],
    ['server/src/runner/', 'server/src/questions/', 'server/src/fair/'],
    ['server/src/db/'],
    ['server/src/text/'],
    ['server/src/adapters/*'],
    ['server/src/jobs/'],
    ['server/src/site-settings.ts'],
    ['server/src/config.ts'],
    ['server/src/context.ts', 'server/src/account-data-handler.ts'],
    ['server/src/http/'],
    ['server/src/modules/*'],
    ['server/src/importer/'],
    ['server/src/studio/'],
    ['server/src/seed/'],
    ['server/src/ops/'],
    ['server/src/environment.ts', 'server/src/start-jobs.ts', 'server/src/stop.ts', 'server/src/workers.ts'],
    ['server/src/all-handlers.ts'],
    ['server/src/app.ts', 'server/src/warm-up.ts'],
    ['server/src/serve.ts'],
    ['server/src/main.ts', 'server/src/load-bundle.ts', 'server/src/commands/'],
    ['server/src/testing/'],
  ],
  web: [
    ['web/src/platform/'],
    ['web/src/state/'],
    ['web/src/router/'],
    ['web/src/api/', 'web/src/ui/'],
    ['web/src/features/*'],
    ['web/src/pages/'],
    ['web/src/shell/', 'web/src/console/'],
  ],
}

/** Folders whose subfolders may import one another, as long as the imports form no cycle. */
const peers = ['server/src/modules/', 'web/src/features/', 'server/src/adapters/']

/** Whether a file is a test, or made for tests. Such a file imports from its whole workspace; only tests import it. */
const isTest = (file) => /\.(test|fixture)\.tsx?$|\/testing\/|\/test-(setup|window|server)\.ts$/.test(file)

const below = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : below(path)
    return /(?<!\.d)\.tsx?$/.test(entry.name) ? [path] : []
  })

const workspaces = ['contract/src', 'server/src', 'web/src', 'web/service-worker', 'e2e', 'verify/src']
const files = workspaces.flatMap(below)
const known = new Set(files)

const longestFunction = 100

/** Reports a function with more lines than allowed. `name`: of the function, or of the variable it is assigned to. */
function checkLength(file, source, { start, end }, name) {
  const lines = source.slice(start, end).split('\n').length
  if (lines <= longestFunction || isTest(file)) return
  broken.push(`${file}: ${name} has ${lines} lines; at most ${longestFunction}`)
}

/** Every import of a file: the module as written, the file it resolves to, and whether only types are imported. */
function importsOf(file) {
  const source = readFileSync(join(root, file), 'utf8')
  const found = []
  const visit = (node, name) => {
    if (Array.isArray(node)) {
      for (const one of node) visit(one, name)
      return
    }
    if (!node || typeof node !== 'object') return
    const own = node.id?.name ?? node.key?.name ?? node.key?.value ?? name
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type))
      checkLength(file, source, node, own)
    if (node.source?.type === 'Literal' && /^(Import|Export|TSImportType)/.test(node.type))
      found.push({ module: node.source.value, type: isTypeOnly(node), names: (node.specifiers ?? []).map(nameOf) })
    for (const key in node) visit(node[key], own)
  }
  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).body, 'a function')
  return found.map((one) => ({ ...one, target: resolve(file, one.module) }))
}

const nameOf = ({ imported, local }) => (imported ?? local)?.name

const isTypeOnly = ({ type, importKind, exportKind, specifiers }) =>
  type === 'TSImportType' ||
  (importKind ?? exportKind) === 'type' ||
  (type === 'ImportDeclaration' && specifiers.length > 0 && specifiers.every((one) => one.importKind === 'type'))

function resolve(file, module) {
  const [, workspace, rest] = /^@dxx\/(\w+)\/(.*)$/.exec(module) ?? []
  if (!workspace && !module.startsWith('.')) return null
  const path = workspace ? join(workspace, 'src', rest) : join(dirname(file), module.replace(/\?.*$/, ''))
  const target = [path, `${path}.ts`, `${path}.tsx`].find((one) => known.has(one))
  if (!target && !existsSync(join(root, path))) broken.push(`${file} imports ${module}, which does not exist`)
  return target ?? null
}

/** Returns the position of a file in `lines`: its workspace, the number of its line, and its folder on that line. */
function placeOf(file) {
  for (const [workspace, table] of Object.entries(lines))
    for (const [line, folders] of table.entries())
      for (const folder of folders) {
        const start = folder.replace('*', '')
        if (file !== start && !(start.endsWith('/') && file.startsWith(start))) continue
        const peer = folder.endsWith('*') ? start + file.slice(start.length).split('/')[0] : folder
        return { workspace, line, peer }
      }
  return null
}

/** Returns the cycles of a graph: its strongly connected components with several nodes (Tarjan's algorithm). */
function ringsOf(graph) {
  const [index, low, stack, onStack, rings] = [new Map(), new Map(), [], new Set(), []]
  const visit = (node) => {
    index.set(node, index.size)
    low.set(node, index.get(node))
    stack.push(node)
    onStack.add(node)
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next)
      if (onStack.has(next)) low.set(node, Math.min(low.get(node), low.get(next)))
    }
    if (low.get(node) !== index.get(node)) return
    const ring = stack.splice(stack.indexOf(node))
    for (const one of ring) onStack.delete(one)
    if (ring.length > 1) rings.push(ring.sort())
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return rings
}

const top = (file) => file.split('/')[0]
/** Workspaces that a workspace may import from, besides itself. */
const reaches = {
  contract: [],
  server: ['contract'],
  web: ['contract'],
  verify: ['contract', 'server'],
  e2e: ['contract', 'server'],
}
const schemas = /^@dxx\/contract\/(calls|call|code|paging|shapes|openapi|meta-source|questions)\b|^zod$/

function problemOf(file, { target, module, type }) {
  const web = file.startsWith('web/src/') && !isTest(file)
  if (web && !type && schemas.test(module)) return 'the schema library stays out of the browser: import types only'
  if (!target) return null
  const [from, to] = [top(file), top(target)]
  if (from !== to && !reaches[from].includes(to)) return `${from} does not import from ${to}`
  if (from !== to || isTest(file)) return null
  if (isTest(target)) return 'only tests import what is made for tests'
  const [at, there] = [placeOf(file), placeOf(target)]
  if (!at || !there || at.peer === there.peer) return null
  if (there.line > at.line) return `${there.peer} stands below ${at.peer}`
  if (there.line === at.line && !peers.some((folder) => at.peer.startsWith(folder)))
    return `${at.peer} and ${there.peer} are on one line`
  const modules = 'server/src/modules/'
  const betweenModules = at.peer.startsWith(modules) && there.peer.startsWith(modules) && !/\.ts$/.test(at.peer)
  if (betweenModules && !/\/public\.ts$|^server\/src\/modules\/[\w-]+\.ts$/.test(target))
    return 'modules meet through public.ts'
  return null
}

const broken = []
const imports = new Map(files.map((file) => [file, importsOf(file)]))
for (const file of files) {
  const layered =
    /^(server|web)\/src\//.test(file) && !isTest(file) && !placeOf(file) && !/^web\/src\/styles\//.test(file)
  if (layered) broken.push(`${file} has no line in scripts/boundaries.mjs`)
  for (const found of imports.get(file)) {
    const problem = problemOf(file, found)
    if (problem) broken.push(`${file} imports ${found.module}: ${problem}`)
  }
}
const targetsOf = (file) => imports.get(file).flatMap(({ target }) => target ?? [])
for (const ring of ringsOf(new Map(files.map((file) => [file, targetsOf(file)]))))
  broken.push(`ring of ${ring.length} files: ${ring.join(', ')}`)
const folders = new Map()
for (const file of files.filter((one) => !isTest(one)))
  for (const target of targetsOf(file)) {
    const [at, there] = [placeOf(file), placeOf(target)]
    if (!at || !there || at.peer === there.peer) continue
    folders.set(at.peer, [...(folders.get(at.peer) ?? []), there.peer])
  }
for (const ring of ringsOf(folders)) broken.push(`ring of ${ring.length} folders: ${ring.join(', ')}`)

/** Whether a file contains several use cases: it handles several calls, or is a public.ts, which only re-exports. */
const isShared = (file) => {
  const source = readFileSync(join(root, file), 'utf8')
  return file.endsWith('/public.ts') || (source.match(/'(GET|POST) \/(staff\/)?v\d+\//g) ?? []).length > 1
}
/** Whether a function is independent of the rest of its file: it uses no other declaration, and none uses it. */
const standsAlone = (source, name) => {
  const parts = source.split(/^(?=(?:export )?(?:async )?(?:const|function) )/m)
  const own = parts.find((part) => new RegExp(`^export (async )?(const|function) ${name}\\b`).test(part))
  const others = parts.filter((part) => part !== own).map((part) => /^(?:export )?(?:async )?\w+ (\w+)/.exec(part)?.[1])
  const calls = (text, one) => new RegExp(`\\b${one}\\b`).test(text)
  return (
    own !== undefined &&
    !others.some((one) => calls(own, one)) &&
    source.split(new RegExp(`\\b${name}\\b`)).length === 2
  )
}

// A query that only one use case needs belongs in the file of that use case; queries.ts holds shared queries.
for (const file of files.filter((one) => /^server\/src\/modules\/.*\/queries\.ts$/.test(one))) {
  const source = readFileSync(join(root, file), 'utf8')
  const users = new Map()
  for (const user of files.filter((one) => !isTest(one)))
    for (const { target, names } of imports.get(user))
      if (target === file) for (const name of names) users.set(name, [...(users.get(name) ?? []), user])
  for (const [name, [user, ...others]] of users)
    if (others.length === 0 && user.startsWith(dirname(file)) && !isShared(user) && standsAlone(source, name))
      broken.push(`${file}: ${name} is used by ${user} alone; SQL of one use case stands in its file`)
}
if (broken.length > 0) fail(broken.join('\n'))
