import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../db/transaction'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { addCurriculum } from '../../testing/catalogue'
import { addUpload, type CommunityFixture, createCommunityFixture } from '../../testing/community'
import { communityAccountData } from '../community/public'
import { libraryAccountData } from './public'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
beforeEach(() => server.clock.set(testStart))
afterAll(() => server.close())

const collections = {
  course: 'POST /v1/course_collection',
  ebook: 'POST /v1/ebook_collection',
  textbook: 'POST /v1/textbooks_collection',
  bank: 'POST /v1/bank_collection',
} as const

describe('favourites', () => {
  it.each(['course', 'ebook', 'textbook', 'bank'] as const)('a %s is added once and removed', async (kind) => {
    const item = await addCurriculum(server.db, { kind })
    const client = await server.as()
    const set = (on: boolean) => client.call(collections[kind], { id: item.uid, on })
    const answers = await Promise.all([1, 2, 3].map(() => set(true)))
    expect(answers.every(({ on, count }) => on && count === 1)).toBe(true)
    await (await server.as()).call(collections[kind], { id: item.uid, on: true })
    const list = await client.call('GET /v1/user_collection_list', { kind })
    expect(list).toMatchObject({ total: 1, list: [{ id: item.uid, at: testStart }] })
    expect(await set(false)).toEqual({ on: false, count: 1 })
    expect(await set(false)).toEqual({ on: false, count: 1 })
    expect((await client.call('GET /v1/user_collection_list', {})).total).toBe(0)
  })

  it('the favourite calls reject an item of another kind, an unknown id and guests', async () => {
    const book = await addCurriculum(server.db, { kind: 'ebook' })
    const client = await server.as()
    for (const id of [book.uid, randomUUID()])
      expect(await client.send('POST /v1/course_collection', { id, on: true })).toMatchObject({
        data: { error: 'curriculum-not-found' },
      })
    expect(await server.guest.send('POST /v1/ebook_collection', { id: book.uid, on: true })).toMatchObject({ code: 3 })
  })

  it('favourites are listed newest first, by kind and without unpublished items', async () => {
    const client = await server.as()
    const items = []
    for (const kind of ['course', 'ebook', 'course'] as const) {
      const item = await addCurriculum(server.db, { kind })
      items.push(item.uid)
      server.clock.advance(10)
      await client.call(collections[kind], { id: item.uid, on: true })
    }
    const ids = async (input: object) =>
      (await client.call('GET /v1/user_collection_list', input)).list.map(({ id }) => id)
    expect(await ids({})).toEqual([...items].reverse())
    expect(await ids({ kind: 'ebook' })).toEqual([items[1]])
    const { lastItem } = await client.call('GET /v1/user_collection_list', { pageSize: 1 })
    expect(await ids({ pageSize: 5, lastItem })).toEqual([items[1], items[0]])
    await server.db.updateTable('curricula').set({ published: false }).where('uid', '=', items[2]!).execute()
    expect(await ids({})).toEqual([items[1], items[0]])
  })
})

describe('browse records', () => {
  it('browse records store the last view of each item and are deleted individually or all at once', async () => {
    const client = await server.as()
    const [first, second] = [await addCurriculum(server.db), await addCurriculum(server.db, { kind: 'bank' })]
    const look = (id: string) => client.call('POST /v1/browse_add', { id })
    const seen = async (input: object = {}) =>
      (await client.call('GET /v1/user_browse_records', input)).list.map(({ id, at }) => [id, at])
    await look(first.uid)
    server.clock.advance(5)
    await look(second.uid)
    server.clock.advance(86_400)
    await Promise.all([look(first.uid), look(first.uid)])
    expect(await seen()).toEqual([
      [first.uid, testStart + 86_405],
      [second.uid, testStart + 5],
    ])
    expect(await seen({ kind: 'bank' })).toEqual([[second.uid, testStart + 5]])
    await (await server.as()).call('POST /v1/browse_delete', {})
    await (await server.as()).call('POST /v1/browse_delete', { ids: [first.uid] })
    expect(await seen()).toHaveLength(2)
    await client.call('POST /v1/browse_delete', { ids: [first.uid, randomUUID()] })
    expect(await seen()).toHaveLength(1)
    await client.call('POST /v1/browse_delete', { ids: [] })
    expect(await seen()).toHaveLength(1)
    await client.call('POST /v1/browse_delete', {})
    expect(await seen()).toEqual([])
    expect(await client.send('POST /v1/browse_add', { id: randomUUID() })).toMatchObject({
      data: { error: 'curriculum-not-found' },
    })
  })
})

describe('profile page', () => {
  let room: CommunityFixture
  beforeEach(async () => {
    room = await createCommunityFixture(server)
    const { client } = room.owner
    await client.call('POST /v131/push_note', { ...room.free, text: '公开的', public: true })
    await client.call('POST /v131/push_note', { ...room.paid, text: '付费处公开的', public: true })
    await client.call('POST /v131/push_note', { ...room.free, text: '只给自己' })
    const { id } = await client.call('POST /v130/add_comment', { curriculumId: room.book.uid, stars: 5, text: '好' })
    await room.friend.client.call('POST /v130/like_comment', { id, on: true })
  })

  it('a profile page shows the public posts that the viewer may read', async () => {
    const { owner, friend, stranger } = room
    expect(await friend.client.call('GET /v1/user_home', { id: owner.uid })).toEqual({
      id: owner.uid,
      nickname: '有书的人',
      avatar: null,
      bio: '',
      school: '',
      joinedAt: testStart,
      mine: false,
      notes: 2,
      comments: 1,
      likes: 1,
    })
    expect(await owner.client.call('GET /v1/user_home', {})).toMatchObject({ mine: true, notes: 2 })
    const notes = (client: typeof owner.client) => client.call('GET /v1/user_home_notes', { id: owner.uid })
    expect((await notes(friend.client)).total).toBe(2)
    expect((await notes(stranger.client)).list.map(({ text }) => text)).toEqual(['公开的'])
    expect(await stranger.client.call('GET /v1/user_home', { id: owner.uid })).toMatchObject({ notes: 1 })
    // The user's own page shows only public posts.
    expect((await notes(owner.client)).list.map(({ text }) => text)).not.toContain('只给自己')
    const comments = await stranger.client.call('GET /v1/user_home_comments', { id: owner.uid })
    expect(comments).toMatchObject({
      total: 1,
      list: [{ text: '好', curriculum: { title: '离散数学', owned: false } }],
    })
  })

  it('a profile page shows the school only if the user allows it', async () => {
    const { owner, friend } = room
    await server.db
      .insertInto('student_applications')
      .values({
        user_id: owner.id,
        university_code: '1',
        school_name: '江城大学',
        class_name: '一班',
        student_no: '1',
        name: '某',
        submitted_at: testStart,
      })
      .execute()
    const school = async () => (await friend.client.call('GET /v1/user_home', { id: owner.uid })).school
    const set = (row: { show_school?: boolean; student_status?: 'passed' | 'pending' }) =>
      server.db.updateTable('users').set(row).where('id', '=', owner.id).execute()
    await set({ student_status: 'passed' })
    expect(await school()).toBe('')
    await set({ show_school: true })
    expect(await school()).toBe('江城大学')
    await set({ student_status: 'pending' })
    expect(await school()).toBe('')
  })

  it('a profile page is not found for closed accounts and unknown ids', async () => {
    await server.db.updateTable('users').set({ closed_at: testStart }).where('id', '=', room.owner.id).execute()
    for (const id of [room.owner.uid, randomUUID()])
      for (const name of ['GET /v1/user_home', 'GET /v1/user_home_notes', 'GET /v1/user_home_comments'] as const)
        expect(await room.friend.client.send(name, { id })).toMatchObject({ data: { error: 'user-not-found' } })
  })

  it('my_counts returns the counts of the current user', async () => {
    const { owner, friend } = room
    await owner.client.call('POST /v1/textbooks_collection', { id: room.book.uid, on: true })
    await owner.client.call('POST /v1/browse_add', { id: room.book.uid })
    expect(await owner.client.call('GET /v1/my_counts', {})).toEqual({
      favourites: 1,
      notes: 3,
      browsed: 1,
      unread: 1,
      unpaidOrders: 0,
      coupons: 0,
      waitingComments: 0,
    })
    expect(await friend.client.call('GET /v1/my_counts', {})).toEqual({
      favourites: 0,
      notes: 0,
      browsed: 0,
      unread: 0,
      unpaidOrders: 0,
      coupons: 0,
      waitingComments: 1,
    })
  })

  it('erasing an account deletes private data and anonymises public posts', async () => {
    const { owner, friend, book } = room
    const image = await addUpload(server.db, owner.id)
    const post = await owner.client.call('POST /v131/push_discuss', { ...room.free, text: '问题', images: [image] })
    await owner.client.call('POST /v131/like_discuss', { id: post.id, on: true })
    await owner.client.call('POST /v1/textbooks_collection', { id: book.uid, on: true })
    await owner.client.call('POST /v1/browse_add', { id: book.uid })
    for (const { client } of [owner, friend])
      await client.call('POST /v1/tracking_point/add', { events: [{ name: 'open', at: testStart }] })
    await server.db
      .insertInto('progress')
      .values({
        user_id: owner.id,
        curriculum_id: book.id,
        chapter_id: book.chapter('免费一节').id,
        updated_at: testStart,
      })
      .execute()
    const parts = [communityAccountData, libraryAccountData]
    for (const part of parts) expect(await part.hasRecords!(server.db, owner.id)).toBe(true)
    const written = (await communityAccountData.exportData!(server.db, owner.id)) as { kind: string; text: string }[]
    expect(written.map(({ kind }) => kind)).toEqual(['note', 'note', 'note', 'comment', 'discuss'])
    expect(await libraryAccountData.exportData!(server.db, owner.id)).toMatchObject({
      favourites: [{ title: '离散数学' }],
      browsed: [{ title: '离散数学' }],
      progress: [{ chapter: '免费一节' }],
    })
    // Erasing may run again after a crash, so it runs twice here.
    for (let times = 0; times < 2; times++)
      await inTransaction(server.db, async (tx) => {
        for (const part of parts) await part.erase!(tx, owner.id, testStart)
      })
    expect(await libraryAccountData.hasRecords!(server.db, owner.id)).toBe(false)
    const left = await friend.client.call('GET /v131/get_discuss', room.free)
    expect(left.list).toMatchObject([{ text: '问题', images: [], likes: 0 }])
    expect((await friend.client.call('GET /v131/get_note', { scope: 'public', curriculumId: book.uid })).total).toBe(0)
    expect((await server.guest.call('GET /v1/textbooks_info', { id: book.uid })).ratingCount).toBe(1)
    const events = await server.db.selectFrom('events').select('visitor').distinct().execute()
    const visitors = events.map(({ visitor }) => visitor)
    expect(visitors).not.toContain(`user ${owner.id}`)
    expect(visitors).toContain(`user ${friend.id}`)
  })
})

describe('tracking', () => {
  const rows = () => server.db.selectFrom('events').selectAll().orderBy('id').execute()
  const open = { name: 'open', at: testStart } as const
  beforeEach(async () => {
    await server.db.deleteFrom('events').execute()
    await server.db.deleteFrom('rate_counters').execute()
  })

  it('stores allowed events by day, for guests without their IP address', async () => {
    const user = await server.createUser()
    const late = { name: 'page', at: testStart - 3 * 86_400, page: 'pages/index/index' } as const
    await (await server.as(user)).call('POST /v1/tracking_point/add', { events: [open, late] })
    await server.guest.call('POST /v1/tracking_point/add', { events: [{ name: 'search', at: 5, value: ' 栈 ' }] })
    await server.guest.call('POST /v1/tracking_point/add', { events: [{ ...open, at: testStart + 10 ** 6 }] })
    const [first, second, third, fourth] = await rows()
    expect([first!.visitor, second!.at]).toEqual([`user ${user.id}`, testStart - 3 * 86_400])
    expect(third).toMatchObject({ value: '栈', at: testStart - 7 * 86_400, platform: 'H5' })
    expect(third!.visitor).toMatch(/^address [\w-]{22}$/)
    expect([fourth!.at, fourth!.visitor]).toEqual([testStart, third!.visitor])
    server.clock.advance(86_400)
    await server.guest.call('POST /v1/tracking_point/add', { events: [open] })
    expect((await rows()).at(-1)!.visitor).not.toBe(third!.visitor)
  })

  it('tracking rejects unknown event names, invalid values and more than 50 events at once', async () => {
    for (const events of [[], [{ name: 'password', at: 1 }], [{ name: 'open', at: 'x' }], Array(51).fill(open)])
      expect(await server.guest.send('POST /v1/tracking_point/add', { events })).toMatchObject({
        data: { error: 'invalid-input' },
      })
    expect(await rows()).toEqual([])
  })

  it('tracking rejects more than 30 batches per minute and silently drops more than 2,000 events per day', async () => {
    const client = await server.as()
    const send = () => client.send('POST /v1/tracking_point/add', { events: Array(50).fill(open) })
    for (let minute = 0; minute < 2; minute++) {
      for (let i = 0; i < 30; i++) expect((await send()).code).toBe(1)
      expect((await send()).code).toBe(429)
      server.clock.advance(60)
    }
    expect(await rows()).toHaveLength(2000)
  })
})
