import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { inject } from 'vitest'

const command = fileURLToPath(new URL('../server/dist/commands/ops.js', import.meta.url))

/** Runs `npm run ops -- <args>` on the database of the shared server. Returns its output. */
export async function ops(...args: string[]): Promise<string> {
  const run = `import(${JSON.stringify(command)}).then(({ main }) => main(process.argv.slice(1)))`
  const env = { PATH: process.env.PATH, DXX_DATA_DIR: inject('dataDir') }
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', run, '--', ...args], { env })
  return stdout
}
