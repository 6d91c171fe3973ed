import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../config'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { addCurriculum, addSubject, addTeacher } from '../../testing/catalogue'
import type { Client } from '../../testing/client'
import { runOps } from '../../testing/ops'
import { grantEntitlement } from '../access/public'
import { setSwitches } from './public'

let server: TestApp
let owner: Client
let subject: { id: number; uid: string }
let teacher: { id: number; uid: string }
const items: Partial<Record<'course' | 'ebook' | 'textbook' | 'bank', string>> = {}
const chapters: typeof items = {}

async function ops(...args: string[]): Promise<string> {
  const lines = await runOps(server, ...args)
  // Shared lists are cached for 30 seconds.
  server.clock.advance(31)
  return lines.join('\n')
}

/** Creates one item of each kind that the owner has bought, studied, liked and viewed, and banners linking to them. */
beforeAll(async () => {
  server = await startTestApp()
  const user = await server.createUser()
  owner = await server.as(user)
  subject = await addSubject(server.db, '计算机')
  teacher = await addTeacher(server.db, '徐老师')
  for (const [index, kind] of (['course', 'ebook', 'textbook', 'bank'] as const).entries()) {
    const item = await addCurriculum(server.db, {
      kind,
      title: `算法 ${kind}`,
      subjectId: subject.id,
      teacherId: teacher.id,
      chapters: [{ title: '第一节', free: true, text: ['排序算法的一段正文'] }],
    })
    items[kind] = item.uid
    const { id: chapter, uid } = item.chapter('第一节')
    chapters[kind] = uid
    await grantEntitlement(server.db, { userId: user.id, curriculumId: item.id, source: 'test', now: testStart })
    await owner.call('POST /v1/browse_add', { id: item.uid })
    if (kind !== 'bank')
      await owner.call('POST /v130/add_comment', { curriculumId: item.uid, stars: 5, text: '很清楚' })
    await owner.call(`POST /v1/${kind === 'textbook' ? 'textbooks' : kind}_collection`, { id: item.uid, on: true })
    const place = { user_id: user.id, curriculum_id: item.id, chapter_id: chapter }
    await server.db
      .insertInto('progress')
      .values({ ...place, updated_at: testStart })
      .execute()
    await server.db
      .insertInto('study_events')
      .values({
        ...place,
        session: randomUUID(),
        day: '2027-01-15',
        start_at: testStart + index * 60,
        end_at: testStart + index * 60 + 60,
        percent: 10,
      })
      .execute()
  }
  const banner = { subtitle: '', action: '', image: null, colour: 'blue', html: '', starts_at: null, ends_at: null }
  const links = [
    `pages/course/details?id=${items.course}`,
    `pages/books/details?id=${items.ebook}`,
    'pages/index/textbooks',
    '',
  ]
  for (const [position, link] of links.entries())
    await server.db
      .insertInto('banners')
      .values({ ...banner, uid: randomUUID(), slug: `banner-${position}`, title: link || '活动', link, position })
      .execute()
  for (const [position, link] of ['pages/index/course', 'pages/index/books', 'pages/books/index'].entries())
    await server.db
      .insertInto('categories')
      .values({
        uid: randomUUID(),
        slug: `category-${position}`,
        title: link,
        icon: 'book',
        colour: 'blue',
        link,
        position,
      })
      .execute()
})
afterAll(() => server.close())

/** Returns the kinds each list shows to the owner. */
async function shownKinds() {
  const kindsOf = (list: { kind: string }[]) => [...new Set(list.map(({ kind }) => kind))].sort()
  const index = await owner.call('GET /v1/course_index', {})
  const search = await owner.call('GET /v130/curriculum_search', { keyword: '算法', pageSize: 100 })
  return {
    home: kindsOf(index.shelves),
    resumes: kindsOf(index.resumes.map(({ curriculum }) => curriculum)),
    banners: index.banners.length,
    categories: index.categories.length,
    store: (await owner.call('GET /v1/ebook_index', {})).shelves.length,
    ebooks: (await owner.call('GET /v1/ebook_list', {})).total,
    textbooks: (await owner.call('GET /v1/textbooks_list', {})).total,
    classify: (await owner.call('GET /v1/textbooks_classify', {})).length,
    search: kindsOf(search.list.map(({ kind, curriculum }) => ({ kind: curriculum?.kind ?? kind }))),
    suggestions: kindsOf(await owner.call('GET /v130/search_suggest', { keyword: '算法' })),
    related: (await owner.call('GET /v1/course_ebook', { id: items.course! })).length,
    teacher: kindsOf((await owner.call('GET /v130/teacher_course', { id: teacher.uid })).list),
    favourites: kindsOf((await owner.call('GET /v1/user_collection_list', {})).list),
    browsed: kindsOf((await owner.call('GET /v1/user_browse_records', {})).list),
    recent: kindsOf((await owner.call('GET /v130/recently_study', {})).list),
    library: (await owner.call('GET /v130/study_library', {})).total,
    comments: kindsOf((await owner.call('GET /v130/user_comment', {})).list.map(({ curriculum }) => curriculum)),
    homeComments: (await owner.call('GET /v1/user_home', {})).comments,
    counts: (await owner.call('GET /v1/my_counts', {})).favourites,
  }
}

const withBooks = ['bank', 'course', 'ebook', 'textbook']
const withoutBooks = ['bank', 'course']

describe('showBook', () => {
  it('showBook off hides e-books and textbooks in lists, search, details and study; on shows them', async () => {
    const before = await shownKinds()
    expect(before).toMatchObject({ home: withBooks, search: withBooks, recent: withBooks, library: 2, banners: 4 })
    expect(await ops('switches', 'set', 'showBook', 'off')).toContain('已关闭')
    expect(await server.guest.call('GET /v130/gvss', {})).toMatchObject({ showBook: false, review: false })
    expect(await shownKinds()).toEqual({
      home: withoutBooks,
      resumes: ['bank', 'course'],
      banners: 2,
      categories: 1,
      store: 0,
      ebooks: 0,
      textbooks: 0,
      classify: 0,
      search: withoutBooks,
      suggestions: withoutBooks,
      related: 0,
      teacher: withoutBooks,
      favourites: withoutBooks,
      browsed: withoutBooks,
      recent: withoutBooks,
      library: 0,
      comments: ['course'],
      homeComments: 1,
      counts: 2,
    })
    // An owner cannot open hidden books either.
    const unread = { code: 0, data: { error: 'chapter-not-found' } }
    expect(await owner.send('GET /v1/ebook_view_chapter', { id: chapters.ebook! })).toMatchObject(unread)
    expect(await owner.send('GET /v1/textbooks_view_chapter', { id: chapters.textbook! })).toMatchObject(unread)
    expect(await owner.call('GET /v1/view_chapter', { id: chapters.course! })).toMatchObject({ title: '第一节' })
    const notFound = { code: 0, data: { error: 'curriculum-not-found' } }
    expect(await owner.send('GET /v1/ebook_info', { id: items.ebook! })).toMatchObject(notFound)
    expect(await owner.send('GET /v1/textbooks_info', { id: items.textbook! })).toMatchObject(notFound)
    expect(await server.guest.send('GET /v1/textbooks_chapter', { id: items.textbook! })).toMatchObject(notFound)
    expect(await owner.call('GET /v1/course_info', { id: items.course! })).toMatchObject({ owned: true })

    await ops('switches', 'set', 'showBook', 'on')
    expect(await shownKinds()).toEqual(before)
  })

  it('the ops command lists and sets showBook and review separately; invalid arguments show the usage', async () => {
    await ops('switches', 'set', 'review', 'on')
    await ops('switches', 'set', 'showBook', 'off')
    expect(await ops('switches', 'list')).toMatch(/showBook {2}off[\s\S]*review {2}on/)
    expect(await server.guest.call('GET /v130/gvss', {})).toEqual({ version: '2.4.4', review: true, showBook: false })
    await expect(ops('switches', 'set', 'showBook', 'maybe')).rejects.toThrow('用法')
    await expect(ops('switches', 'set', 'version', 'on')).rejects.toThrow('用法')
    await ops('switches', 'set', 'review', 'off')
    await ops('switches', 'set', 'showBook', 'on')
  })

  it('DXX_SHOW_BOOK sets showBook at startup; without the variable showBook stays unchanged', async () => {
    expect(readConfig({}).switches).toEqual({})
    expect(readConfig({ DXX_SHOW_BOOK: 'false', DXX_REVIEW: '1' }).switches).toEqual({ showBook: false, review: true })
    expect(() => readConfig({ DXX_SHOW_BOOK: 'perhaps' })).toThrow(/DXX_SHOW_BOOK/)
    await setSwitches(server.db, readConfig({ DXX_SHOW_BOOK: 'false' }).switches)
    await setSwitches(server.db, readConfig({}).switches)
    expect(await server.guest.call('GET /v130/gvss', {})).toMatchObject({ showBook: false })
    await setSwitches(server.db, { showBook: true })
  })
})
