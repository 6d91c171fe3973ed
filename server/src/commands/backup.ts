import { stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { pino } from 'pino'
import { readConfig } from '../config'
import { backup } from '../db/backup'
import type { Db } from '../db/connection'
import { appliedMigrations } from '../db/migrate'
import { openDatabase } from '../db/open'
import { saveFact } from '../modules/site/public'

/** npm run backup -- <file>: writes a consistent snapshot of the database; the server may keep running. */
export async function main(args: string[]): Promise<void> {
  const [file, ...rest] = args
  if (!file || file.startsWith('-') || rest.length > 0) throw new Error('用法：npm run backup -- <备份文件>')
  const config = readConfig()
  const database = await openDatabase(config, pino({ level: 'warn' }))
  try {
    if ((await appliedMigrations(database.db)).length === 0) throw new Error('数据库是空的，没有可备份的内容')
    const started = Date.now()
    await backup(database.pool, resolve(file))
    await recordBackup(database.db, resolve(file), started)
    console.log(`备份完成：${resolve(file)}`)
    if (config.storage.kind === 'local')
      console.log(`上传的文件、图片和视频不在其中，请一并复制 ${join(config.dataDir, 'media')}`)
  } finally {
    await database.close()
  }
}

/** Stores when the backup ended, for the owner's page. A database of an older version has no table for it. */
async function recordBackup(db: Db, file: string, started: number): Promise<void> {
  if (!(await appliedMigrations(db)).includes('0037_site')) return
  const seconds = Math.round((Date.now() - started) / 1000)
  const { size: bytes } = await stat(file)
  await saveFact(db, 'backup', { file: basename(file), bytes, seconds }, Math.floor(Date.now() / 1000))
}
