import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { readConfig } from '../config'
import { backup } from '../db/backup'
import { appliedMigrations } from '../db/migrate'
import { openDatabase } from '../db/open'

/** npm run backup -- <file>: dumps the database as of one moment, also while the server runs. */
export async function main(args: string[]): Promise<void> {
  const [file, ...rest] = args
  if (!file || file.startsWith('-') || rest.length > 0) throw new Error('用法：npm run backup -- <备份文件>')
  const config = readConfig()
  const database = await openDatabase(config, pino({ level: 'warn' }))
  try {
    if ((await appliedMigrations(database.db)).length === 0) throw new Error('数据库是空的，没有可备份的内容')
    await backup(database.pool, resolve(file))
    console.log(`备份完成：${resolve(file)}`)
    if (config.storage.kind === 'local')
      console.log(`上传的文件、图片和视频不在其中，请一并复制 ${join(config.dataDir, 'media')}`)
  } finally {
    await database.close()
  }
}
