import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { addCurriculum, addSubject } from '../../testing/catalogue'
import type { Client } from '../../testing/client'
import { addUpLearners, grantEntitlement } from '../access/public'

let server: TestApp
let guest: Client
beforeAll(async () => {
  server = await startTestApp()
  guest = server.guest
})
afterAll(() => server.close())

const give = (userId: number, curriculumId: number) =>
  grantEntitlement(server.db, { userId, curriculumId, source: 'test', now: testStart })

const titles = (page: { list: { title: string }[] }) => page.list.map(({ title }) => title)

describe('lists', () => {
  let maths: { id: number; uid: string }
  beforeAll(async () => {
    maths = await addSubject(server.db, '数学')
    const day = 86_400
    await addCurriculum(server.db, {
      title: '旧课',
      learners: 900,
      price: 99,
      discount: 60,
      publishedAt: testStart - 90 * day,
    })
    await addCurriculum(server.db, {
      title: '新课',
      learners: 100,
      price: 10,
      publishedAt: testStart - day,
      subjectId: maths.id,
    })
    await addCurriculum(server.db, { title: '免费课', learners: 500, price: 0, publishedAt: testStart - 30 * day })
    await addCurriculum(server.db, {
      title: '折到零',
      learners: 5,
      price: 50,
      discount: 0,
      publishedAt: testStart - 60 * day,
    })
    await addCurriculum(server.db, { title: '明天开课', publishedAt: testStart + day })
    await addCurriculum(server.db, { title: '下架了', published: false })
    await addCurriculum(server.db, { kind: 'ebook', title: '一本书' })
  })

  it.each([
    ['newest', ['新课', '免费课', '折到零', '旧课']],
    ['popular', ['旧课', '免费课', '新课', '折到零']],
    ['price-down', ['旧课', '新课']],
  ] as const)('sorts published courses by %s', async (sort, expected) => {
    expect(titles(await guest.call('GET /v1/course_list', { sort })).slice(0, expected.length)).toEqual(expected)
  })

  it('sorts by the discounted price; the free filter includes items discounted to zero', async () => {
    const up = await guest.call('GET /v1/course_list', { sort: 'price-up' })
    expect(titles(up).slice(2)).toEqual(['新课', '旧课'])
    expect(up.list.at(-1)).toMatchObject({ amount: '99,60' })
    const free = await guest.call('GET /v1/course_list', { price: 'free', sort: 'popular' })
    expect([titles(free), free.total]).toEqual([['免费课', '折到零'], 2])
    expect((await guest.call('GET /v1/course_list', { price: 'paid' })).total).toBe(2)
  })

  it('the default order puts neither the newest nor the most popular course first, but combines both', async () => {
    expect(titles(await guest.call('GET /v1/course_list', {}))[0]).toBe('免费课')
  })

  it('filters by subject; an unknown subject returns an empty page', async () => {
    const page = await guest.call('GET /v1/course_list', { classify: maths.uid })
    expect([titles(page), page.total, page.hasMore]).toEqual([['新课'], 1, false])
    expect(page.list[0]).toMatchObject({ subject: { id: maths.uid, name: '数学' }, owned: false, rating: 0 })
    const none = await guest.call('GET /v1/course_list', { classify: randomUUID() })
    expect(none).toMatchObject({ list: [], total: 0, hasMore: false, lastItem: null })
    expect(await guest.send('GET /v1/course_list', { classify: "' or 1=1" })).toMatchObject({ code: 0 })
  })

  it('the next page by cursor neither repeats nor skips items when an item is added', async () => {
    const first = await guest.call('GET /v1/course_list', { sort: 'newest', pageSize: 2 })
    expect([titles(first), first.hasMore, first.total]).toEqual([['新课', '免费课'], true, 4])
    const added = await addCurriculum(server.db, { title: '刚上架', publishedAt: testStart })
    const next = { sort: 'newest', pageSize: 2, pageNo: 2, from: 'more', lastItem: first.lastItem! } as const
    const second = await guest.call('GET /v1/course_list', next)
    expect([titles(second), second.hasMore]).toEqual([['折到零', '旧课'], false])
    // With page numbers alone the new item would shift the pages.
    expect(titles(await guest.call('GET /v1/course_list', { ...next, lastItem: undefined }))).toEqual([
      '免费课',
      '折到零',
    ])
    await server.db.deleteFrom('search_documents').where('target', '=', added.uid).execute()
    await server.db.deleteFrom('curricula').where('id', '=', added.id).execute()
  })

  it.each(['x', '1', '1.2', `1e9.${randomUUID()}`, `1.${randomUUID()}' --`, '9'.repeat(199)])(
    'rejects the invalid cursor %s',
    async (lastItem) => {
      expect(await guest.send('GET /v1/course_list', { lastItem })).toMatchObject({
        code: 0,
        data: { error: 'invalid-input' },
      })
    },
  )

  it('lists subjects with their number of published curricula of the kind', async () => {
    expect(await guest.call('GET /v1/course_classify', {})).toEqual([
      { id: maths.uid, name: '数学', colour: 'blue', count: 1 },
    ])
    expect(await guest.call('GET /v1/bank_classify', {})).toEqual([])
  })

  it('sets owned only on curricula that the user owns', async () => {
    const { id } = await server.createUser()
    const owned = await addCurriculum(server.db, { kind: 'bank', title: '我的题库' })
    await give(id, owned.id)
    await addUpLearners(server.db, 100)
    const client = await server.as({ id })
    expect((await client.call('GET /v1/bank_list', {})).list).toMatchObject([
      { title: '我的题库', owned: true, learners: 1 },
    ])
    expect((await guest.call('GET /v1/bank_list', {})).list).toMatchObject([{ owned: false }])
  })
})

describe('home and store', () => {
  it("home returns sections of each kind and the learner's last chapter", async () => {
    const { id } = await server.createUser()
    const book = await addCurriculum(server.db, {
      kind: 'textbook',
      title: '正在读的教材',
      learners: 10 ** 6,
      chapters: [{ title: '第 1 节', free: true }, { title: '第 2 节' }, { title: '第 3 节' }],
    })
    const rows = [
      { chapter_id: book.chapter('第 1 节').id, percent: 100, done_at: testStart, updated_at: testStart - 50 },
      { chapter_id: book.chapter('第 2 节').id, percent: 50, done_at: null, updated_at: testStart - 10 },
    ]
    await server.db
      .insertInto('progress')
      .values(rows.map((row) => ({ ...row, user_id: id, curriculum_id: book.id })))
      .execute()
    const client = await server.as({ id })
    // Without an entitlement only the free chapter can be resumed.
    const before = await client.call('GET /v1/course_index', {})
    expect(before.resumes).toMatchObject([{ progress: { chapterTitle: '第 1 节', percent: 50 } }])
    await give(id, book.id)
    server.clock.advance(31)
    const home = await client.call('GET /v1/course_index', {})
    expect(home.resumes).toMatchObject([
      {
        curriculum: { id: book.uid, owned: true },
        progress: { chapterId: book.chapter('第 2 节').uid, chapterTitle: '第 2 节', percent: 50, seconds: 0 },
      },
    ])
    expect([home.today, home.exam]).toEqual([{ minutes: 0, streak: 0 }, null])
    expect(home.shelves.map(({ title, kind }) => [title, kind])).toEqual([
      // The user owns the only textbook, so its section would recommend nothing and is omitted.
      ['精品课程', 'course'],
      ['大家都在读', 'ebook'],
      ['题库', 'bank'],
    ])
    const asGuest = await guest.call('GET /v1/course_index', {})
    expect([asGuest.resumes, asGuest.today, asGuest.shelves[1]!.list[0]!.owned]).toEqual([[], null, false])
  })

  it('home recommends what the user does not own, and names what it is related to', async () => {
    const { id } = await server.createUser()
    const subject = await addSubject(server.db, '天文')
    const far = { learners: 10 ** 7, subjectId: subject.id }
    const next = await addCurriculum(server.db, { ...far, kind: 'ebook', title: '望远镜' })
    const studied = await addCurriculum(server.db, {
      ...{ ...far, kind: 'textbook', title: '星空', chapters: [{ title: '第 1 节', free: true }] },
    })
    const owned = await addCurriculum(server.db, { ...far, title: '买过的课' })
    const other = await addCurriculum(server.db, { ...far, title: '没买的课', price: 5 })
    await give(id, owned.id)
    const place = { user_id: id, curriculum_id: studied.id, chapter_id: studied.chapter('第 1 节').id }
    await server.db
      .insertInto('progress')
      .values({ ...place, percent: 10, updated_at: testStart })
      .execute()
    server.clock.advance(31)
    const home = await (await server.as({ id })).call('GET /v1/course_index', {})
    const courses = titles(home.shelves.find(({ kind }) => kind === 'course')!)
    expect([courses.includes('买过的课'), courses.includes('没买的课')]).toEqual([false, true])
    expect(home.because).toMatchObject({ title: '因为你在学《星空》' })
    expect(home.because!.list.map((item) => item.id).sort()).toEqual([next.uid, other.uid].sort())
    expect(home.reviewDue).toBe(0)
    const asGuest = await guest.call('GET /v1/course_index', {})
    expect([asGuest.because, titles(asGuest.shelves[0]!).includes('买过的课')]).toEqual([null, true])
  })

  it('the store ranks by learners, lists free items, and shows announced titles without page and price', async () => {
    const subject = await addSubject(server.db, '海洋')
    const place = { kind: 'ebook' as const, subjectId: subject.id }
    await addCurriculum(server.db, { ...place, title: '潮汐', learners: 5, price: 10 })
    await addCurriculum(server.db, { ...place, title: '洋流', learners: 9, price: 10, discount: 0 })
    const announcedItem = { ...place, publishedAt: testStart + 90 * 86_400 }
    const announced = await addCurriculum(server.db, { ...announcedItem, title: '深海', tags: ['即将上架'] })
    await addCurriculum(server.db, { ...announcedItem, title: '还没说的书' })
    await addCurriculum(server.db, { ...announcedItem, title: '撤下的书', tags: ['即将上架'], published: false })
    server.clock.advance(31)
    const store = await guest.call('GET /v1/ebook_index', { classify: subject.uid })
    expect([titles({ list: store.ranking }), titles({ list: store.free })]).toEqual([['洋流', '潮汐'], ['洋流']])
    expect(titles({ list: store.upcoming })).toEqual(['深海'])
    // An announced title has no page, no price and no contents yet.
    expect(Object.keys(store.upcoming[0]!)).not.toContain('amount')
    const one = { id: announced.uid }
    expect(await guest.send('GET /v1/ebook_info', one)).toMatchObject({ code: 0 })
    expect(await guest.send('GET /v1/ebook_chapter', one)).toMatchObject({ code: 0 })
    const buyer = await server.as(await server.createUser())
    const wanted = { curriculumId: announced.uid }
    expect(await buyer.send('POST /v1/order_create', wanted)).toMatchObject({ code: 0 })
    expect(await buyer.send('POST /v1/free_receive', wanted)).toMatchObject({ code: 0 })
    expect((await guest.call('GET /v1/ebook_list', { classify: subject.uid })).total).toBe(2)
  })

  it('the page of a subject with few books also shows its courses and books of other subjects', async () => {
    const subject = await addSubject(server.db, '地质')
    const course = await addCurriculum(server.db, { kind: 'course', title: '岩石课', subjectId: subject.id })
    const book = await addCurriculum(server.db, { kind: 'ebook', title: '岩石', subjectId: subject.id })
    for (const title of ['甲', '乙', '丙', '丁', '戊']) await addCurriculum(server.db, { kind: 'ebook', title })
    server.clock.advance(31)
    const store = await guest.call('GET /v1/ebook_index', { classify: subject.uid })
    expect(store.featured).toMatchObject({ id: book.uid })
    expect(store.shelves.map(({ title }) => title)).toEqual(['同学科课程', '其他学科也在读'])
    expect(store.shelves[0]!.list.map(({ id }) => id)).toEqual([course.uid])
    expect(store.shelves[1]!.list.length).toBeGreaterThanOrEqual(5)
    const all = await guest.call('GET /v1/ebook_index', {})
    const [newest] = all.shelves.filter(({ title }) => title === '新书上架')
    expect(newest!.list.length).toBeGreaterThan(0)
    const { id } = await server.createUser()
    const owned = await server.db
      .selectFrom('curricula')
      .select('id')
      .where('uid', '=', newest!.list[0]!.id)
      .executeTakeFirstOrThrow()
    await give(id, owned.id)
    const ownerStore = await (await server.as({ id })).call('GET /v1/ebook_index', {})
    // Owned items stand behind the other items of their shelf.
    expect(ownerStore.shelves.find(({ title }) => title === '新书上架')!.list.at(-1)).toMatchObject({ owned: true })
  })

  it('home hides the verification banner from verified students', async () => {
    const banner = { subtitle: '', action: '', colour: 'teal', html: '', image: null, position: 1 }
    await server.db
      .insertInto('banners')
      .values([
        { ...banner, slug: 'auth', title: '去认证', link: 'pages/my/auth' },
        { ...banner, slug: 'books', title: '看教材', link: 'pages/index/textbooks' },
      ])
      .execute()
    server.clock.advance(31)
    const shown = async (client: Client) =>
      (await client.call('GET /v1/course_index', {})).banners.map(({ title }) => title).sort()
    expect(await shown(guest)).toEqual(['去认证', '看教材'])
    expect(await shown(await server.as(await server.createUser()))).toEqual(['去认证', '看教材'])
    const student = await server.createUser({ studentStatus: 'passed' })
    expect(await shown(await server.as(student))).toEqual(['看教材'])
  })

  it('the book stores return a featured item and sections without duplicates, also for one subject', async () => {
    const law = await addSubject(server.db, '法学')
    const only = await addCurriculum(server.db, { kind: 'textbook', title: '宪法', subjectId: law.id })
    for (const title of ['第一本', '第二本']) await addCurriculum(server.db, { kind: 'ebook', title })
    server.clock.advance(31)
    const books = await guest.call('GET /v1/ebook_index', {})
    expect(books.featured).toMatchObject({ kind: 'ebook' })
    expect(books.shelves.map(({ title }) => title)).toEqual(expect.arrayContaining(['数字教材', '大家都在读']))
    // No item appears twice on one screen.
    const shown = [books.featured!, ...books.shelves.flatMap(({ list }) => list)].map(({ id }) => id)
    expect(new Set(shown).size).toBe(shown.length)
    const textbooks = await guest.call('GET /v1/textbooks_index', { classify: law.uid })
    expect(textbooks.featured).toMatchObject({ id: only.uid })
    expect(textbooks.shelves).toEqual([])
    expect(await guest.call('GET /v1/ebook_index', { classify: randomUUID() })).toEqual({
      ...{ featured: null, shelves: [], ranking: [], free: [], upcoming: [] },
    })
  })

  it('the list of subjects is cached for 30 seconds', async () => {
    const count = async () => (await guest.call('GET /v1/ebook_classify', {})).length
    const before = await count()
    const subject = await addSubject(server.db, '新学科')
    await addCurriculum(server.db, { kind: 'ebook', title: '新学科的书', subjectId: subject.id })
    server.clock.advance(29)
    expect(await count()).toBe(before)
    server.clock.advance(2)
    expect(await count()).toBe(before + 1)
  })
})

describe('guest responses', () => {
  it('returns 304 for a matching ETag, compressed or not, and the full response otherwise', async () => {
    const ask = (headers: Record<string, string> = {}) => guest.fetch('GET /v1/course_index', {}, { headers })
    const first = await ask()
    const etag = first.headers.get('etag')!
    expect([first.headers.get('cache-control'), etag]).toEqual(['no-cache', expect.stringMatching(/^W\/"[\w-]{27}"$/)])
    const again = await ask({ 'if-none-match': `"other", ${etag}`, 'accept-encoding': 'gzip' })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await ask({ 'if-none-match': 'W/"other"' })).status).toBe(200)
    const compressed = await ask({ 'accept-encoding': 'br' })
    expect([compressed.headers.get('content-encoding'), compressed.headers.get('etag')]).toEqual(['br', etag])
  })

  it('responses to logged-in users and refusals are sent with no-store and without ETag', async () => {
    const client = await server.as()
    const etag = (await guest.fetch('GET /v1/bank_list', {})).headers.get('etag')!
    const userResponse = await client.fetch('GET /v1/bank_list', {}, { headers: { 'if-none-match': etag } })
    expect([userResponse.status, userResponse.headers.get('cache-control'), userResponse.headers.get('etag')]).toEqual([
      200,
      'no-store',
      null,
    ])
    const refused = await guest.fetch('GET /v1/course_info', { id: randomUUID() })
    expect([refused.headers.get('cache-control'), refused.headers.get('etag')]).toEqual(['no-store', null])
  })
})
