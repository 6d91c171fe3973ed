import { join } from 'node:path'
import { storageOf } from '../../adapters/storage/storage'
import type { Config } from '../../config'
import { stableId } from '../../importer/ids'
import { importContent } from '../../importer/import'
import { formatProblem } from '../../importer/problems'
import { hashPassword } from '../../modules/accounts/passwords'
import { seedAccounts } from '../../modules/accounts/seed'
import { sampleCoupons, seedCommerce } from '../../modules/commerce/seed'
import { seedCommunity } from '../../modules/community/seed'
import { seedStudents } from '../../modules/students/seed'
import { repoRoot } from '../../root'
import type { Db } from '../connection'

export const samplePassword = 'Study2026'

/** People who do not exist, for development only. */
const people = [
  { slug: 'student', nickname: '周同学', mobile: '13800000001', note: '已认证的学生，有购买、进度和笔记' },
  { slug: 'buyer', nickname: '林小满', mobile: '13800000002', note: '买过内容，未做学生认证' },
  { slug: 'fresh', nickname: '新同学', mobile: '13800000003', note: '刚注册，什么都没有' },
  { slug: 'wechat', nickname: '微信用户小满', mobile: null, note: '只有微信，没有手机号' },
]

export const sampleLogins = people.map(({ mobile, note }) => ({
  mobile,
  line: mobile ? `${mobile} / ${samplePassword}  ${note}` : `（微信登录）  ${note}`,
}))

/** Loads the sample content and the sample people. Safe to repeat: what is there stays as it is. Answers what is wrong. */
export async function loadSampleData(db: Db, config: Config, say: (line: string) => void): Promise<string[]> {
  const now = Math.floor(Date.now() / 1000)
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
  say(
    `  示例兑换码：${sampleCoupons.fresh.join('、')}；已使用的：${sampleCoupons.used}；已过期的：${sampleCoupons.expired}`,
  )
  return problems.filter(({ level }) => level === 'error').map(formatProblem)
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
