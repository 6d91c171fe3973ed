import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { addCurriculum, addSubject, addTeacher } from '../../testing/catalogue'
import type { Client } from '../../testing/client'
import { grant, revoke } from '../access/public'

let server: TestApp
let guest: Client
beforeAll(async () => {
  server = await startTestApp()
  guest = server.guest
})
afterAll(() => server.close())

const give = (userId: number, curriculumId: number) =>
  grant(server.db, { userId, curriculumId, source: 'test', now: testStart })

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
  ] as const)('%s sorts what is on sale', async (sort, expected) => {
    expect(titles(await guest.call('GET /v1/course_list', { sort })).slice(0, expected.length)).toEqual(expected)
  })

  it('price goes by what is paid, and free by what costs nothing in the end', async () => {
    const up = await guest.call('GET /v1/course_list', { sort: 'price-up' })
    expect(titles(up).slice(2)).toEqual(['新课', '旧课'])
    expect(up.list.at(-1)).toMatchObject({ amount: '99,60' })
    const free = await guest.call('GET /v1/course_list', { price: 'free', sort: 'popular' })
    expect([titles(free), free.total]).toEqual([['免费课', '折到零'], 2])
    expect((await guest.call('GET /v1/course_list', { price: 'paid' })).total).toBe(2)
  })

  it('the default order is one of its own: what is new and learnt by some beats what is old', async () => {
    expect(titles(await guest.call('GET /v1/course_list', {}))[0]).toBe('免费课')
  })

  it('a subject filters, an unknown one answers an empty page', async () => {
    const page = await guest.call('GET /v1/course_list', { classify: maths.uid })
    expect([titles(page), page.total, page.hasMore]).toEqual([['新课'], 1, false])
    expect(page.list[0]).toMatchObject({ subject: { id: maths.uid, name: '数学' }, owned: false, rating: 0 })
    const none = await guest.call('GET /v1/course_list', { classify: randomUUID() })
    expect(none).toMatchObject({ list: [], total: 0, hasMore: false, lastItem: null })
    expect(await guest.send('GET /v1/course_list', { classify: "' or 1=1" })).toMatchObject({ code: 0 })
  })

  it('pages go on behind the last item, whatever is added in between', async () => {
    const first = await guest.call('GET /v1/course_list', { sort: 'newest', pageSize: 2 })
    expect([titles(first), first.hasMore, first.total]).toEqual([['新课', '免费课'], true, 4])
    const added = await addCurriculum(server.db, { title: '刚上架', publishedAt: testStart })
    const next = { sort: 'newest', pageSize: 2, pageNo: 2, from: 'more', lastItem: first.lastItem! } as const
    const second = await guest.call('GET /v1/course_list', next)
    expect([titles(second), second.hasMore]).toEqual([['折到零', '旧课'], false])
    // By number alone the new one would have pushed one over the edge.
    expect(titles(await guest.call('GET /v1/course_list', { ...next, lastItem: undefined }))).toEqual([
      '免费课',
      '折到零',
    ])
    await server.db.deleteFrom('search_documents').where('target', '=', added.uid).execute()
    await server.db.deleteFrom('curricula').where('id', '=', added.id).execute()
  })

  it.each(['x', '1', '1.2', `1e9.${randomUUID()}`, `1.${randomUUID()}' --`, '9'.repeat(199)])(
    'the made-up cursor %s is refused',
    async (lastItem) => {
      expect(await guest.send('GET /v1/course_list', { lastItem })).toMatchObject({
        code: 0,
        data: { error: 'invalid-input' },
      })
    },
  )

  it('subjects count what is on sale of a kind', async () => {
    expect(await guest.call('GET /v1/course_classify', {})).toEqual([
      { id: maths.uid, name: '数学', colour: 'blue', count: 1 },
    ])
    expect(await guest.call('GET /v1/bank_classify', {})).toEqual([])
  })

  it('what the user has is marked', async () => {
    const { id } = await server.createUser()
    const owned = await addCurriculum(server.db, { kind: 'bank', title: '我的题库' })
    await give(id, owned.id)
    const client = await server.as({ id })
    expect((await client.call('GET /v1/bank_list', {})).list).toMatchObject([
      { title: '我的题库', owned: true, learners: 1 },
    ])
    expect((await guest.call('GET /v1/bank_list', {})).list).toMatchObject([{ owned: false }])
  })
})

describe('home and store', () => {
  it('home has shelves of each kind, and where the learner stopped', async () => {
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
    // Without the right to go on, only the free chapter is a place to go to.
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
      ['精品课程', 'course'],
      ['数字教材', 'textbook'],
      ['大家都在读', 'ebook'],
      ['题库', 'bank'],
    ])
    expect(home.shelves[1]!.list[0]).toMatchObject({ id: book.uid, owned: true })
    const asGuest = await guest.call('GET /v1/course_index', {})
    expect([asGuest.resumes, asGuest.today, asGuest.shelves[1]!.list[0]!.owned]).toEqual([[], null, false])
  })

  it('home invites students to what they have not done yet', async () => {
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

  it('the stores have a featured one and shelves, by subject too', async () => {
    const law = await addSubject(server.db, '法学')
    const only = await addCurriculum(server.db, { kind: 'textbook', title: '宪法', subjectId: law.id })
    for (const title of ['第一本', '第二本']) await addCurriculum(server.db, { kind: 'ebook', title })
    server.clock.advance(31)
    const books = await guest.call('GET /v1/ebook_index', {})
    expect(books.featured).toMatchObject({ kind: 'ebook' })
    expect(books.shelves.map(({ title }) => title)).toEqual(['数字教材', '大家都在读'])
    // Nothing stands on one screen twice.
    const shown = [books.featured!, ...books.shelves.flatMap(({ list }) => list)].map(({ id }) => id)
    expect(new Set(shown).size).toBe(shown.length)
    const textbooks = await guest.call('GET /v1/textbooks_index', { classify: law.uid })
    expect(textbooks.featured).toMatchObject({ id: only.uid })
    expect(textbooks.shelves).toEqual([])
    expect(await guest.call('GET /v1/ebook_index', { classify: randomUUID() })).toEqual({ featured: null, shelves: [] })
  })

  it('shared parts are read again after half a minute', async () => {
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

describe('details', () => {
  const chapters = [
    { title: '第 1 章', kind: 'part' as const },
    { title: '1.1 试看', free: true, below: '第 1 章', seconds: 60, kind: 'video' as const },
    { title: '1.2 要买', below: '第 1 章', text: ['付费内容'] },
    { title: '多读一点', kind: 'expand' as const, below: '1.1 试看' },
  ]

  it('tells guests what there is and nothing of what is paid', async () => {
    const teacher = await addTeacher(server.db, '林老师')
    const course = await addCurriculum(server.db, { title: '细看', price: 9.9, teacherId: teacher.id, chapters })
    const info = await guest.call('GET /v1/course_info', { id: course.uid })
    expect(info).toMatchObject({
      by: '林老师',
      teacher: { id: teacher.uid, name: '林老师', avatar: null },
      amount: '9.9,100',
      ratings: [0, 0, 0, 0, 0],
      favourite: false,
      favouriteCount: 0,
      progress: null,
      trialChapterId: course.chapter('1.1 试看').uid,
      myCommentId: null,
      owned: false,
    })
    const rows = await guest.call('GET /v1/course_chapter', { id: course.uid })
    expect(rows.map(({ title, depth, locked, free }) => [title, depth, locked, free])).toEqual([
      ['第 1 章', 0, false, false],
      ['1.1 试看', 1, false, true],
      ['多读一点', 1, true, false],
      ['1.2 要买', 1, true, false],
    ])
    expect(JSON.stringify([info, rows])).not.toContain('付费内容')
  })

  it('shows an owner how far they are', async () => {
    const { id } = await server.createUser()
    const course = await addCurriculum(server.db, { title: '学着', price: 9.9, chapters })
    await give(id, course.id)
    const place = { user_id: id, curriculum_id: course.id, chapter_id: course.chapter('1.1 试看').id }
    await server.db
      .insertInto('progress')
      .values({ ...place, percent: 96, seconds: 58, done_at: testStart, updated_at: testStart })
      .execute()
    const client = await server.as({ id })
    expect(await client.call('GET /v1/course_info', { id: course.uid })).toMatchObject({
      owned: true,
      progress: { chapterTitle: '1.1 试看', seconds: 58, percent: 48 },
    })
    const rows = await client.call('GET /v1/course_chapter', { id: course.uid })
    expect(rows.map(({ locked, done, percent }) => [locked, done, percent])).toEqual([
      [false, false, 0],
      [false, true, 96],
      [false, false, 0],
      [false, false, 0],
    ])
  })

  it('another kind, an unknown id and what is off sale are all not found; owners still see theirs', async () => {
    const { id } = await server.createUser()
    const gone = await addCurriculum(server.db, { title: '停售', published: false })
    await give(id, gone.id)
    const book = await addCurriculum(server.db, { kind: 'ebook' })
    for (const uid of [gone.uid, book.uid, randomUUID()])
      for (const name of ['GET /v1/course_info', 'GET /v1/course_chapter'] as const)
        expect(await guest.send(name, { id: uid })).toMatchObject({ data: { error: 'curriculum-not-found' } })
    expect(await guest.send('GET /v1/course_info', { id: 'x' })).toMatchObject({ data: { error: 'invalid-input' } })
    expect(await (await server.as({ id })).call('GET /v1/course_info', { id: gone.uid })).toMatchObject({
      title: '停售',
    })
  })

  it('related books: those named first, then others of the subject; never courses', async () => {
    const subject = await addSubject(server.db, '物理')
    const named = await addCurriculum(server.db, { kind: 'ebook', title: '指定的书' })
    const near = await addCurriculum(server.db, { kind: 'textbook', title: '同学科教材', subjectId: subject.id })
    const other = await addCurriculum(server.db, { title: '同学科课程', subjectId: subject.id })
    const course = await addCurriculum(server.db, {
      title: '力学',
      subjectId: subject.id,
      related: [
        { kind: 'course', slug: other.slug },
        { kind: 'ebook', slug: named.slug },
        { kind: 'ebook', slug: 'not-here-yet' },
      ],
    })
    expect((await guest.call('GET /v1/course_ebook', { id: course.uid })).map(({ id }) => id)).toEqual([
      named.uid,
      near.uid,
    ])
    expect(await guest.call('GET /v1/course_info', { id: course.uid })).toMatchObject({ relatedCount: 2 })
    expect(await guest.call('GET /v1/textbooks_info', { id: near.uid })).toMatchObject({ relatedCount: 0 })
  })

  it('learners follow what is given and taken back, once each, however many ask at once', async () => {
    const { id } = await server.createUser()
    const course = await addCurriculum(server.db, { learners: 41 })
    const learners = async () => (await guest.call('GET /v1/course_info', { id: course.uid })).learners
    const given = await Promise.all(Array.from({ length: 5 }, () => give(id, course.id)))
    expect([given.filter(Boolean).length, await learners()]).toEqual([1, 42])
    const right = { userId: id, curriculumId: course.id, source: 'test', now: testStart }
    await Promise.all([revoke(server.db, right), revoke(server.db, right)])
    expect(await learners()).toBe(41)
  })
})

describe('teachers', () => {
  it('have a page with what they teach and wrote', async () => {
    const teacher = await addTeacher(server.db, '徐远')
    await addCurriculum(server.db, { title: '徐讲课', teacherId: teacher.id, learners: 3, publishedAt: testStart - 10 })
    await addCurriculum(server.db, { kind: 'textbook', title: '徐写书', author: '徐远 编著', learners: 4 })
    await addCurriculum(server.db, { kind: 'ebook', title: '徐远方写书', author: '徐远方' })
    expect(await guest.call('GET /v130/teacher_info', { id: teacher.uid })).toMatchObject({
      name: '徐远',
      courseCount: 2,
      learners: 7,
    })
    const page = await guest.call('GET /v130/teacher_course', { id: teacher.uid })
    expect([titles(page), page.total]).toEqual([['徐讲课', '徐写书'], 2])
    for (const name of ['GET /v130/teacher_info', 'GET /v130/teacher_course'] as const)
      expect(await guest.send(name, { id: randomUUID() })).toMatchObject({ data: { error: 'teacher-not-found' } })
  })
})

describe('what guests read', () => {
  it('answers 304 to who has it, compressed or not, and the whole to who has something else', async () => {
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

  it('users and refusals are never kept', async () => {
    const client = await server.as()
    const etag = (await guest.fetch('GET /v1/bank_list', {})).headers.get('etag')!
    const mine = await client.fetch('GET /v1/bank_list', {}, { headers: { 'if-none-match': etag } })
    expect([mine.status, mine.headers.get('cache-control'), mine.headers.get('etag')]).toEqual([200, 'no-store', null])
    const refused = await guest.fetch('GET /v1/course_info', { id: randomUUID() })
    expect([refused.headers.get('cache-control'), refused.headers.get('etag')]).toEqual(['no-store', null])
  })
})
