import type { Environment } from '../context'
import { operate } from '../ops/ops'

/** Runs an ops command as `npm run ops` does. Returns the lines it prints. */
export async function runOps({ env }: { env: Environment }, ...args: string[]): Promise<string[]> {
  const lines: string[] = []
  const { db, config, clock } = env
  await operate({ db, config, clock, print: (line) => lines.push(line) }, args)
  return lines
}
