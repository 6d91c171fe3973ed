import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The quick scenarios of `npm run verify` for which no other test has a shorter form. */
const parts = ['servers', 'cut']

it('the verify scenarios pass: several servers and a cut connection', async () => {
  const run = promisify(execFile)(process.execPath, [join(root, 'scripts/run.mjs'), 'verify', ...parts])
  // A failed row also makes the command fail; the printed table then shows which row.
  const { stdout } = await run.catch((error: Awaited<typeof run>) => error)
  const table = stdout.split('\n').filter((line) => line.startsWith('| '))
  const rows = table.slice(table.lastIndexOf('| measured | result | target | verdict |') + 1)
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter((row) => !/ \| (ok|not here) \|$/.test(row))).toEqual([])
}, 600_000)
