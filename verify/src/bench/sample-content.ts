import { join } from 'node:path'
import { createStorage } from '../../../server/src/adapters/storage/create'
import { repoRoot } from '../../../server/src/base/paths'
import { readConfig } from '../../../server/src/config'
import type { Db } from '../../../server/src/db/connection'
import { importContent } from '../../../server/src/importer/import'
import { grantEntitlement } from '../../../server/src/modules/access/public'

/** Imports the sample content and adds a user who owns all of it. */
export async function importSample(db: Db, now: number): Promise<{ userId: number; uids: Map<string, string> }> {
  const config = readConfig({ ...process.env })
  await importContent(db, join(repoRoot, 'content'), {
    storage: createStorage(config.storage, config),
    now,
    partial: true,
    progress: () => {},
  })
  const user = await db
    .insertInto('users')
    .values({ nickname: '测量', mobile: null, created_at: now } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  const curricula = await db.selectFrom('curricula').select(['id', 'uid', 'slug']).execute()
  for (const { id } of curricula)
    await grantEntitlement(db, { userId: user.id, curriculumId: id, source: 'bench', now })
  return { userId: user.id, uids: new Map(curricula.map(({ slug, uid }) => [slug, uid])) }
}
