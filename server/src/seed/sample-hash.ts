import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { repoRoot, serverRoot } from '../base/paths'
import type { Db } from '../db/connection'

const key = 'sample-mark'

/**
 * Hash of the sample content and of the code that loads it. If it is unchanged, a start need not load that code. The
 * code is hashed by the names of the bundle's files, which contain content hashes.
 */
export async function sampleHash(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of (await readdir(join(serverRoot, 'dist'))).sort()) hash.update(`${name}\n`)
  const content = join(repoRoot, 'content')
  for (const entry of (await readdir(content, { recursive: true })).sort()) {
    const { size, mtimeMs } = await stat(join(content, entry))
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
