import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dropCached } from '../../db/cache'
import type { Client } from '../../testing/client'
import { asStaff, createStaff } from '../../testing/staff'
import { startShop, type TestShop } from '../commerce/commerce.fixture'
import { catalogueJobs } from './jobs'

let shop: TestShop
let operator: Client
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())
beforeEach(logIn)

/** Sessions of the console end when the clock advances. */
async function logIn() {
  operator = await asStaff(shop, await createStaff(shop, 'operator', undefined, '运营'))
}

const day = 86_400

async function shelved(values: Parameters<TestShop['newItem']>[0] = {}) {
  const { uid } = await shop.newItem(values)
  return read(uid)
}

async function read(id: string) {
  const { list } = await operator.call('GET /staff/v1/shelf_list', { limit: 200 })
  return list.find((item) => item.id === id)!
}

type Item = Awaited<ReturnType<typeof read>>

const fieldsOf = ({ priceCents, percent, onShelf, startsAt, endsAt }: Item) => ({
  priceCents,
  percent,
  onShelf,
  startsAt,
  endsAt,
})

const change = (item: Item, set: Partial<Item>) =>
  operator.send('POST /staff/v1/shelf_change', {
    id: item.id,
    seen: fieldsOf(item),
    set: { ...fieldsOf(item), ...set },
  })

const course = async (id: string) => {
  dropCached(shop.db)
  return (await shop.as()).send('GET /v1/course_info', { id })
}

describe('POST /staff/v1/shelf_change', () => {
  it('sets price and discount for students and marks the fields as set in the console', async () => {
    const item = await shelved()
    expect((await change(item, { priceCents: 12_000, percent: 50 })).code).toBe(1)
    expect((await course(item.id)).data).toMatchObject({ amount: '120,50' })
    const after = await read(item.id)
    expect(after.payCents).toBe(6000)
    expect(after.kept.map(({ field }) => field)).toEqual(['discount_percent', 'price_cents'])
    const { target } = await shop.db
      .selectFrom('console_fields')
      .select('target')
      .where('field', '=', 'price_cents')
      .executeTakeFirstOrThrow()
    expect(target).toMatch(/^curricula course\//)
  })

  it('takes an item off the shelf, so that it cannot be found or bought, and back on', async () => {
    const item = await shelved()
    await change(item, { onShelf: false })
    expect((await course(item.id)).data).toMatchObject({ error: 'curriculum-not-found' })
    const buy = await (await shop.as()).send('POST /v1/order_create', { curriculumId: item.id })
    expect(buy.data.error).toBe('curriculum-not-found')
    await change(await read(item.id), { onShelf: true })
    expect((await course(item.id)).code).toBe(1)
  })

  it('rejects a change by a staff member who saw other values, and accepts a repetition', async () => {
    const item = await shelved()
    await change(item, { priceCents: 100 })
    expect((await change(item, { priceCents: 200 })).data.error).toBe('shelf-changed')
    expect((await change(item, { priceCents: 100 })).code).toBe(1)
  })

  it('ends the sale at its end, and announces an item before its start', async () => {
    const now = shop.clock.now()
    const item = await shelved()
    expect((await change(item, { endsAt: now - 1 })).data.error).toBe('shelf-window')
    await change(item, { startsAt: now - 50, endsAt: now + day })
    const planned = await shelved()
    await change(planned, { startsAt: now + 2 * day })
    expect(await read(planned.id)).toMatchObject({ state: 'planned' })
    shop.clock.advance(day)
    await logIn()
    await catalogueJobs.end_sales({ db: shop.db, clock: shop.clock, log: shop.env.log } as never, {})
    expect(await read(item.id)).toMatchObject({ state: 'ended', onShelf: false })
    expect((await course(item.id)).data).toMatchObject({ error: 'curriculum-not-found' })
  })
})

describe('recommended order and collections', () => {
  it('recommended items come first in the list of their kind', async () => {
    const [a, b] = [await shelved({ kind: 'bank' }), await shelved({ kind: 'bank' })]
    await shelved({ kind: 'bank' })
    const order = async () => {
      dropCached(shop.db)
      return (await (await shop.as()).call('GET /v1/bank_list', {})).list.slice(0, 2).map(({ id }) => id)
    }
    for (const ids of [
      [a.id, b.id],
      [b.id, a.id],
    ]) {
      await operator.call('POST /staff/v1/shelf_recommend', { kind: 'bank', ids })
      expect(await order()).toEqual(ids)
      const { list } = await operator.call('GET /staff/v1/shelf_recommended', { kind: 'bank' })
      expect(list.map(({ id }) => id)).toEqual(ids)
    }
    const wrong = await operator.send('POST /staff/v1/shelf_recommend', { kind: 'course', ids: [a.id] })
    expect(wrong.data.error).toBe('curriculum-not-found')
  })

  it('a published collection is the first section of the home page, without items off the shelf', async () => {
    const [on, off] = [await shelved(), await shelved({ published: false })]
    const saved = { kind: 'course' as const, title: '期末冲刺', note: '两周学完', items: [off.id, on.id] }
    const { id } = await operator.call('POST /staff/v1/collection_save', { ...saved, published: false })
    const first = async () => {
      dropCached(shop.db)
      return (await (await shop.as()).call('GET /v1/course_index', {})).shelves[0]
    }
    expect((await first())?.title).not.toBe('期末冲刺')
    await operator.call('POST /staff/v1/collection_save', { ...saved, id, published: true })
    expect(await first()).toMatchObject({ title: '期末冲刺', note: '两周学完', list: [{ id: on.id }] })
    const second = await operator.call('POST /staff/v1/collection_save', { ...saved, title: '新书', published: true })
    await operator.call('POST /staff/v1/collection_order', { ids: [second.id, id] })
    expect((await first())?.title).toBe('新书')
    await operator.call('POST /staff/v1/collection_delete', { id: second.id })
    expect((await first())?.title).toBe('期末冲刺')
    const { list } = await operator.call('GET /staff/v1/collection_list', {})
    expect(list.map(({ title }) => title)).toEqual(['期末冲刺'])
  })
})
