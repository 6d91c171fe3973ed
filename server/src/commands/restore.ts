import { join, resolve } from 'node:path'
import { formatExactTime } from '@dxx/contract/rules/time-from'
import { pino } from 'pino'
import { readConfig } from '../config'
import { openDatabase } from '../db/open'
import { restore } from '../db/restore'

/** npm run restore -- <file> [--replace]: loads a backup into an empty database, or replaces all existing data. */
export async function main(args: string[]): Promise<void> {
  const replace = args.includes('--replace')
  const [file, ...rest] = args.filter((arg) => arg !== '--replace')
  if (!file || file.startsWith('-') || rest.length > 0) {
    throw new Error('用法：npm run restore -- <备份文件> [--replace]')
  }
  const config = readConfig()
  const database = await openDatabase(config, pino({ level: 'warn' }))
  try {
    const { rows, createdAt } = await restore(database.pool, resolve(file), { replace })
    console.log(`恢复完成：${formatExactTime(createdAt)} 的备份，共 ${rows} 行。`)
    if (config.storage.kind === 'local') console.log(`请把一并备份的文件放回 ${join(config.dataDir, 'media')}`)
    console.log('现在可以启动服务了。')
  } finally {
    await database.close()
  }
}
