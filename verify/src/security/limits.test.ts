import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repoRoot, serverRoot } from '../../../server/src/base/paths'

const written = /\{ name: '([^']+)', max: ([\d_]+), windowSeconds: ([\d_* ]+) \}/g
const listed = /^\| `([^`]+)` \| (\d+) \| (\d+) (min|h|d) \|/gm
const seconds = { min: 60, h: 3600, d: 86_400 }

const number = (text: string) =>
  text.split('*').reduce((product, factor) => product * Number(factor.replace('_', '')), 1)

it('the table of limits in docs/security.md matches the sources', async () => {
  const modules = join(serverRoot, 'src/modules')
  const files = (await readdir(modules, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const sources = (await Promise.all(files.map((name) => readFile(join(modules, name), 'utf8')))).join('\n')
  const found = [...sources.matchAll(written)].map(([, name, max, window]) => [name, number(max!), number(window!)])
  // `+ 1`: one limit is computed at run time; the document describes it outside the table.
  expect(sources.match(/windowSeconds:/g)).toHaveLength(found.length + 1)
  const text = await readFile(join(repoRoot, 'docs/security.md'), 'utf8')
  const documented = [...text.matchAll(listed)].map(([, name, max, count, unit]) => [
    name,
    Number(max),
    Number(count) * seconds[unit as keyof typeof seconds],
  ])
  expect(documented.sort()).toEqual(found.sort())
})
