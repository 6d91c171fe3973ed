import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Site } from './browser'
import { startProduct, stopped } from './global-setup'

/** A Friday in January, 16:00 in Shanghai. */
const moment = 1_800_000_000

/** Starts a server with sample data and a fixed clock, for reproducible screenshots. */
export async function startWithFixedClock(): Promise<Site & { close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'dxx-frozen-'))
  const { base, server } = await startProduct(folder, { DXX_STANDSTILL: String(moment) })
  return {
    base,
    now: () => moment,
    close: async () => {
      await stopped(server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
