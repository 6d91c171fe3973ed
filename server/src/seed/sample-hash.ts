import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { repoRoot, serverRoot } from '../base/paths'
import type { Db } from '../db/connection'

const key = 'sample-mark'

/**
 * Hash of the sample content and of the code that loads it: its loader contains the hash of the bundle. Synchronous,
 * which is several times as fast for hundreds of files; nothing else runs at that time of a start.
 */
export function sampleHash(): string {
  const hash = createHash('sha256').update(readFileSync(join(serverRoot, 'dist/main.js')))
  const content = join(repoRoot, 'content')
  for (const entry of readdirSync(content, { recursive: true, encoding: 'utf8' }).sort()) {
    const { size, mtimeMs } = statSync(join(content, entry))
    hash.update(`${entry} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

export async function isLoaded(db: Db, mark: string): Promise<boolean> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value === mark
}

export async function saveSampleHash(db: Db, mark: string): Promise<void> {
  const value = JSON.stringify(mark)
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
