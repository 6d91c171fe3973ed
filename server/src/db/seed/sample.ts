import { join } from 'node:path'
import { storageOf } from '../../adapters/storage/storage'
import type { Config } from '../../config'
import { stableId } from '../../importer/ids'
import { importContent } from '../../importer/import'
import { formatProblem } from '../../importer/problems'
import { hashPassword } from '../../modules/accounts/passwords'
import { seedAccounts } from '../../modules/accounts/seed'
import { seedBank } from '../../modules/bank/seed'
import { sampleCoupons, seedCommerce } from '../../modules/commerce/seed'
import { seedCommunity } from '../../modules/community/seed'
import { seedExams } from '../../modules/exams/seed'
import { seedStudents } from '../../modules/students/seed'
import { seedStudy } from '../../modules/study/seed'
import { seedSupport } from '../../modules/support/seed'
import { repoRoot } from '../../root'
import type { Db } from '../connection'
import { people, samplePassword } from './people'

/** Loads the sample content and the sample people. Safe to repeat: what is there stays as it is. Answers what is wrong. */
export async function loadSampleData(
  db: Db,
  config: Config,
  say: (line: string) => void,
  now = Math.floor(Date.now() / 1000),
): Promise<string[]> {
  const { problems } = await importContent(db, join(repoRoot, 'content'), {
    storage: storageOf(config),
    now,
    partial: true,
    progress: (line) => line.startsWith('写入') && say(`  ${line}`),
  })
  await addPeople(db, now)
  await seedAccounts(db)
  await seedStudents(db)
  // Buying first: what the sample people write and study about is what they bought.
  await seedCommerce(db, config.secret, now)
  await seedCommunity(db, now)
  await seedStudy(db, now)
  await seedSupport(db, now)
  await seedBank(db, now)
  await loadSampleExams(db, config, now)
  say(
    `  示例兑换码：${sampleCoupons.fresh.join('、')}；已使用的：${sampleCoupons.used}；已过期的：${sampleCoupons.expired}`,
  )
  return problems.filter(({ level }) => level === 'error').map(formatProblem)
}

export function loadSampleExams(db: Db, config: Config, now: number): Promise<void> {
  return seedExams({ db, config, now, folder: join(repoRoot, 'content/exams') })
}

async function addPeople(db: Db, now: number): Promise<void> {
  const known = await db.selectFrom('users').select('uid').execute()
  const missing = people.filter(({ slug }) => !known.some(({ uid }) => uid === stableId('user', slug)))
  if (missing.length === 0) return
  const created = now - 90 * 86_400
  const passwordHash = await hashPassword(samplePassword)
  await db
    .insertInto('users')
    .values(
      missing.map(({ slug, nickname, mobile }) => ({
        uid: stableId('user', slug),
        nickname,
        mobile,
        password_hash: mobile ? passwordHash : null,
        created_at: created,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
