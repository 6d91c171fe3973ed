import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { bundle } from './testing/bundle'

let built: Awaited<ReturnType<typeof bundle>>
beforeAll(async () => {
  built = await bundle('load-bundle.ts')
})
afterAll(() => built.remove())
beforeEach(() => write('return 42'))

const file = () => join(built.folder, 'command.cjs')

/** Writes a bundle with one command, as scripts/lib.mjs does, and its source map. */
function write(body: string) {
  const source = `module.exports = {\n  async main([name]: string[]) {\n    console.log(name, (() => { ${body} })())\n  },\n}`
  const { code, map } = transformSync(source, {
    loader: 'ts',
    sourcefile: 'command.ts',
    sourcemap: 'external',
    banner: '(function (module, require, bundleUrl) {',
    footer: '})',
  })
  writeFileSync(file(), code)
  writeFileSync(`${file()}.map`, map)
}

/** Runs the command in a process of its own. Returns what it prints. */
function run(hash: string): string {
  const script = `import { loadBundle } from './load-bundle.js'
    await loadBundle(${JSON.stringify(file())}, '${hash}').main(['answer']).catch((error) => console.log(error.stack))`
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: built.folder, encoding: 'utf8' })
}

const cache = (hash: string) => `${file()}.${hash}.cache`

it('the first run writes the code cache, and later ones use it', () => {
  expect(run('one')).toBe('answer 42\n')
  const written = readFileSync(cache('one'))
  expect(run('one')).toBe('answer 42\n')
  expect(readFileSync(cache('one')).equals(written)).toBe(true)
  expect(readdirSync(built.folder).filter((name) => name.endsWith('.cache'))).toEqual(['command.cjs.one.cache'])
})

it('a bundle of the same length and another hash does not run from the cache of the former one', () => {
  run('one')
  write('return 43')
  expect(run('two')).toBe('answer 43\n')
})

it('a damaged cache is ignored and written again', () => {
  writeFileSync(cache('three'), 'damaged')
  expect(run('three')).toBe('answer 42\n')
  expect(readFileSync(cache('three')).length).toBeGreaterThan(100)
})

it('the stack of an error names lines of the source', () => {
  write('throw new Error("no answer")')
  expect(run('four')).toMatch(/^Error: no answer\n.*command\.ts:3:/)
})
