import type { Config } from '../config'
import type { SampleLogin } from '../context'
import type { Db } from '../db/connection'
import { hasRunningAndUpcomingExams } from '../modules/exams/public'
import { sampleAccounts, samplePassword } from './sample-accounts'
import { isLoaded, sampleHash, saveSampleHash } from './sample-hash'

export const sampleLogins: SampleLogin[] = sampleAccounts.map(({ mobile, note }) => ({
  mobile,
  password: mobile && samplePassword,
  note,
}))

/** Lines about the sample logins that the server prints at its start. */
export const sampleLines = sampleLogins.map(({ mobile, password, note }) =>
  mobile ? `  ${mobile} / ${password}  ${note}` : `  （微信登录）  ${note}`,
)

/** Loads the sample data at the first start, and again when its content or code has changed. */
export async function loadSample(db: Db, config: Config, print: (line: string) => void): Promise<void> {
  const mark = sampleHash()
  if (await isLoaded(db, mark)) return renewExams(db, config)
  print('正在载入示例数据…')
  const { loadSampleData } = await import('./sample')
  for (const problem of await loadSampleData(db, config, print, config.standstill)) print(`  ${problem}`)
  await saveSampleHash(db, mark)
}

/** Seeds exams again if a running or an upcoming one is missing: their dates count from the day they were loaded. */
async function renewExams(db: Db, config: Config): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  if (await hasRunningAndUpcomingExams(db, now)) return
  const { loadSampleExams } = await import('./sample')
  await loadSampleExams(db, config, now)
}
