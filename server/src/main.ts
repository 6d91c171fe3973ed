import cluster from 'node:cluster'
import type { Logger } from 'pino'
import { ConfigError } from './base/config-error'
import { createLog } from './base/log'
import { type Config, readConfig } from './config'
import { migrate } from './db/migrate'
import { openDatabase } from './db/open'
import { stopOnSignals } from './stop'
import { jobsArgument, Workers, workerSettings } from './workers'

/** Prints messages for staff at the terminal; the log is for machines. */
const print = (line: string) => process.stdout.write(`${line}\n`)

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
  if (cluster.isWorker) return runWorker(config, log)

  print('正在打开数据库…')
  const opening = openDatabase(config, log)
  // Loads the modules while the database starts, because both take about the same time.
  const [database, { announce, fillDatabase, serve }] = await Promise.all([
    opening.then((database) => {
      opened.push(database.close)
      return database
    }),
    import('./serve'),
  ])
  const { db, url } = database
  await migrate(db, log)
  await fillDatabase({ config, db, print })
  if (config.workers === 1)
    return announce({ config, db, print }, await serve({ config, log, db, opened, hasJobs: true }))
  const workers = new Workers(workerSettings(config, url), log)
  opened.push(() => workers.stop())
  await announce({ config, db, print }, await workers.start(config.workers))
}

/** Runs one of several processes that share the port. The primary process has opened and filled the database. */
async function runWorker(config: Config, log: Logger): Promise<void> {
  const [{ db, close }, { serve }] = await Promise.all([openDatabase(config, log), import('./serve')])
  opened.push(close)
  await serve({ config, log, db, opened, hasJobs: process.argv.includes(jobsArgument) })
}

/** Settles when the server has started; its code is cached then. */
export const started = main().catch(async (error: NodeJS.ErrnoException) => {
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
