import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { repoRoot, serverRoot } from '../../root'
import type { Db } from '../connection'

const key = 'sample-mark'

/**
 * Changes when the sample content or the code that loads it does, so that a start with the same of both need not even
 * load that code. The names of the bundle's parts carry the hash of what is in them.
 */
export async function sampleMark(): Promise<string> {
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

export async function keepMark(db: Db, mark: string): Promise<void> {
  const value = JSON.stringify(mark)
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
