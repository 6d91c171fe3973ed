import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repoRoot } from '../../base/paths'
import { stableId } from '../../base/stable-ids'
import { importContent } from '../../importer/import'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { compareVersions } from './rules'

let server: TestApp
const importSite = () =>
  importContent(server.db, join(repoRoot, 'content'), {
    storage: server.env.storage,
    now: testStart,
    siteOnly: true,
  })
beforeAll(async () => {
  server = await startTestApp()
  await importSite()
})
afterAll(() => server.close())

it('importing the sample content fills home, agreements and articles; a second import changes nothing', async () => {
  const read = async () => ({
    categories: await server.guest.call('GET /v130/category', {}),
    banners: await server.guest.call('GET /v130/app_banner', {}),
    articles: await server.guest.call('GET /v1/article_list', {}),
    terms: await server.guest.call('GET /v1/agreement/{id}', { id: 1 }),
    privacy: await server.guest.call('GET /v1/agreement/{id}', { id: 2 }),
  })
  const first = await read()
  expect(first.categories.map(({ title }) => title)).toEqual(['课程', '电子书', '数字教材', '考试题库', 'AI 助学'])
  expect(first.banners.length).toBeGreaterThanOrEqual(3)
  expect(first.terms).toMatchObject({ title: '用户协议' })
  expect(first.privacy.html).toContain('<table>')
  await importSite()
  expect(await read()).toEqual(first)
})

it('the course page shows the banners of the home page; a banner without a link has its own page', async () => {
  const banners = await server.guest.call('GET /v1/course_banner', {})
  expect(banners).toEqual(await server.guest.call('GET /v130/app_banner', {}))
  const { id } = banners.find(({ link }) => link === '')!
  expect((await server.guest.call('GET /v130/banner_info', { id })).html).toContain('从哪里开始')
})

it('a banner is shown only during its period', async () => {
  const id = stableId('banner', 'student')
  await server.db
    .updateTable('banners')
    .set({ ends_at: testStart + 10 })
    .where('uid', '=', id)
    .execute()
  expect(await server.guest.call('GET /v130/banner_info', { id })).toMatchObject({ id })
  server.clock.advance(10)
  expect(await server.guest.send('GET /v130/banner_info', { id })).toMatchObject({
    data: { error: 'banner-not-found' },
  })
  expect((await server.guest.call('GET /v130/app_banner', {})).some((banner) => banner.id === id)).toBe(false)
  server.clock.set(testStart)
})

it('articles are paged newest first and hidden before their publication date', async () => {
  const first = await server.guest.call('GET /v1/article_list', { pageSize: 2 })
  const second = await server.guest.call('GET /v1/article_list', { pageSize: 2, pageNo: 2 })
  expect([first.list.length, first.hasMore, second.hasMore]).toEqual([2, true, false])
  const days = [...first.list, ...second.list].map(({ publishedAt }) => publishedAt)
  expect(days).toEqual([...days].sort((a, b) => b - a))
  // The cursor continues after the last item, independent of new articles.
  expect(first.lastItem).toMatch(/^\d+\.[0-9a-f-]{36}$/)
  await server.db
    .insertInto('articles')
    .values({
      uid: randomUUID(),
      slug: 'news',
      title: '新文章',
      summary: '',
      html: '<p>新</p>',
      published_at: days[0]!,
    })
    .execute()
  const behind = await server.guest.call('GET /v1/article_list', { pageSize: 2, pageNo: 2, lastItem: first.lastItem! })
  expect(behind.list.map(({ id }) => id)).toEqual(second.list.map(({ id }) => id))
  expect(behind).toMatchObject({ total: days.length + 1, hasMore: false })
  await server.db.deleteFrom('articles').where('slug', '=', 'news').execute()
  const { id } = first.list[0]!
  server.clock.set(days[0]! - 1)
  expect(await server.guest.send('GET /v1/article_info', { id })).toMatchObject({
    data: { error: 'article-not-found' },
  })
  server.clock.set(testStart)
  expect((await server.guest.call('GET /v1/article_info', { id })).html).toContain('<p>')
})

describe('versions', () => {
  it.each([
    ['2.4.4', '2.4.4', 0],
    ['2.10', '2.9.9', 1],
    ['2.4', '2.4.1', -1],
    ['3', '2.99.99', 1],
  ])('comparing %s with %s has the sign %i', (a, b, sign) => expect(Math.sign(compareVersions(a, b))).toBe(sign))

  it('returns the newest version, as a forced update if the client skipped a forced one', async () => {
    const at = { url: 'u', published_at: testStart }
    await server.db
      .insertInto('app_versions')
      .values([
        { version: '2.5.0', notes: '必须更新', force: true, ...at },
        { version: '2.10.0', notes: '更好用', force: false, ...at },
        { version: '9.0.0', notes: '未来', force: false, url: 'u', published_at: testStart + 1 },
      ])
      .execute()
    const from = (v: string) => server.guest.call('GET /v130/get_new_version', { v })
    expect(await from('2.4.4')).toMatchObject({ version: '2.10.0', notes: '更好用', force: true })
    expect(await from('2.5.0')).toMatchObject({ version: '2.10.0', force: false })
    expect(await from('2.10.0')).toBeNull()
  })
})

it('GET /v130/gvss returns the defaults, or the switches stored in the settings', async () => {
  expect(await server.guest.call('GET /v130/gvss', {})).toEqual({ version: '2.4.4', review: false, showBook: true })
  await server.db
    .insertInto('settings')
    .values({ key: 'gvss', value: JSON.stringify({ showBook: false, review: true }) })
    .execute()
  expect(await server.guest.call('GET /v130/gvss', {})).toMatchObject({ review: true, showBook: false })
})
