import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app'
import type { Client } from '../../testing/client'
import { asStaff, createStaff } from '../../testing/staff'

let app: TestApp
let operator: Client
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  operator = await asStaff(app, await createStaff(app, 'operator', undefined, '运营'))
})

const day = 86_400
const banner = (values = {}) => ({
  title: '期末冲刺',
  subtitle: '两周学完',
  action: '去看看',
  colour: 'teal' as const,
  link: 'pages/my/coupons',
  startsAt: null as number | null,
  endsAt: null as number | null,
  ...values,
})

describe('banners in the console', () => {
  const shown = async () => (await app.guest.call('GET /v130/app_banner', {})).map(({ title }) => title)

  it('banners are shown between their dates, in the order that staff chose', async () => {
    const now = app.clock.now()
    const save = (values: object) => operator.call('POST /staff/v1/banner_save', banner(values))
    await save({ title: '明天', startsAt: now + day })
    await save({ title: '昨天', startsAt: now - 2 * day, endsAt: now - day })
    const first = await save({ title: '甲' })
    const second = await save({ title: '乙' })
    expect(await shown()).toEqual(['甲', '乙'])
    await operator.call('POST /staff/v1/banner_order', { ids: [second.id, first.id] })
    expect(await shown()).toEqual(['乙', '甲'])
    await operator.call('POST /staff/v1/banner_save', { id: first.id, ...banner({ title: '丙' }) })
    await operator.call('POST /staff/v1/banner_delete', { id: second.id })
    expect(await shown()).toEqual(['丙'])
    const { list } = await operator.call('GET /staff/v1/banner_list', {})
    expect(new Map(list.map(({ title, state }) => [title, state]))).toEqual(
      new Map([
        ['明天', 'planned'],
        ['昨天', 'ended'],
        ['丙', 'shown'],
      ]),
    )
    expect(list.every(({ kept }) => kept)).toBe(true)
  })

  it('a banner gets a picture that students see, and the picture can be removed; a file that is not a picture is refused', async () => {
    const { id } = await operator.call('POST /staff/v1/banner_save', banner({ title: '带图' }))
    const set = (data: Buffer | null) =>
      operator.send('POST /staff/v1/banner_image', { id, data: data?.toString('base64') ?? null })
    const seen = async () =>
      (await app.guest.call('GET /v130/app_banner', {})).find(({ title }) => title === '带图')!.image
    for (const hostile of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<html><script>alert(1)</script></html>'])
      expect((await set(Buffer.from(hostile))).data.error).toBe('upload-refused')
    const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
    await set(await picture.png().toBuffer())
    expect(await seen()).toMatch(/^\/media\/p\/[0-9a-f]{32}\.webp$/)
    const sources = () => app.db.selectFrom('source_files').select('path').where('path', 'like', '%/main/%').execute()
    expect(await sources()).toHaveLength(1)
    await set(null)
    expect(await seen()).toBeNull()
    expect(await sources()).toEqual([])
  })

  it.each([
    ['dates in the wrong order', { startsAt: 20, endsAt: 10 }, '结束时间'],
    ['a link outside the app', { link: 'https://example.com' }, '链接应形如'],
    ['no link', { link: '' }, '点开后去哪里'],
  ])('rejects a banner with %s', async (_, values, msg) => {
    expect((await operator.send('POST /staff/v1/banner_save', banner(values))).msg).toContain(msg)
  })
})

it('a saved version is offered to older apps from its time on', async () => {
  const version = {
    version: '9.1.0',
    notes: '更快了',
    force: true,
    url: 'https://example.cn/app.apk',
    publishedAt: app.clock.now() + day,
  }
  const offered = () => app.guest.call('GET /v130/get_new_version', { v: '9.0.0' })
  await operator.call('POST /staff/v1/version_save', version)
  expect(await offered()).toBeNull()
  await operator.call('POST /staff/v1/version_save', { ...version, publishedAt: app.clock.now() })
  expect(await offered()).toMatchObject({ version: '9.1.0', force: true })
  expect((await operator.call('GET /staff/v1/version_list', {})).list[0]).toMatchObject({ version: '9.1.0' })
  await operator.call('POST /staff/v1/version_delete', { version: '9.1.0' })
  expect(await offered()).toBeNull()
})

it('sensitive words are added and removed, and the built-in ones are listed', async () => {
  const change = (add: string[], remove: string[]) => operator.call('POST /staff/v1/word_change', { add, remove })
  expect((await change(['薅羊毛', '刷分'], [])).added).toEqual(['薅羊毛', '刷分'])
  expect((await change([], ['刷分'])).added).toEqual(['薅羊毛'])
  // A built-in word would be listed twice, and removing it would have no effect.
  expect((await change(['代考'], [])).added).toEqual(['薅羊毛'])
  const { builtIn, added } = await operator.call('GET /staff/v1/word_list', {})
  expect(builtIn).toContain('代考')
  expect(added).toEqual(['薅羊毛'])
})
