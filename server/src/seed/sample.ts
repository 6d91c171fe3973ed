import { join } from 'node:path'
import { createStorage } from '../adapters/storage/create'
import { hashPassword } from '../base/passwords'
import { repoRoot } from '../base/paths'
import { stableId } from '../base/stable-ids'
import type { Config } from '../config'
import type { Db } from '../db/connection'
import { importContent } from '../importer/import'
import { formatProblem } from '../text/problems'
import { seedAccounts } from './accounts'
import { seedBank } from './bank'
import { seedClassWork } from './class-work'
import { sampleCoupons, seedCommerce } from './commerce'
import { seedCommunity } from './community'
import { seedExamDrafts } from './exam-drafts'
import { seedExams } from './exams'
import { seedHomework } from './homework'
import { sampleAccounts, samplePassword } from './sample-accounts'
import { seedStaff } from './staff'
import { seedStudents } from './students'
import { seedStudy } from './study'
import { seedSupport } from './support'
import { seedWork } from './work'

/** Loads sample content and sample accounts. Idempotent: existing rows stay unchanged. Returns import problems. */
export async function loadSampleData(
  db: Db,
  config: Config,
  print: (line: string) => void,
  now = Math.floor(Date.now() / 1000),
): Promise<string[]> {
  const storage = createStorage(config.storage, config)
  const { problems } = await importContent(db, join(repoRoot, 'content'), {
    storage,
    now,
    partial: true,
    progress: (line) => line.startsWith('写入') && print(`  ${line}`),
  })
  await addPeople(db, now)
  await seedAccounts(db)
  await seedStudents(db)
  await seedStaff(db, now)
  // Purchases come first, because the sample accounts comment on and study items they bought.
  await seedCommerce(db, config.secret, now)
  await seedCommunity(db, now)
  await seedStudy(db, now)
  await seedSupport(db, now)
  await seedWork(db, storage, join(repoRoot, 'content/samples'), now)
  await seedBank(db, now)
  await loadSampleExams(db, config, now)
  await seedExamDrafts(db, now)
  await seedClassWork(db, now)
  await seedHomework(db, now)
  print(
    `  示例兑换码：${sampleCoupons.fresh.join('、')}；已使用的：${sampleCoupons.used}；已过期的：${sampleCoupons.expired}`,
  )
  return problems.filter(({ level }) => level === 'error').map(formatProblem)
}

export function loadSampleExams(db: Db, config: Config, now: number): Promise<void> {
  return seedExams({ db, config, now, folder: join(repoRoot, 'content/exams') })
}

async function addPeople(db: Db, now: number): Promise<void> {
  const known = await db.selectFrom('users').select('uid').execute()
  const missing = sampleAccounts.filter(({ slug }) => !known.some(({ uid }) => uid === stableId('user', slug)))
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
