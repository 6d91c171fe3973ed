import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The quick parts of `npm run prove` that no other test has a short form of. */
const parts = ['servers', 'restore', 'cut', 'disk']

it('several servers, a restored backup, a cut line and a full disk hold in npm run prove', async () => {
  const run = promisify(execFile)(process.execPath, [join(root, 'scripts/run.mjs'), 'prove', ...parts])
  // Where a row has failed the command does too, and its table says which.
  const { stdout } = await run.catch((error: Awaited<typeof run>) => error)
  const table = stdout.split('\n').filter((line) => line.startsWith('| '))
  const rows = table.slice(table.lastIndexOf('| part | figure | target | |') + 1)
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter((row) => !/ \| (ok|not here) \|$/.test(row))).toEqual([])
}, 600_000)
