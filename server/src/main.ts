import { ConfigError } from './base/config-error'
import { createLog } from './base/log'
import { readConfig } from './config'
import { migrate } from './db/migrate'
import { openDatabase } from './db/open'
import { stopOnSignals } from './stop'

/** Prints messages for staff at the terminal; the log is for machines. */
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Cleanup functions, run in reverse order: the app first, the database last. */
const opened: (() => Promise<void> | void)[] = []

let stopping = false

async function closeAll(): Promise<void> {
  stopping = true
  for (let close = opened.pop(); close; close = opened.pop()) await close()
}

async function main(): Promise<void> {
  const config = readConfig()
  const log = createLog(config.env === 'development' && !process.env.LOG_LEVEL ? 'warn' : config.logLevel)
  stopOnSignals(closeAll, log)

  say('正在打开数据库…')
  const opening = openDatabase(config, log)
  // Loads the modules while the database starts, because both take about the same time.
  const [database, { serve }] = await Promise.all([
    opening.then((database) => {
      opened.push(database.close)
      return database
    }),
    import('./serve'),
  ])
  await migrate(database.db, log)
  await serve({ config, log, db: database.db, opened, say })
}

main().catch(async (error: NodeJS.ErrnoException) => {
  // If a signal stopped the process during the start, the error only reports the closed database.
  if (stopping) return
  const message =
    error.code === 'EADDRINUSE'
      ? '端口已被占用：请关闭占用它的程序，或用 PORT=<端口> 换一个端口。'
      : error instanceof ConfigError
        ? error.message
        : (error.stack ?? String(error))
  process.stderr.write(`\n启动失败：${message}\n`)
  await closeAll().catch(() => {})
  process.exit(1)
})
