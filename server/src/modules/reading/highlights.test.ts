import { randomUUID } from 'node:crypto'
import type { DataOf } from '@dxx/contract/call'
import type { StudentCalls } from '@dxx/contract/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApp } from '../../testing/app'
import type { Client } from '../../testing/client'
import { createReadingFixture, paragraphs, type Reading, type ReadingFixture, two } from './reading.fixture'

let room: ReadingFixture
let server: TestApp
let now: Reading
beforeAll(async () => {
  room = await createReadingFixture()
  server = room.server
})
afterAll(() => room.close())
beforeEach(async () => {
  now = await room.reset()
})

const change = (exact: string, more: object = {}) => room.change(now, exact, more)
const list = async (by = now.client, input: object = {}) =>
  (await by.call('GET /v1/textbooks_brightness_search', { sort: 'place', ...input })).list

describe('highlights', () => {
  const quote = '最后放上去的那只，总是最先被拿走'

  it('highlights are saved, changed, listed, exported and removed', async () => {
    const made = await change(quote)
    const saved = await now.client.call('POST /v1/textbooks_brightness', made)
    expect(saved).toMatchObject({ id: made.id, state: 'sure', mark: 'yellow', chapterTitle: '一', open: true })
    server.clock.advance(1)
    const noted = { ...made, mark: 'underline' as const, note: '后进先出', at: server.clock.now() }
    await now.client.call('POST /v1/textbooks_brightness', noted)
    const bookmark = await change('只允许', { mark: 'bookmark' })
    await now.client.call('POST /v1/textbooks_brightness', bookmark)
    expect((await list()).map(({ id }) => id)).toEqual([made.id, bookmark.id])
    expect((await list(now.client, { marks: ['bookmark'] })).map(({ id }) => id)).toEqual([bookmark.id])
    expect((await list(now.client, { keyword: '后进' })).map(({ id }) => id)).toEqual([made.id])
    expect((await list(now.client, { withNote: true, chapterId: now.ids.one })).length).toBe(1)
    const markdown = await now.client.call('GET /v1/highlights_export', { id: now.curriculum.uid, format: 'markdown' })
    expect(markdown.text).toContain(`> ${quote}\n\n后进先出`)
    const w3c = await now.client.call('GET /v1/highlights_export', { id: now.curriculum.uid, format: 'w3c' })
    expect(JSON.parse(w3c.text)).toMatchObject({
      type: 'AnnotationCollection',
      total: 2,
      first: { items: [{ motivation: 'commenting' }, { motivation: 'bookmarking' }] },
    })
    await now.client.call('POST /v1/textbooks_delete_brightness', { id: made.id })
    await now.client.call('POST /v1/textbooks_delete_brightness', { id: made.id })
    expect((await list()).map(({ id }) => id)).toEqual([bookmark.id])
  })

  it('other users cannot list, delete or change the highlights of a user', async () => {
    const made = await change(quote)
    await now.client.call('POST /v1/textbooks_brightness', made)
    expect(await list(now.stranger)).toEqual([])
    expect(await now.stranger.send('POST /v1/textbooks_delete_brightness', { id: made.id })).toMatchObject({
      data: { error: 'highlight-not-found' },
    })
    // If another user sends the same id, that is a separate highlight.
    await now.stranger.call('POST /v1/textbooks_brightness', { ...made, note: '我的' })
    expect((await list())[0]).toMatchObject({ note: '' })
    const paid = { ...made, id: randomUUID(), chapterId: now.ids.two }
    expect(await now.stranger.send('POST /v1/textbooks_brightness', paid)).toMatchObject({ code: 7 })
    expect(
      await now.stranger.send('POST /v1/textbooks_brightness', { ...paid, curriculumId: randomUUID() }),
    ).toMatchObject({
      data: { error: 'chapter-not-found' },
    })
    expect(await server.guest.send('POST /v1/highlights_sync', {})).toMatchObject({ code: 3 })
  })

  const reimported = async (lines: string[], more: Record<string, string | null> = {}) => {
    const made = await change(quote)
    await now.client.call('POST /v1/textbooks_brightness', made)
    const { since } = await now.client.call('POST /v1/highlights_sync', {})
    await room.write(lines, more)
    const [found, ...rest] = await list()
    expect(rest).toEqual([])
    expect(found).toMatchObject({ id: made.id, locator: { exact: quote } })
    const news = await now.client.call('POST /v1/highlights_sync', { since })
    return { ...found!, changed: news.list.length }
  }
  const [a, b, c] = paragraphs as [string, string, string]
  const shown = async ({ locator }: { locator: { pid: string; start: number; end: number } }) => {
    const rows = await server.db.selectFrom('paragraphs').select('text').where('pid', '=', locator.pid).execute()
    return rows[0]!.text.slice(locator.start, locator.end)
  }

  it('highlights keep their text when paragraphs are inserted, moved and removed around them', async () => {
    const found = await reimported(['新的开头，讲点别的。', c, `想一想。${a}`])
    expect(found).toMatchObject({ state: 'sure', changed: 1 })
    expect(await shown(found)).toBe(quote)
  })

  it("highlights are anchored again on a request of their owner, not on another user's", async () => {
    const made = await change(quote)
    for (const who of [now.client, now.stranger]) await who.call('POST /v1/textbooks_brightness', made)
    await room.write(['新的开头，讲点别的。', a, b, c])
    await list(now.stranger)
    const revisions = await server.db.selectFrom('highlights').select('revision').where('uid', '=', made.id).execute()
    expect(new Set(revisions.map(({ revision }) => revision)).size).toBe(2)
  })

  it('highlights that a new version of the chapter does not move are not sent again', async () => {
    expect(await reimported([a, b, c, '后面多一段。'])).toMatchObject({ state: 'sure', changed: 0 })
  })

  it('highlights keep the state "sure" when a few characters of their text change', async () => {
    const found = await reimported([a.replace('总是最先', '总会先'), b, c])
    expect(found).toMatchObject({ state: 'sure', changed: 1 })
    expect(await shown(found)).toBe('最后放上去的那只，总会先被拿走')
  })

  it('highlights get the state "unsure" when much of their text changes', async () => {
    const found = await reimported([a.replace('上去的那只，总是最先被拿走', '的那只，往往最早被取走'), b, c])
    expect(found).toMatchObject({ state: 'unsure', changed: 1 })
    expect(await shown(found)).toBe('最后放的那只，往往最早被取走')
  })

  it('highlights get the state "lost" when their text is removed, and "sure" when the text returns', async () => {
    expect(await reimported([b, c])).toMatchObject({ state: 'lost', changed: 1 })
    await room.write([b, a, c])
    expect((await list())[0]).toMatchObject({ state: 'sure' })
  })

  it('highlights follow text that moved to another chapter, with the state "unsure"', async () => {
    const found = await reimported([b, c], { 'textbooks/small/chapters/two.md': `${two}\n${a}\n` })
    expect(found).toMatchObject({ state: 'unsure', chapterId: now.ids.two, changed: 1 })
    expect(await shown(found)).toBe(quote)
  })

  it('highlights made offline in a previous version of the text are anchored in the new text', async () => {
    const { revision } = await now.client.call('GET /v1/textbooks_view_chapter', { id: now.ids.one! })
    const made = await change(quote, { revision })
    await room.write([`想一想。${a}`, b, c])
    const saved = await now.client.call('POST /v1/textbooks_brightness', made)
    expect(saved).toMatchObject({ state: 'sure', locator: { start: made.locator.start + 4 } })
  })

  it('the reading position is anchored again after the text was edited', async () => {
    const { locator } = await change(quote)
    const at = {
      id: now.curriculum.uid,
      chapterId: now.ids.one!,
      session: randomUUID(),
      seconds: 0,
      at: server.clock.now(),
    }
    await now.client.call('POST /v1/textbooks_speed', { ...at, locator, reached: (await room.blockWith('把一摞')).pid })
    await room.write([b, `想一想。${a}`])
    const { progress } = await now.client.call('GET /v1/textbooks_view_chapter', { id: now.ids.one! })
    expect(progress).toMatchObject({ state: 'sure', locator: { start: locator.start + 4, exact: quote } })
  })
})

describe('two devices', () => {
  type Synced = DataOf<StudentCalls['POST /v1/highlights_sync']>

  /** Simulates a device that stores changes locally until it syncs. */
  function device(by: Client) {
    const known = new Map<string, Synced['list'][number]>()
    let since = ''
    let changes: object[] = []
    let removals: { id: string; at: number }[] = []
    return {
      known,
      change: (one: object) => changes.push(one),
      remove: (id: string) => removals.push({ id, at: server.clock.now() }),
      async sync() {
        const sent = { changes, removals }
        changes = []
        removals = []
        for (let first = true; ; first = false) {
          const answer = (await by.call('POST /v1/highlights_sync', {
            since,
            ...(first && (sent as object)),
          })) as Synced
          for (const one of answer.list) known.set(one.id, one)
          for (const id of answer.removed) known.delete(id)
          since = answer.since
          if (!answer.hasMore) return answer
        }
      },
    }
  }

  it('two devices converge after offline changes: the later change of each highlight wins', async () => {
    const [phone, laptop] = [device(now.client), device(await server.as(now.user))]
    const [x, y, z] = [await change('一摞盘子'), await change('取出数据'), await change('只动栈顶')]
    phone.change(x)
    phone.change(y)
    await phone.sync()
    await laptop.sync()
    expect([...laptop.known.keys()].sort()).toEqual([x.id, y.id].sort())

    server.clock.advance(10)
    phone.change({ ...x, note: '手机写的', at: server.clock.now() })
    phone.remove(y.id)
    server.clock.advance(10)
    laptop.change({ ...x, note: '电脑写的', at: server.clock.now() })
    laptop.change({ ...y, mark: 'green', at: server.clock.now() })
    laptop.change({ ...z, at: server.clock.now() })
    server.clock.advance(10)
    // The device with the later changes syncs first.
    await laptop.sync()
    await phone.sync()
    await laptop.sync()
    for (const { known } of [phone, laptop]) {
      expect(known.get(x.id)).toMatchObject({ note: '电脑写的' })
      expect(known.get(y.id)).toMatchObject({ mark: 'green' })
      expect(known.has(z.id)).toBe(true)
    }
    expect([...phone.known.values()].sort((p, q) => (p.id < q.id ? -1 : 1))).toEqual(
      [...laptop.known.values()].sort((p, q) => (p.id < q.id ? -1 : 1)),
    )
    server.clock.advance(10)
    phone.remove(x.id)
    await phone.sync()
    await laptop.sync()
    expect(laptop.known.has(x.id)).toBe(false)
    // The row of a removed highlight contains no text.
    const row = await server.db.selectFrom('highlights').selectAll().where('uid', '=', x.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ note: '', locator: {}, removed: true })
  })

  it('highlights_sync returns the last reading position of the user', async () => {
    const id = now.curriculum.uid
    const laptop = await server.as(now.user)
    expect(await laptop.call('POST /v1/highlights_sync', { id })).toMatchObject({ place: null })
    const { locator } = await change('一摞盘子')
    const heartbeat = { id, chapterId: now.ids.one!, session: randomUUID(), seconds: 5, at: server.clock.now() }
    await now.client.call('POST /v1/textbooks_speed', { ...heartbeat, locator, reached: locator.pid })
    expect(await laptop.call('POST /v1/highlights_sync', { id })).toMatchObject({
      place: { chapterId: now.ids.one, chapterTitle: '一', locator: { pid: locator.pid }, at: heartbeat.at },
    })
    // A position that was reached earlier but is reported later changes nothing.
    const late = { ...heartbeat, session: randomUUID(), at: heartbeat.at - 60 }
    const { locator: before } = await change('只动栈顶')
    await laptop.call('POST /v1/textbooks_speed', { ...late, locator: before, reached: before.pid })
    expect(await laptop.call('POST /v1/highlights_sync', { id })).toMatchObject({
      place: { locator, at: heartbeat.at },
    })
    expect(await laptop.call('POST /v1/highlights_sync', {})).toMatchObject({ place: null })
    expect(await now.stranger.call('POST /v1/highlights_sync', { id })).toMatchObject({ place: null })
  })

  it('highlights_sync returns the refused changes, and repeating it stores no highlight twice', async () => {
    const made = await change('一摞盘子')
    const elsewhere = { ...made, id: randomUUID(), chapterId: randomUUID() }
    const send = (by: Client) =>
      by.call('POST /v1/highlights_sync', {
        changes: [made, elsewhere, { ...made, id: randomUUID(), chapterId: now.ids.two! }],
      })
    const first = await send(now.stranger)
    expect(first.refused).toEqual([
      { id: elsewhere.id, error: 'chapter-not-found' },
      { id: expect.any(String), error: 'not-purchased' },
    ])
    await send(now.stranger)
    expect(await list(now.stranger)).toHaveLength(1)
  })

  it('a device that syncs while highlights are saved receives all of them', async () => {
    const quotes = ['一摞盘子', '取出数据', '只动栈顶', '放在桌上', '计算机里', '已有多少']
    const made = await Promise.all(quotes.map((exact) => change(exact)))
    const laptop = device(await server.as(now.user))
    await Promise.all([
      ...made.map((one) => now.client.call('POST /v1/textbooks_brightness', one)),
      ...quotes.map(() => laptop.sync()),
    ])
    await laptop.sync()
    expect(laptop.known.size).toBe(quotes.length)
  })
})
