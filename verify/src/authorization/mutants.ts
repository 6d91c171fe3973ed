import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { StudentCallName } from '@dxx/contract/calls'
import type { Plugin } from 'esbuild'
import { serverRoot } from '../../../server/src/base/paths'
import { type CheckPattern, checkPatterns } from './check-patterns'
import { mutantNamer } from './mutant-names'

/** A check that is disabled if the server runs with its number. */
export interface Mutant {
  number: number
  file: string
  line: number
  /** Source text of the check. */
  text: string
  /** Stable name, see `mutantNamer`. */
  name: string
  /** Whether the check is part of a statement that is built only once, when the server starts. */
  atStart: boolean
}

const on = (number: number) => `globalThis.dxxWithout(${number})`

interface Single {
  file: string
  text: string
  without: string
  /** Whether the check is part of an expression, so that its line cannot be duplicated. */
  expression?: true
}

/** Central checks that no pattern covers. */
const single: Single[] = [
  { file: 'http/mount.ts', text: "if (!user) fail('not-logged-in')", without: 'if (!user) return' },
  { file: 'http/mount.ts', text: "!user.mobile) fail('mobile-required')", without: 'false) fail()' },
  { file: 'http/mount.ts', text: "user.studentStatus !== 'passed') fail(", without: 'false) fail(' },
  { file: 'http/mount.ts', text: 'verifySignature({ method,', without: '(() => {})({ method,' },
  { file: 'http/session.ts', text: 's.expires_at > $2', without: '$2 > 0' },
  { file: 'http/session.ts', text: ' and s.revoked_at is null', without: '' },
  { file: 'http/session.ts', text: ' and u.closed_at is null', without: '' },
  { file: 'modules/access/public.ts', text: 'if (!user) return false', without: 'return true' },
  {
    file: 'modules/media/links.ts',
    text: 'given.length === expected.length && timingSafeEqual(given, expected)',
    without: 'true',
    expression: true,
  },
  { file: 'modules/media/routes.ts', text: '!allowed', without: 'false' },
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
 * Source of the function that returns whether a check is disabled. The number of the disabled check is read from a
 * file, so that it can change while the server runs; statements built at the start keep the number from that time. If a
 * second file is named, the numbers of executed checks are appended to it.
 */
const prologue = `globalThis.dxxWithout ??= ((taken, met, fs) => (number) => {
  if (met) fs.appendFileSync(met, number + '\\n')
  return taken !== undefined && number === Number(fs.readFileSync(taken, 'utf8'))
})(process.env.DXX_MUTANT, process.env.DXX_MUTANTS_MET, process.getBuiltinModule('node:fs'))`

interface Found {
  match: RegExpExecArray
  without: CheckPattern['without']
}

const endOf = ({ match }: Found) => match.index + match[0].length

/** Returns the non-overlapping matches in order; a match in an `on conflict` clause is not a check. */
function checksIn(source: string): Found[] {
  const found: Found[] = []
  for (const { pattern, without } of checkPatterns)
    for (const match of source.matchAll(pattern)) {
      // If the match began in the middle of a dotted name (`g.` of `g.revoked_at`), the mutated code would be invalid.
      if (/[\w.]$/.test(source.slice(0, match.index)) && /^\w/.test(match[0]))
        throw new Error(
          `check pattern ${pattern} matches the middle of a name: ${lineAt(source, match.index)}${match[0]}`,
        )
      const one = { match: match as RegExpExecArray, without }
      const apart = found.every((other) => endOf(other) <= match.index || endOf(one) <= other.match.index)
      if (apart && !/\bconflict\b/.test(lineAt(source, match.index))) found.push(one)
    }
  return found.sort((a, b) => a.match.index - b.match.index)
}

const lineAt = (source: string, index: number) => source.slice(source.lastIndexOf('\n', index) + 1, index)

/** Whether the last top-level declaration in `before` is a statement that is built when the server starts. */
const isWrittenAtStart = (before: string) =>
  /^(?:export )?const \w+ = (?:sql|prepared)/.test(before.slice(before.search(/^\S.*$(?![\s\S]*^\S)/m)))

/** Replaces all checks of a file in one pass; each mutant gets its own number. */
export function mutate(file: string, source: string, first: number): { code: string; mutants: Mutant[] } {
  let code = ''
  let from = 0
  const nameOf = mutantNamer(file, source)
  const mutants = checksIn(source).map((found, i): Mutant => {
    const { match, without } = found
    const number = first + i
    const before = source.slice(0, match.index)
    code += source.slice(from, match.index) + without(on(number), match)
    from = endOf(found)
    const line = before.split('\n').length
    const text = match[0]
    return { number, file, line, text, name: nameOf(text, match.index), atStart: isWrittenAtStart(before) }
  })
  return { code: code + source.slice(from), mutants }
}

/** Files without mutants: tests, jobs, seed data, and staff operations, which the staff matrix covers. */
const leftOut =
  /\.(test|fixture)\.ts$|\/modules\/(staff|work|site|numbers)\/|\/exams\/desk\/|\/overview\/(users|work-item)\.ts$|\/(staff|staff-handlers|staff-orders|moderate|send|review|remind|publish|jobs)\.ts$|\/exams\/score\.ts$/

async function sourcesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !leftOut.test(path))
    .sort()
}

/** Sample for `npm test`: names of mutants of different kinds, each with a call that leaks data without the check. */
export const sampledMutants: Record<string, StudentCallName> = {
  "commerce/queries.ts › selectOrders › leftJoin discounts › .where('o.user_id', '=', userId)": 'GET /v130/order_info',
  'exams/save.ts › look › from exam_attempts › user_id = $2': 'POST /v1/exam_save',
  "access/queries.ts › liveEntitlement › selectFrom entitlements › .where('user_id', '=', userId)":
    'GET /v1/textbooks_get_question',
}

/** Restricts the mutants by name, for debugging. */
export const nameFilter = new RegExp(process.env.DXX_MUTANTS ?? '')

/** Returns all mutants, the changed sources, and a build plugin that applies them. */
export async function seedMutants(): Promise<{ mutants: Mutant[]; changed: Map<string, string>; plugin: Plugin }> {
  const src = join(serverRoot, 'src')
  const changed = new Map<string, string>()
  const mutants: Mutant[] = []
  for (const path of [...(await sourcesOf(join(src, 'modules'))), ...(await sourcesOf(join(src, 'questions')))]) {
    const made = mutate(relative(src, path), readFileSync(path, 'utf8'), mutants.length + 1)
    if (made.mutants.length === 0) continue
    changed.set(path, made.code)
    mutants.push(...made.mutants)
  }
  // Disables the cache, which would return the same response with and without a check.
  const keeping = join(src, 'db/cache.ts')
  changed.set(keeping, readFileSync(keeping, 'utf8').replace('if (found && now < found.until)', 'if (false)'))
  for (const { file, text, without, expression } of single) {
    const path = join(src, file)
    const source = changed.get(path) ?? readFileSync(path, 'utf8')
    const index = source.indexOf(text)
    if (index < 0) throw new Error(`${file} no longer says: ${text}`)
    const number = mutants.length + 1
    const line = source.slice(0, index).split('\n').length
    // In session.ts the check is in the text of SQL, which is built when the file is loaded; elsewhere it is code.
    const sql = file.endsWith('session.ts')
    const choice = sql ? `\${${on(number)} ? '${without}' : '${text}'}` : `(${on(number)} ? ${without} : ${text})`
    const within = sql || expression
    changed.set(path, within ? source.replace(text, () => choice) : withoutCheck(source, text, without, number))
    const original = readFileSync(path, 'utf8')
    const name = mutantNamer(file, original)(text, original.indexOf(text))
    mutants.push({ number, file, line, text, name, atStart: sql })
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

/** Replaces the line of a check by two variants, with and without the check. */
function withoutCheck(source: string, text: string, without: string, number: number): string {
  const index = source.indexOf(text)
  const start = source.lastIndexOf('\n', index) + 1
  const end = source.indexOf('\n', index)
  const line = source.slice(start, end)
  return `${source.slice(0, start)}if (${on(number)}) { ${line.replace(text, without)} } else { ${line} }${source.slice(end)}`
}
