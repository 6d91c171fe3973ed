import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Plugin } from 'esbuild'
import { serverRoot } from '../root'
import { type Kind, kinds } from './checks'

/** A check that is taken away where the server runs with its number. */
export interface Mutant {
  number: number
  file: string
  line: number
  /** The check as it is written. */
  text: string
  /** Names it whatever is written above it: which of the same checks in its file it is. */
  name: string
  /** Stands in a statement that is written as the server starts. */
  atStart: boolean
}

const on = (number: number) => `globalThis.dxxWithout(${number})`

interface Single {
  file: string
  text: string
  without: string
  /** Stands within a line that cannot be written twice. */
  expression?: true
}

/** Checks that stand in one place for everybody. */
const single: Single[] = [
  { file: 'http/mount.ts', text: "if (!user) fail('not-logged-in')", without: 'if (!user) return' },
  { file: 'http/mount.ts', text: "!user.mobile) fail('mobile-required')", without: 'false) fail()' },
  { file: 'http/mount.ts', text: "user.studentStatus !== 'passed') fail(", without: 'false) fail(' },
  { file: 'http/mount.ts', text: 'verifySignature({ method,', without: '(() => {})({ method,' },
  { file: 'http/session.ts', text: 's.expires_at > $2', without: '$2 > 0' },
  { file: 'http/session.ts', text: ' and s.revoked_at is null', without: '' },
  { file: 'http/session.ts', text: ' and u.closed_at is null', without: '' },
  { file: 'modules/access/public.ts', text: 'if (!user) return false', without: 'return true' },
  { file: 'modules/media/routes.ts', text: '!isSigned(env.config.secret, token, path, now)', without: 'false' },
  {
    file: 'adapters/storage/upload-token.ts',
    text: 'given.length !== expected.length || !timingSafeEqual(given, expected)',
    without: 'false',
  },
  { file: 'adapters/storage/upload-token.ts', text: 'grant.expiresAt > now', without: 'true' },
  {
    file: 'http/idempotency.ts',
    text: '{ user_id: keyed.userId, path: keyed.path, key }',
    without: '{ path: keyed.path, key }',
    expression: true,
  },
]

/**
 * Whether a check is taken away: the one whose number stands in a file, so that it changes while the server runs. Checks in
 * statements that are written once are decided as it starts. Where another file is named, it tells which are come by.
 */
const prologue = `globalThis.dxxWithout ??= ((taken, met, fs) => (number) => {
  if (met) fs.appendFileSync(met, number + '\\n')
  return taken !== undefined && number === Number(fs.readFileSync(taken, 'utf8'))
})(process.env.DXX_MUTANT, process.env.DXX_MUTANTS_MET, process.getBuiltinModule('node:fs'))`

const nameOf = (file: string, text: string, before: string) =>
  `${file.replace('modules/', '')} ${text} ${before.split(text).length}`

interface Found {
  match: RegExpExecArray
  without: Kind['without']
}

const endOf = ({ match }: Found) => match.index + match[0].length

/** Those that do not lie in one another, in order; rights are given back where a conflict is named, which is no check. */
function checksIn(source: string): Found[] {
  const found: Found[] = []
  for (const { pattern, without } of kinds)
    for (const match of source.matchAll(pattern)) {
      const one = { match: match as RegExpExecArray, without }
      const apart = found.every((other) => endOf(other) <= match.index || endOf(one) <= other.match.index)
      if (apart && !/\bconflict\b/.test(lineAt(source, match.index))) found.push(one)
    }
  return found.sort((a, b) => a.match.index - b.match.index)
}

const lineAt = (source: string, index: number) => source.slice(source.lastIndexOf('\n', index) + 1, index)

/** Whether the last thing that begins at the margin is a statement. */
const isWrittenAtStart = (before: string) =>
  /^(?:export )?const \w+ = (?:sql|prepared)/.test(before.slice(before.search(/^\S.*$(?![\s\S]*^\S)/m)))

/** Other mutants of the same file have other numbers, so each file is read once, in order. */
function mutate(file: string, source: string, first: number): { code: string; mutants: Mutant[] } {
  let code = ''
  let from = 0
  const mutants = checksIn(source).map((found, i): Mutant => {
    const { match, without } = found
    const number = first + i
    const before = source.slice(0, match.index)
    code += source.slice(from, match.index) + without(on(number), match)
    from = endOf(found)
    const line = before.split('\n').length
    const text = match[0]
    return { number, file, line, text, name: nameOf(file, text, before), atStart: isWrittenAtStart(before) }
  })
  return { code: code + source.slice(from), mutants }
}

/** What operators and the clock do is asked by nobody, and what makes sample data is not part of the product. */
const leftOut =
  /\.(test|fixture)\.ts$|\/(seed[^/]*|schema|operate|moderate|send|review|remind|publish|jobs)\.ts$|\/exams\/score\.ts$/

async function sourcesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !leftOut.test(path))
    .sort()
}

/** Of which to try only some, by name: while one is looked into. */
export const some = new RegExp(process.env.DXX_MUTANTS ?? '')

/** All mutants there are, and the sources with them, which a plugin puts into a build. */
export async function seedMutants(): Promise<{ mutants: Mutant[]; changed: Map<string, string>; plugin: Plugin }> {
  const src = join(serverRoot, 'src')
  const changed = new Map<string, string>()
  const mutants: Mutant[] = []
  for (const path of await sourcesOf(join(src, 'modules'))) {
    const made = mutate(relative(src, path), readFileSync(path, 'utf8'), mutants.length + 1)
    if (made.mutants.length === 0) continue
    changed.set(path, made.code)
    mutants.push(...made.mutants)
  }
  // What is kept for everybody for a while would be answered with and without a check.
  const keeping = join(src, 'cache.ts')
  changed.set(keeping, readFileSync(keeping, 'utf8').replace('if (found && now < found.until)', 'if (false)'))
  for (const { file, text, without, expression } of single) {
    const path = join(src, file)
    const source = changed.get(path) ?? readFileSync(path, 'utf8')
    const index = source.indexOf(text)
    if (index < 0) throw new Error(`${file} no longer says: ${text}`)
    const number = mutants.length + 1
    const line = source.slice(0, index).split('\n').length
    // Within SQL the text is built when the file is loaded, elsewhere it is code.
    const sql = file.endsWith('session.ts')
    const choice = sql ? `\${${on(number)} ? '${without}' : '${text}'}` : `(${on(number)} ? ${without} : ${text})`
    const within = sql || expression
    changed.set(path, within ? source.replace(text, () => choice) : withoutCheck(source, text, without, number))
    mutants.push({ number, file, line, text, name: nameOf(file, text, ''), atStart: sql })
  }
  for (const [path, code] of changed) changed.set(path, `${prologue}\n${code}`)
  const plugin: Plugin = {
    name: 'mutants',
    setup: (build) =>
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const contents = changed.get(path)
        return contents === undefined ? undefined : { contents, loader: 'ts' }
      }),
  }
  return { mutants, changed, plugin }
}

/** Both forms side by side: the statement as it is, and without its check. */
function withoutCheck(source: string, text: string, without: string, number: number): string {
  const index = source.indexOf(text)
  const start = source.lastIndexOf('\n', index) + 1
  const end = source.indexOf('\n', index)
  const line = source.slice(start, end)
  return `${source.slice(0, start)}if (${on(number)}) { ${line.replace(text, without)} } else { ${line} }${source.slice(end)}`
}
