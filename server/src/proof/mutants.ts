import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Plugin } from 'esbuild'
import { serverRoot } from '../root'

/** A check that is taken away where the server runs with its number. */
export interface Mutant {
  number: number
  file: string
  line: number
  /** The check as it is written. */
  text: string
  /** Names it whatever is written above it: which of the same checks in its file it is. */
  name: string
}

type Wrap = (number: number, match: RegExpExecArray) => string

const on = (number: number) => `globalThis.dxxWithout(${number})`

/** Ways of writing that something belongs to somebody, and the same without the check where its mutant is on. */
const kinds: { pattern: RegExp; wrap: Wrap }[] = [
  {
    pattern: /\.where\('(?:\w+\.)?user_id', '=', [\w.!?]+\)/g,
    wrap: (n, [text]) => `.$if(!(${on(n)}), (query) => query${text})`,
  },
  {
    pattern: /(?:\w+\.)?user_id = \$\{[^}]+\}(?:::bigint)?/g,
    wrap: (n, [text]) => `(${text} or \${${on(n)}})`,
  },
  {
    pattern: /(?:\w+\.)?user_id = \$\d/g,
    wrap: (n, { 0: text, input, index }) =>
      quotedAt(input, index) ? `(${text} or ' + (${on(n)}) + ')` : `(${text} or \${${on(n)}})`,
  },
  {
    pattern: /\b\w+\.(?:userId|user_id) !== user\.id/g,
    wrap: (n, [text]) => `(${on(n)} ? false : ${text})`,
  },
]

/** Checks that stand in one place for everybody. */
const single: { file: string; text: string; without: string }[] = [
  { file: 'http/mount.ts', text: "if (!user) fail('not-logged-in')", without: 'if (!user) return' },
  { file: 'http/mount.ts', text: "!user.mobile) fail('mobile-required')", without: 'false) fail()' },
  { file: 'http/mount.ts', text: "user.studentStatus !== 'passed') fail(", without: 'false) fail(' },
  { file: 'http/mount.ts', text: 'verifySignature({ method,', without: '(() => {})({ method,' },
  { file: 'http/session.ts', text: 's.expires_at > $2', without: '$2 > 0' },
  { file: 'http/session.ts', text: ' and s.revoked_at is null', without: '' },
  { file: 'http/session.ts', text: ' and u.closed_at is null', without: '' },
  { file: 'modules/access/public.ts', text: 'if (!user) return false', without: 'return true' },
]

/**
 * Whether a check is taken away: the one whose number stands in a file, so that it changes while the server runs. Checks in
 * statements that are written once are decided as it starts. Where another file is named, it tells which are come by.
 */
const prologue = `globalThis.dxxWithout ??= ((taken, met, fs) => (number) => {
  if (met) fs.appendFileSync(met, number + '\\n')
  return taken !== undefined && number === Number(fs.readFileSync(taken, 'utf8'))
})(process.env.DXX_MUTANT, process.env.DXX_MUTANTS_MET, process.getBuiltinModule('node:fs'))`

const quotedAt = (source: string, index: number) =>
  /^\s*'/.test(source.slice(source.lastIndexOf('\n', index) + 1, index))

const nameOf = (file: string, text: string, before: string) =>
  `${file.replace('modules/', '')} ${text} ${before.split(text).length}`

/** Other mutants of the same file have other numbers, so each file is read once, in order. */
function mutate(file: string, source: string, first: number): { code: string; mutants: Mutant[] } {
  const found = kinds
    .flatMap(({ pattern, wrap }) => [...source.matchAll(pattern)].map((match) => ({ match, wrap })))
    .sort((a, b) => a.match.index - b.match.index)
    .filter(({ match }, i, all) => i === 0 || match.index >= all[i - 1]!.match.index + all[i - 1]!.match[0].length)
  let code = ''
  let from = 0
  const mutants = found.map(({ match, wrap }, i): Mutant => {
    const number = first + i
    code += source.slice(from, match.index) + wrap(number, match as RegExpExecArray)
    from = match.index + match[0].length
    const line = source.slice(0, match.index).split('\n').length
    return { number, file, line, text: match[0], name: nameOf(file, match[0], source.slice(0, match.index)) }
  })
  return { code: code + source.slice(from), mutants }
}

/** What operators and the clock do is asked by nobody, and what makes sample data is not part of the product. */
const leftOut = /(\.test|\.fixture|seed.*|schema|operate|moderate|send|review|remind)\.ts$/

async function sourcesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !leftOut.test(path))
    .sort()
}

/** All mutants there are, and what puts them into a build; the one whose number the process is started with is on. */
export async function seedMutants(): Promise<{ mutants: Mutant[]; plugin: Plugin }> {
  const src = join(serverRoot, 'src')
  const changed = new Map<string, string>()
  const mutants: Mutant[] = []
  for (const path of await sourcesOf(join(src, 'modules'))) {
    const made = mutate(relative(src, path), readFileSync(path, 'utf8'), mutants.length + 1)
    if (made.mutants.length === 0) continue
    changed.set(path, made.code)
    mutants.push(...made.mutants)
  }
  for (const { file, text, without } of single) {
    const path = join(src, file)
    const source = changed.get(path) ?? readFileSync(path, 'utf8')
    const index = source.indexOf(text)
    if (index < 0) throw new Error(`${file} no longer says: ${text}`)
    const number = mutants.length + 1
    const line = source.slice(0, index).split('\n').length
    // Within SQL the text is built when the file is loaded, elsewhere it is code.
    const sql = file.endsWith('session.ts')
    const choice = sql ? `\${${on(number)} ? '${without}' : '${text}'}` : text
    changed.set(path, sql ? source.replace(text, choice) : withoutCheck(source, text, without, number))
    mutants.push({ number, file, line, text, name: nameOf(file, text, '') })
  }
  const plugin: Plugin = {
    name: 'mutants',
    setup: (build) =>
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const code = changed.get(path)
        return code === undefined ? undefined : { contents: `${prologue}\n${code}`, loader: 'ts' }
      }),
  }
  return { mutants, plugin }
}

/** Both forms side by side: the statement as it is, and without its check. */
function withoutCheck(source: string, text: string, without: string, number: number): string {
  const index = source.indexOf(text)
  const start = source.lastIndexOf('\n', index) + 1
  const end = source.indexOf('\n', index)
  const line = source.slice(start, end)
  return `${source.slice(0, start)}if (${on(number)}) { ${line.replace(text, without)} } else { ${line} }${source.slice(end)}`
}
