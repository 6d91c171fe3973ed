import { afterAll, beforeAll, expect, it } from 'vitest'
import { grantEntitlement } from '../modules/access/public'
import { startShop, type TestShop } from '../modules/commerce/commerce.fixture'
import { sampleCoupons, seedCommerce } from './commerce'

const paid: [kind: 'course' | 'ebook' | 'textbook' | 'bank', slugs: string[]][] = [
  ['course', ['python', 'machine-learning', 'database-practice', 'english-reading']],
  ['ebook', ['study-notes', 'probability-twelve', 'campus-writing']],
  ['textbook', ['data-structures', 'c-programming', 'databases']],
  ['bank', ['postgraduate-cs']],
]

let shop: TestShop
beforeAll(async () => {
  shop = await startShop()
  for (const [kind, slugs] of paid)
    for (const slug of slugs) {
      const { id } = await shop.newItem({ kind })
      await shop.db.updateTable('curricula').set({ slug }).where('id', '=', id).execute()
    }
})
afterAll(() => shop.close())

it('creates orders in every status for both buyers with a consistent ledger; a repeat adds none', async () => {
  const users = [await shop.createUser({ mobile: '13800000001' }), await shop.createUser({ mobile: '13800000002' })]
  const { secret } = shop.env.config
  await seedCommerce(shop.db, secret, shop.clock.now())
  const counts = []
  for (const user of users) {
    const { list, total } = await (await shop.as(user)).call('GET /v1/order_list', { pageSize: 100 })
    expect([...new Set(list.map(({ status }) => status))].sort()).toEqual([0, 1, 2, 3, 4, 5])
    counts.push(total)
  }
  expect(await shop.mismatches()).toEqual([])
  await shop.work()
  await seedCommerce(shop.db, secret, shop.clock.now())
  for (const [i, user] of users.entries())
    expect((await (await shop.as(user)).call('GET /v1/order_list', {})).total).toBe(counts[i])
  expect(await shop.mismatches()).toEqual([])
})

it('the seed creates fresh, used and expired coupon codes', async () => {
  const client = await shop.as()
  const say = async (code: string) => (await client.send('GET /v1/coupon_bind_curriculum', { code })).data
  for (const code of sampleCoupons.fresh) expect(await say(code)).toMatchObject({ title: '新生礼包（示例）' })
  expect(await say(sampleCoupons.used)).toMatchObject({ error: 'coupon-used' })
  expect(await say(sampleCoupons.expired)).toMatchObject({ error: 'coupon-expired' })
})

it('the seed of orders skips items that the user owns', async () => {
  const other = await startShop()
  try {
    const user = await other.createUser({ mobile: '13800000001' })
    for (const [kind, slugs] of paid)
      for (const slug of slugs) {
        const { id } = await other.newItem({ kind })
        await other.db.updateTable('curricula').set({ slug }).where('id', '=', id).execute()
        await grantEntitlement(other.db, {
          userId: user.id,
          curriculumId: id,
          source: 'sample',
          now: other.clock.now(),
        })
      }
    await seedCommerce(other.db, other.env.config.secret, other.clock.now())
    expect((await (await other.as(user)).call('GET /v1/order_list', {})).total).toBe(0)
  } finally {
    await other.close()
  }
})

it('the seed of orders does nothing without the sample content', async () => {
  const empty = await startShop()
  try {
    await empty.createUser({ mobile: '13800000001' })
    await seedCommerce(empty.db, empty.env.config.secret, empty.clock.now())
    expect(await empty.db.selectFrom('orders').select('id').execute()).toEqual([])
  } finally {
    await empty.close()
  }
})
