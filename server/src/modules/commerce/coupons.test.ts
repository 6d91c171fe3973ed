import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../db/transaction'
import { Client } from '../../testing/client'
import { runOps } from '../../testing/ops'
import { separateProcesses } from '../../testing/separate-process'
import { grantEntitlement } from '../access/public'
import { startShop, type TestShop } from './commerce.fixture'
import { makeBatch } from './coupon-batches'
import { normaliseCode } from './coupon-codes'

let shop: TestShop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

/** Creates codes for new items. */
async function newCoupon({ items = 1, expiresIn = 86_400, count = 1 } = {}) {
  const made = []
  for (let i = 0; i < items; i++) made.push(await shop.newItem())
  const now = shop.clock.now()
  const batch = { title: '新生礼包', expiresAt: now + expiresIn, curriculumIds: made.map(({ id }) => id), now }
  const codes = await inTransaction(shop.db, (tx) => makeBatch(tx, shop.env.config.secret, batch, count))
  return { items: made, code: codes[0]!, codes }
}

const errorOf = async (answer: Promise<{ data: Record<string, unknown> }>) => (await answer).data.error

describe('coupon codes', () => {
  it('a coupon code is random, printed in groups of four and stored only as a hash', async () => {
    const { codes } = await newCoupon({ count: 500 })
    expect(new Set(codes).size).toBe(500)
    for (const code of codes) expect(code).toMatch(/^([2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}$/)
    const rows = await shop.db.selectFrom('coupons').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(codes[0]!.replaceAll('-', ''))
  })

  it.each([
    ['abcd-efgh-jkmn-pqrs', 'ABCDEFGHJKMNPQRS'],
    ['  ABCD efgh\u3000jkmn－pqrs ', 'ABCDEFGHJKMNPQRS'],
    ['ＡＢＣＤＥＦＧＨ', 'ABCDEFGH'],
    ['https://study.example.cn/#/pages/exchange/index?code=abcd-efgh-jkmn-pqrs', 'ABCDEFGHJKMNPQRS'],
    ['https://study.example.cn/?code=%E0%A4%A', null],
    ['ABC', null],
    ["' or 1=1 --", null],
  ])('normalises the input %s to the coupon code %s', (text, code) => {
    expect(normaliseCode(text)).toBe(code)
  })
})

describe('exchanging a coupon', () => {
  it('previews the items, grants them to one user once and lists the exchange', async () => {
    const user = await shop.createUser()
    const client = await shop.as(user)
    const { items, code } = await newCoupon({ items: 2 })
    const shown = await client.call('GET /v1/coupon_bind_curriculum', { code: code.toLowerCase() })
    expect(shown.items.map(({ id, owned }) => [id, owned])).toEqual(items.map(({ uid }) => [uid, false]))
    const done = await client.call('POST /v1/coupon_exchange', { code: ` ${code.replaceAll('-', ' ')} ` })
    expect(done.items.every(({ owned }) => owned)).toBe(true)
    for (const { id } of items) expect(await shop.rightsOf(user.id, id)).toHaveLength(1)
    // A retry after a lost response changes nothing.
    expect(await client.call('POST /v1/coupon_exchange', { code })).toEqual(done)
    expect(await errorOf(client.send('GET /v1/coupon_bind_curriculum', { code }))).toBe('coupon-used')
    const record = await client.call('GET /v1/coupon_exchange_record', {})
    expect(record).toMatchObject({ total: 1, list: [{ id: done.id, title: '新生礼包' }] })
    const other = await shop.as()
    for (const name of ['GET /v1/coupon_bind_curriculum', 'POST /v1/coupon_exchange'] as const)
      expect(await errorOf(other.send(name, { code }))).toBe('coupon-used')
    expect((await other.call('GET /v1/coupon_exchange_record', {})).list).toEqual([])
  })

  it('redeeming a coupon accepts a scanned link', async () => {
    const client = await shop.as()
    const { code } = await newCoupon()
    const text = `https://study.example.cn/#/pages/exchange/index?code=${code}`
    expect((await client.call('POST /v1/coupon_exchange_scan', { text })).items).toHaveLength(1)
  })

  it('redeeming a coupon requires a mobile number', async () => {
    const client = await shop.as(await shop.createUser({ mobile: null }))
    const { code } = await newCoupon()
    expect(await client.send('POST /v1/coupon_exchange', { code })).toMatchObject({ code: 5 })
  })

  it('returns different messages for invalid, expired and used codes', async () => {
    const client = await shop.as()
    const say = async (code: string) => (await client.send('POST /v1/coupon_exchange', { code })).msg
    expect(await say('NOSUCHCODE12345')).toContain('无效')
    expect(await say((await newCoupon({ expiresIn: 0 })).code)).toContain('已过期')
    const { code } = await newCoupon()
    await (await shop.as()).call('POST /v1/coupon_exchange', { code })
    expect(await say(code)).toContain('已使用')
  })

  it('keeps a code valid if all of its items are owned, and grants the missing items if some are', async () => {
    const user = await shop.createUser()
    const client = await shop.as(user)
    const { items, code } = await newCoupon({ items: 2 })
    const countEntitlements = (id: number) =>
      grantEntitlement(shop.db, { userId: user.id, curriculumId: id, source: 'free', now: shop.clock.now() })
    await countEntitlements(items[0]!.id)
    const partly = await newCoupon({ items: 1 })
    await countEntitlements(partly.items[0]!.id)
    for (const name of ['GET /v1/coupon_bind_curriculum', 'POST /v1/coupon_exchange'] as const) {
      const answer = await client.send(name, { code: partly.code })
      expect(answer.msg).toContain('已拥有')
    }
    await (await shop.as()).call('POST /v1/coupon_exchange', { code: partly.code })
    await client.call('POST /v1/coupon_exchange', { code })
    expect(await shop.rightsOf(user.id, items[0]!.id)).toMatchObject([{ source: 'free' }])
    expect(await shop.rightsOf(user.id, items[1]!.id)).toMatchObject([{ source: expect.stringMatching(/^coupon /) }])
  })

  it('redeeming a coupon cancels an unpaid order for the same item', async () => {
    const user = await shop.createUser()
    const client = await shop.as(user)
    const { items, code } = await newCoupon()
    const order = await client.call('POST /v1/order_create', { curriculumId: items[0]!.uid })
    await client.call('POST /v1/coupon_exchange', { code })
    expect((await client.call('GET /v130/order_info', { id: order.id })).status).toBe(2)
  })

  it('rejects the 31st code that a user enters within ten minutes, on all servers', async () => {
    const client = await shop.as()
    const { code } = await newCoupon()
    const answers = []
    for (let i = 0; i < 31; i++)
      answers.push((await client.send('POST /v1/coupon_exchange', { code: `WRONG${10_000 + i}` })).code)
    expect(answers).toEqual([...Array(30).fill(0), 429])
    expect((await shop.atSecond(client).send('POST /v1/coupon_exchange', { code })).code).toBe(429)
    shop.clock.advance(600)
    expect((await client.send('POST /v1/coupon_exchange', { code })).code).toBe(1)
  })

  it('exactly one of 200 concurrent exchanges at two server processes succeeds', async () => {
    const { items, code } = await newCoupon()
    const servers = await separateProcesses(shop)
    const { base } = await servers.start()
    const clients = []
    for (let i = 0; i < 200; i++) {
      const client = await shop.as()
      clients.push(i % 2 ? client : new Client(base, () => shop.clock.now(), client.token))
    }
    const answers = await Promise.all(clients.map((client) => client.send('POST /v1/coupon_exchange', { code })))
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1)
    expect(answers.filter((answer) => answer.data.error === 'coupon-used')).toHaveLength(199)
    const rights = await shop.db
      .selectFrom('entitlements')
      .select('id')
      .where('curriculum_id', '=', items[0]!.id)
      .execute()
    expect(rights).toHaveLength(1)
    await servers.remove()
  }, 120_000)
})

describe('npm run ops -- coupons', () => {
  const run = (...args: string[]) => runOps(shop, ...args)

  it('creates printed codes that can be exchanged', async () => {
    const item = await shop.newItem({ kind: 'ebook' })
    const { slug } = await shop.db
      .selectFrom('curricula')
      .select('slug')
      .where('id', '=', item.id)
      .executeTakeFirstOrThrow()
    const [header, first] = await run('coupons', 'create', '3', '2027-12-31', '期末礼包', `ebook/${slug}`)
    expect(header).toBe('\uFEFF兑换码,链接,到期日')
    const [code, link] = first!.split(',')
    expect(link).toBe(`${shop.env.config.publicUrl}/#/pages/exchange/index?code=${code}`)
    const client = await shop.as()
    expect((await client.call('POST /v1/coupon_exchange_scan', { text: link! })).items[0]?.id).toBe(item.uid)
    expect((await run('coupons', 'list'))[0]).toContain('期末礼包：共 3 个，已用 1 个')
  })

  it('the command that creates coupons reports invalid arguments', async () => {
    await expect(run('coupons', 'create', '3', '2027-12-31', '礼包', 'course/none')).rejects.toThrow('course/none')
    await expect(run('coupons', 'create', '0', '2027-12-31', '礼包', 'course/none')).rejects.toThrow('用法')
    await expect(run('coupons', 'create', '3', '31.12.2027', '礼包', 'course/none')).rejects.toThrow('用法')
    await expect(run('coupons', 'create', '3', '2020-01-01', '礼包', 'course/none')).rejects.toThrow('过去')
  })
})
