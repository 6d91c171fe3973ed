import { ConfigError, readConfig } from './config'
import { migrate } from './db/migrate'
import { openDatabase } from './db/open'
import { createLog } from './log'
import { stopOnSignals } from './stop'

/** What an operator reads at the terminal; the log is for machines. */
const say = (line: string) => process.stdout.write(`${line}\n`)

/** What was opened so far, to be closed in the reverse order: the app first, the database last. */
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
  // To read the product's modules takes as long as to start the database: both at once.
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
  // Stopped before it had started: what was under way lost its database, which is no failure.
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
