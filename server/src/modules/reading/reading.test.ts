import { randomUUID } from 'node:crypto'
import { withMedia } from '@dxx/contract/rules/media'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApp } from '../../testing/app'
import type { Client } from '../../testing/client'
import { createReadingFixture, paragraphs, type Reading, type ReadingFixture } from './reading.fixture'

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

describe('a chapter', () => {
  it('view_chapter returns a chapter with progress, neighbours, resources and extra reading', async () => {
    const opened = await now.client.call('GET /v1/textbooks_view_chapter', { id: now.ids.one! })
    expect(opened).toMatchObject({
      title: '一',
      kind: 'text',
      free: true,
      curriculum: { id: now.curriculum.uid, kind: 'textbook', title: '小教材', owned: true },
      partTitle: '第 1 章',
      rightToLeft: false,
      vertical: false,
      previous: null,
      next: { id: now.ids.two, locked: false },
      testId: null,
      expands: [{ id: now.ids.more, title: '拓展', locked: false }],
      resources: [{ title: '公开的表', locked: false }],
      video: null,
      discussions: {},
      progress: null,
    })
    const html = withMedia(opened.html!, opened.media)
    const src = /src="([^"]+)"/.exec(html)![1]!
    expect((await fetch(`${server.base}${src}`)).status).toBe(200)
    const second = await now.client.call('GET /v1/textbooks_view_chapter', { id: now.ids.two! })
    expect(second).toMatchObject({
      previous: { id: now.ids.one },
      next: null,
      testId: now.ids['part-one'],
      datasets: { school: 'create table t (a int);' },
      resources: [{ title: '速查表' }],
    })
    const file = await fetch(`${server.base}${second.resources[0]!.url}`)
    expect(await file.text()).toBe('速查的内容')
    const extra = await now.client.call('GET /v1/textbooks_view_chapter', { id: now.ids.more! })
    const near = { previous: { id: now.ids.one }, next: { id: now.ids.two } }
    expect(extra).toMatchObject({ kind: 'expand', ...near, expands: [] })
  })

  it('view_chapter sends no text to a client that has the current revision', async () => {
    const first = await now.client.call('GET /v1/textbooks_view_chapter', { id: now.ids.one! })
    const again = await now.client.call('GET /v1/textbooks_view_chapter', { id: now.ids.one!, known: first.revision })
    expect(again).toMatchObject({ html: null, revision: first.revision, media: first.media })
    await room.write([...paragraphs, '新的一段。'])
    const changed = await now.client.call('GET /v1/textbooks_view_chapter', { id: now.ids.one!, known: first.revision })
    expect(changed.html).toContain('新的一段')
    expect(changed.revision).toBeGreaterThan(first.revision)
  })

  it('view_chapter rejects users without access and chapters of another kind than the call', async () => {
    const open = (by: Client, id: string, name = 'textbooks_view_chapter') =>
      by.send(`GET /v1/${name}` as 'GET /v1/view_chapter', { id })
    expect(await open(now.stranger, now.ids.one!)).toMatchObject({ code: 1, data: { next: { locked: true } } })
    expect(await open(now.stranger, now.ids.two!)).toMatchObject({ code: 7 })
    expect(await open(now.stranger, now.ids.more!)).toMatchObject({ code: 7 })
    expect(await open(server.guest, now.ids.one!)).toMatchObject({ code: 3 })
    for (const [id, name] of [
      [randomUUID(), undefined],
      [now.ids['part-one']!, undefined],
      [now.ids.one!, 'view_chapter'],
      [now.ids.one!, 'ebook_view_chapter'],
    ] as const)
      expect(await open(now.client, id, name)).toMatchObject({ data: { error: 'chapter-not-found' } })
  })
})

describe('resources', () => {
  it('resources are listed for all users, but only users with access get their URLs', async () => {
    const { list: all, counts } = await now.stranger.call('GET /v1/textbooks_resource', { id: now.curriculum.uid })
    expect(counts).toEqual({ file: 2, link: 1 })
    expect(all.map(({ title, locked, url }) => [title, locked, url !== null])).toEqual([
      ['速查表', true, false],
      ['公开的表', false, true],
      ['参考网站', true, false],
    ])
    const [sheet, , site] = all
    expect(await now.stranger.send('GET /v1/textbooks_resource_info', { id: sheet!.id })).toMatchObject({ code: 7 })
    // Metadata is visible without access, but no URL.
    const card = await now.stranger.call('GET /v1/textbooks_resource_card', { id: sheet!.id })
    expect(card).toMatchObject({ title: '速查表', kind: 'file', locked: true, curriculum: { id: now.curriculum.uid } })
    expect(JSON.stringify(card)).not.toContain('/media/s/')
    expect(await now.client.call('GET /v1/textbooks_resource_card', { id: sheet!.id })).toMatchObject({ locked: false })
    expect(await server.guest.send('GET /v1/textbooks_resource_card', { id: sheet!.id })).toMatchObject({ code: 3 })
    const ownResource = await now.client.call('GET /v1/textbooks_resource_info', { id: sheet!.id })
    expect(ownResource).toMatchObject({ locked: false, chapterId: now.ids.two, curriculum: { id: now.curriculum.uid } })
    expect((await now.client.call('GET /v1/textbooks_resource_info', { id: site!.id })).url).toBe(
      'https://example.com/',
    )
    const some = await now.client.call('GET /v1/textbooks_resource', { id: now.curriculum.uid, kind: 'link' })
    expect(some).toMatchObject({ total: 1, list: [{ title: '参考网站', expiresAt: null }] })
    expect(await now.client.send('GET /v1/textbooks_resource_info', { id: randomUUID() })).toMatchObject({
      data: { error: 'resource-not-found' },
    })
  })

  it('the playback position of a resource is the one with the latest time of any device', async () => {
    const [sheet] = (await now.client.call('GET /v1/textbooks_resource', { id: now.curriculum.uid })).list
    const heartbeat = (second: number, at: number) =>
      now.client.call('POST /v1/textbooks_speed', {
        id: now.curriculum.uid,
        chapterId: null,
        session: randomUUID(),
        seconds: 0,
        at,
        resource: { id: sheet!.id, second },
      })
    const moment = server.clock.now()
    await heartbeat(50, moment)
    await heartbeat(20, moment - 60)
    expect((await now.client.call('GET /v1/textbooks_resource_info', { id: sheet!.id })).seconds).toBe(50)
  })
})

describe('search in a book', () => {
  it('textbooks_search finds matches with their positions in chapters that the user may read', async () => {
    const search = (by: Client, keyword: string) =>
      by.call('GET /v1/textbooks_search', { id: now.curriculum.uid, keyword })
    const ownMatches = await search(now.client, '栈 数据')
    expect(ownMatches).toMatchObject({
      total: 1,
      lockedChapters: 0,
      list: [{ chapterId: now.ids.one, chapterTitle: '一' }],
    })
    const [hit] = ownMatches.list
    expect(paragraphs[1]!.slice(hit!.start, hit!.end)).toBe('栈')
    expect((await search(now.client, '队列')).total).toBe(1)
    expect(await search(now.stranger, '队列')).toMatchObject({ total: 0, lockedChapters: 2 })
    expect((await search(now.client, '栈')).total).toBe(2)
    expect((await search(now.client, '%_')).total).toBe(0)
  })
})
