import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { addUpload, type CommunityFixture, createCommunityFixture } from '../../testing/community'
import { hostileTexts } from '../../testing/hostile-texts'

let server: TestApp
let room: CommunityFixture
beforeAll(async () => {
  server = await startTestApp()
})
beforeEach(async () => {
  server.clock.set(testStart)
  room = await createCommunityFixture(server)
})
afterAll(() => server.close())

describe('discussions', () => {
  const push = (who: 'owner' | 'friend' | 'stranger', place: 'free' | 'paid', more: object = {}) =>
    room[who].client.call('POST /v131/push_discuss', { ...room[place], text: '这一步为什么成立？', ...more })

  it('discussions are readable only by users who may read the chapter', async () => {
    const open = await push('stranger', 'free', { pid: 'p1', quote: '公开的段落' })
    expect(open).toMatchObject({
      pid: 'p1',
      quote: '公开的段落',
      place: { id: room.book.uid, title: '离散数学', chapterId: room.free.chapterId, chapterTitle: '免费一节' },
      mine: true,
      replies: 0,
    })
    server.clock.advance(1)
    const paid = await push('owner', 'paid')
    const read = (who: 'friend' | 'stranger', input: object) =>
      room[who].client.send('GET /v131/get_discuss', { curriculumId: room.book.uid, ...input })
    expect((await read('friend', room.paid)).data).toMatchObject({ total: 1, list: [{ id: paid.id, mine: false }] })
    expect(await read('stranger', room.paid)).toMatchObject({ code: 7 })
    // For the whole book, each user sees only accessible chapters.
    expect((await read('friend', {})).data).toMatchObject({ total: 2, counts: {} })
    expect((await read('stranger', {})).data).toMatchObject({ total: 1, list: [{ id: open.id }] })
    expect(await server.guest.send('GET /v131/get_discuss', { curriculumId: room.book.uid })).toMatchObject({ code: 3 })
  })

  it('discussions are counted by paragraph', async () => {
    for (const pid of ['p1', 'p1', 'p2', '']) await push('owner', 'free', { pid })
    const all = await room.friend.client.call('GET /v131/get_discuss', room.free)
    expect([all.total, all.counts]).toEqual([4, { p1: 2, p2: 1, '': 1 }])
    const one = await room.friend.client.call('GET /v131/get_discuss', { ...room.free, pid: 'p1', pageSize: 1 })
    expect([one.total, one.list.length, one.hasMore]).toEqual([2, 1, true])
  })

  it('rejects a discussion without access to the chapter, a mobile number or a chapter of the given book', async () => {
    const send = (who: 'stranger' | 'unbound' | 'owner', input: object) =>
      room[who].client.send('POST /v131/push_discuss', { text: '问', ...input })
    expect(await send('stranger', room.paid)).toMatchObject({ code: 7 })
    expect(await send('unbound', room.free)).toMatchObject({ code: 5 })
    const other = await createCommunityFixture(server)
    for (const place of [
      { ...room.free, chapterId: other.free.chapterId },
      { ...room.free, chapterId: randomUUID() },
      { ...room.free, curriculumId: randomUUID() },
    ])
      expect(await send('owner', place)).toMatchObject({ data: { error: 'curriculum-not-found' } })
    expect(await send('owner', { ...room.free, text: '代考' })).toMatchObject({ data: { error: 'words-refused' } })
    const foreign = await addUpload(server.db, room.friend.id)
    expect(await send('owner', { ...room.free, images: [foreign] })).toMatchObject({
      data: { error: 'image-not-found' },
    })
    expect((await room.owner.client.call('GET /v131/get_discuss', room.free)).total).toBe(0)
  })

  it('only the author can delete a discussion, and only once', async () => {
    const { id } = await push('owner', 'free')
    for (const [who, target] of [
      ['friend', id],
      ['owner', randomUUID()],
    ] as const)
      expect(await room[who].client.send('POST /v131/delete_discuss', { id: target })).toMatchObject({
        data: { error: 'discuss-not-found' },
      })
    await room.owner.client.call('POST /v131/delete_discuss', { id })
    expect(await room.owner.client.send('POST /v131/delete_discuss', { id })).toMatchObject({ code: 0 })
  })

  it('hostile strings are stored unchanged in discussions', async () => {
    for (const text of hostileTexts(300)) {
      await server.db.deleteFrom('rate_counters').execute()
      const pid = [...text].slice(0, 30).join('')
      const post = await push('owner', 'free', { text, quote: text, pid })
      expect(post).toMatchObject({ text: text.trim(), quote: text, pid })
    }
  })
})

describe('notes', () => {
  const locator = { pid: 'p1', start: 0, end: 5, exact: '公开的段落', prefix: '', suffix: '' }
  const push = (who: 'owner' | 'friend' | 'stranger' | 'unbound', place: 'free' | 'paid', more: object = {}) =>
    room[who].client.call('POST /v131/push_note', { ...room[place], text: '记一笔', ...more })
  const list = (who: 'owner' | 'friend' | 'stranger', input: object = {}) =>
    room[who].client.call('GET /v131/get_note', input)

  it('notes are private by default; public ones are readable with access to the chapter', async () => {
    const note = await push('owner', 'paid', { locator, colour: 'amber', seconds: 12 })
    expect(note).toMatchObject({
      public: false,
      locator,
      colour: 'amber',
      seconds: 12,
      pid: 'p1',
      updatedAt: testStart,
    })
    const open = await push('owner', 'paid', { public: true, text: '给大家看' })
    expect((await list('owner')).total).toBe(2)
    expect((await list('friend', { scope: 'public', ...room.paid })).list.map(({ id }) => id)).toEqual([open.id])
    expect((await list('friend')).total).toBe(0)
    expect((await list('stranger', { scope: 'public' })).total).toBe(0)
    expect((await list('stranger', { scope: 'public', curriculumId: room.book.uid })).list).toEqual([])
  })

  it('a profile counts the likes of a note only while the note is public', async () => {
    const note = await push('owner', 'free', { public: true })
    await room.friend.client.call('POST /v131/like_note', { id: note.id, on: true })
    const counted = () => room.friend.client.call('GET /v1/user_home', { id: room.owner.uid })
    const { likes } = await counted()
    await push('owner', 'free', { id: note.id, public: false })
    expect(await counted()).toMatchObject({ likes: likes - 1 })
  })

  it('only the author can change and delete a note; it cannot move to another chapter', async () => {
    const note = await push('owner', 'free', { images: [await addUpload(server.db, room.owner.id)] })
    server.clock.advance(5)
    const changed = await push('owner', 'free', { id: note.id, text: '改过', public: true })
    expect(changed).toMatchObject({ id: note.id, text: '改过', public: true, images: [], updatedAt: testStart + 5 })
    expect(changed.createdAt).toBe(testStart)
    const discuss = await room.owner.client.call('POST /v131/push_discuss', { ...room.free, text: '不是笔记' })
    for (const [who, id, place] of [
      ['friend', note.id, 'free'],
      ['owner', randomUUID(), 'free'],
      ['owner', note.id, 'paid'],
      ['owner', discuss.id, 'free'],
    ] as const)
      expect(await room[who].client.send('POST /v131/push_note', { ...room[place], id, text: '偷改' })).toMatchObject({
        data: { error: 'note-not-found' },
      })
    expect((await list('owner')).list).toMatchObject([{ text: '改过' }])
    expect(await room.friend.client.send('POST /v131/delete_note', { id: note.id })).toMatchObject({
      data: { error: 'note-not-found' },
    })
    await room.owner.client.call('POST /v131/delete_note', { id: note.id })
    expect((await list('owner')).total).toBe(0)
  })

  it('notes require access to the chapter; public ones also a mobile number and no sensitive words', async () => {
    const send = (who: 'stranger' | 'unbound' | 'owner', place: 'free' | 'paid', more: object = {}) =>
      room[who].client.send('POST /v131/push_note', { ...room[place], text: '记', ...more })
    expect(await send('stranger', 'paid')).toMatchObject({ code: 7 })
    expect(await send('unbound', 'free', { public: true })).toMatchObject({ code: 5 })
    expect(await send('unbound', 'free')).toMatchObject({ code: 1 })
    expect(await send('owner', 'free', { public: true, text: '刷 单' })).toMatchObject({
      data: { error: 'words-refused' },
    })
    // Private notes are not filtered.
    expect(await send('owner', 'free', { text: '刷单' })).toMatchObject({ code: 1 })
    for (const wrong of [{ colour: 'red;' }, { seconds: -1 }, { locator: { pid: 'x' } }, { text: '' }])
      expect(await send('owner', 'free', wrong)).toMatchObject({ data: { error: 'invalid-input' } })
  })

  it('hostile strings are stored unchanged in notes', async () => {
    for (const text of hostileTexts(2000)) {
      await server.db.deleteFrom('rate_counters').execute()
      const exact = { ...locator, exact: text }
      const note = await push('owner', 'free', { text, quote: text, locator: exact })
      expect(note).toMatchObject({ text: text.trim(), quote: text, locator: exact })
    }
  })

  it('rejects a locator with a split surrogate pair, which cannot be stored', async () => {
    const cut = { ...locator, prefix: 'a\ud83d' }
    const sent = await room.owner.client.send('POST /v131/push_note', { ...room.free, text: '记一笔', locator: cut })
    expect(sent).toMatchObject({ data: { error: 'invalid-input' } })
  })
})
