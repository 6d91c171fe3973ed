import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { agreementTypes } from '@dxx/contract/rules/constants'
import type { Logger } from 'pino'
import { buildApp } from './app'
import { stoppedClock } from './base/clock'
import type { Config } from './config'
import type { Db } from './db/connection'
import { databaseClock } from './db/database-clock'
import { openReplicas } from './db/replicas'
import { createEnvironment } from './environment'
import { assetFolders, previousAssets, storeAssets } from './http/previous-assets'
import { webDist } from './http/static'
import { setSwitches } from './modules/content/public'
import { processReport } from './modules/site/process-report'
import { startJobs } from './start-jobs'
import { warmUp } from './warm-up'

interface Serving {
  config: Config
  log: Logger
  db: Db
  /** Collects cleanup functions in the order of opening. */
  opened: (() => Promise<void> | void)[]
  /** Whether this process runs background jobs; one of several workers is enough. */
  hasJobs: boolean
}

type FillOptions = Pick<Serving, 'config' | 'db'> & { print(line: string): void }

// Imported only if needed, because a production image does not contain the seed code.
const sampleOf = async (config: Config) => (config.sampleData ? await import('./seed/sample-start') : undefined)

/** Stores what a start writes: sample data and switches. Run by one process. */
export async function fillDatabase({ config, db, print }: FillOptions): Promise<void> {
  const sample = await sampleOf(config)
  await sample?.loadSample(db, config, print)
  await setSwitches(db, config.switches)
}

/** Starts everything on an open database: clock, jobs, and the HTTP server. Returns its port. */
export async function serve({ config, log, db, opened, hasJobs }: Serving): Promise<number> {
  if (config.tracing.endpoint) {
    // Imported only if used: the packages take a tenth of a second to load.
    const { startTracing } = await import('./base/start-tracing')
    opened.push(startTracing(config.tracing, log))
  }
  const sample = await sampleOf(config)
  const clock = config.standstill ? stoppedClock(config.standstill) : await databaseClock(db, log)
  opened.push(clock.stop)
  const replicas = await replicasOf(config, log)
  if (replicas) opened.push(replicas.close)
  const env = createEnvironment({ config, db, replicas, clock, log }, sample?.sampleLogins)
  opened.push(() => env.code.close())
  opened.push(processReport(env).start())
  if (hasJobs) opened.push(startJobs(env).stop)
  await mkdir(previousAssets(config.dataDir), { recursive: true })
  const app = await buildApp(env)
  opened.push(async () => {
    // Running responses get five seconds, because a download or a stream must not delay the shutdown forever.
    const timer = setTimeout(() => app.server.closeAllConnections(), 5000)
    await app.close()
    clearTimeout(timer)
  })
  await app.listen({ port: config.port, host: config.host })
  await warmUp(env)
  // Copying is not awaited: until it is done, files are served from the build itself.
  if (hasJobs)
    for (const name of assetFolders)
      storeAssets(join(webDist, name), config.dataDir, clock.now(), name).catch((err) =>
        log.warn({ err }, 'could not keep the files of this build for later'),
      )
  return (app.server.address() as AddressInfo).port
}

async function replicasOf({ databaseUrl, databaseReadUrls: urls, databasePool: max }: Config, log: Logger) {
  if (!databaseUrl || urls.length === 0) return null
  return openReplicas({ primaryUrl: databaseUrl, urls, max, log })
}

/** Prints the address and what staff should do next. */
export async function announce({ config, db, print }: FillOptions, port: number): Promise<void> {
  print(`\n多享学已启动：http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${port}`)
  if (!(await db.selectFrom('curricula').select('id').limit(1).executeTakeFirst()))
    print('还没有任何内容：请用 npm run content -- import <文件夹> 导入（协议、课程、图书）。')
  const sample = await sampleOf(config)
  if (sample) print(`示例账号（仅限开发）：\n${sample.sampleLines.join('\n')}`)
  for (const title of await missingAgreements(db))
    print(`还没有《${title}》，登录时无法阅读：请用 npm run content -- import <文件夹> 导入（见 docs/content.md）。`)
  print('按 Ctrl-C 停止。')
}

/** Returns the titles of agreements that staff have not imported yet; all users must consent to them. */
async function missingAgreements(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('agreements').select('id').execute()
  return Object.entries(agreementTypes).flatMap(([id, title]) =>
    rows.some((row) => row.id === Number(id)) ? [] : title,
  )
}
