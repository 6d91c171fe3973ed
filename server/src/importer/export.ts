import { createWriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Storage } from '../adapters/storage/storage'
import type { Db } from '../db/connection'
import { kinds } from './curriculum'

/** Writes the files that content was imported from back into an empty folder. Answers how many. */
export async function exportContent(db: Db, storage: Storage, path: string): Promise<number> {
  await mkdir(path, { recursive: true })
  if ((await readdir(path)).length > 0) throw new Error(`${path} 不是空文件夹，请换一个`)
  const files = await db
    .selectFrom('source_files as f')
    .leftJoin('curricula as c', 'c.id', 'f.curriculum_id')
    .select(['f.id', 'f.path', 'c.kind', 'c.slug'])
    .orderBy('f.id')
    .execute()
  for (const { id, path: name, kind, slug } of files) {
    const target = join(path, kind ? `${kinds[kind].folder}/${slug}` : '', name)
    await mkdir(dirname(target), { recursive: true })
    const { text, media_key: key } = await db
      .selectFrom('source_files')
      .select(['text', 'media_key'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (key) await pipeline(await storage.read(key), createWriteStream(target))
    else await writeFile(target, text ?? '')
  }
  return files.length
}
