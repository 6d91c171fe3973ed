import { resolve } from 'node:path'
import { pino } from 'pino'
import { type Storage, storageOf } from '../adapters/storage/storage'
import { readConfig } from '../config'
import { migrate } from '../db/migrate'
import { openDatabase } from '../db/open'
import { exportContent } from '../importer/export'
import { type ImportReport, importContent } from '../importer/import'
import { listContent, listFolder } from '../importer/list'
import { formatProblem } from '../importer/problems'

const usage = '用法：npm run content -- validate|import|export <文件夹>，或 npm run content -- list [文件夹]'

/** npm run content -- import|validate|export|list <folder> */
export async function main([command = '', folder]: string[]): Promise<void> {
  const needsFolder = ['validate', 'import', 'export'].includes(command)
  if ((!needsFolder && command !== 'list') || (needsFolder && !folder)) throw new Error(usage)
  // npm runs scripts in the folder of package.json; people mean the one they are in.
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), folder ?? '.')
  const now = Math.floor(Date.now() / 1000)
  if (command === 'validate') {
    const report = await importContent(null, path, { storage: nowhere, now, progress: console.log })
    return conclude(report, '检查完毕')
  }
  const config = readConfig()
  const log = pino({ level: 'warn' })
  const database = await openDatabase(config, log)
  try {
    await migrate(database.db, log)
    const storage = storageOf(config)
    if (command === 'import') {
      conclude(await importContent(database.db, path, { storage, now, progress: console.log }), '导入完毕')
    } else if (command === 'export') {
      console.log(`已写出 ${await exportContent(database.db, storage, path)} 个文件到 ${path}`)
    } else {
      const lines = folder ? await listFolder(database.db, path) : await listContent(database.db)
      for (const line of lines) console.log(line)
    }
  } finally {
    await database.close()
  }
}

/** Checking stores nothing. */
const nowhere: Storage = {
  put: async () => {},
  size: async () => null,
  read: () => Promise.reject(new Error('nothing is stored while checking')),
  remove: async () => {},
  uploadLink: () => Promise.reject(new Error('nothing is stored while checking')),
}

function conclude({ problems, written, unchanged, refused }: ImportReport, done: string): void {
  for (const problem of problems) console.log(formatProblem(problem))
  const errors = problems.filter(({ level }) => level === 'error').length
  const counts = `${errors} 个错误，${problems.length - errors} 个提醒`
  if (refused.length > 0) {
    console.log(`\n${counts}。有错误的内容：${refused.join('、')}。什么都没有改动，请改正后再来。`)
    process.exitCode = 1
    return
  }
  const changes = written.length > 0 ? `写入 ${written.join('、')}` : '没有写入'
  console.log(`\n${done}：${counts}；${changes}；没有变化的 ${unchanged.length} 项。`)
}
