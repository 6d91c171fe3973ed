import type { AddressInfo } from 'node:net'
import closeWithGrace from 'close-with-grace'
import { pino } from 'pino'
import { buildApp } from './app'
import { databaseClock } from './clock'
import { ConfigError, readConfig } from './config'
import { migrate } from './db/migrate'
import { openDatabase } from './db/open'
import { loadSampleData, sampleLogins } from './db/seed/sample'
import { startJobs } from './jobs/start'

/** What an operator reads at the terminal; the log is for machines. */
const say = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const config = readConfig()
  const log = pino({
    level: config.env === 'development' && !process.env.LOG_LEVEL ? 'warn' : config.logLevel,
    redact: ['req.headers.authorization', 'req.headers["x-dxx-token"]', '*.password', '*.token'],
  })

  say('正在打开数据库…')
  const database = await openDatabase(config, log)
  await migrate(database.db, log)
  if (config.sampleData) {
    say('正在载入示例数据…')
    await loadSampleData(database.db)
  }

  const clock = await databaseClock(database.db, log)
  const env = { config, db: database.db, clock, log }
  const app = await buildApp(env)
  const jobs = startJobs(env)
  await app.listen({ port: config.port, host: config.host })
  const { port } = app.server.address() as AddressInfo

  say(`\n多享学已启动：http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${port}`)
  if (config.sampleData) say(`示例账号（仅限开发）：\n${sampleLogins.map(({ line }) => `  ${line}`).join('\n')}`)
  say('按 Ctrl-C 停止。')

  // The app first, then what works in the background, the database last.
  closeWithGrace({ delay: 10_000 }, async ({ err }) => {
    if (err) log.error({ err }, 'stopping after an error')
    await app.close()
    await jobs.stop()
    clock.stop()
    await database.close()
  })
}

main().catch((error: NodeJS.ErrnoException) => {
  const message =
    error.code === 'EADDRINUSE'
      ? '端口已被占用：请关闭占用它的程序，或用 PORT=<端口> 换一个端口。'
      : error instanceof ConfigError
        ? error.message
        : (error.stack ?? String(error))
  process.stderr.write(`\n启动失败：${message}\n`)
  process.exit(1)
})
