import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contentRows } from '../importer/content-rows.fixture'
import { exportContent } from '../importer/export'
import { importContent } from '../importer/import'
import { contentFolder, site } from '../importer/import.fixture'
import { startTestApp, type TestApp, testStart } from '../testing/app'
import type { Client } from '../testing/client'
import { createTestDatabase } from '../testing/database'
import { asStaff, createStaff } from '../testing/staff'

const manifest = `${site}
articles: [{ slug: first, title: 第一篇, summary: 旧的摘要, published: 2026-09-02, body: articles/first.md }]
help: [{ slug: account, title: 账号, articles: [{ slug: phone, title: 怎样更换手机号, body: help/phone.md }] }, { slug: pay, title: 付款, articles: [{ slug: refund, title: 怎样退款, body: help/refund.md }] }]
banners: [{ slug: hello, title: 你好, colour: blue, body: banners/hello.md }]
versions: [{ version: 2.0.0, notes: 文件的说明, force: false, url: pages/download/index, published: 2026-09-01 }]
`

let app: TestApp
let operator: Client
let folder: Awaited<ReturnType<typeof contentFolder>>
beforeAll(async () => {
  app = await startTestApp({ floodPerUser: 100_000 })
  folder = await contentFolder({
    'manifest.yaml': manifest,
    'articles/first.md': '正文讲**哈希表**。',
    'help/phone.md': '打开设置，点手机号。',
    'help/refund.md': '打开订单，点退款。',
    'banners/hello.md': '文件里的活动说明。',
  })
})
afterAll(async () => {
  await app.close()
  await folder.remove()
})
const importFiles = (options = {}) =>
  importContent(app.db, folder.path, { storage: app.env.storage, now: testStart, ...options })
beforeEach(async () => {
  for (const table of ['site_drafts', 'site_revisions', 'console_fields', 'articles', 'help_articles'] as const)
    await app.db.deleteFrom(table).execute()
  for (const table of ['banners', 'app_versions', 'source_files'] as const) await app.db.deleteFrom(table).execute()
  expect((await importFiles()).refused).toEqual([])
  operator = await asStaff(app, await createStaff(app, 'operator', undefined, '运营'))
})

const first = { section: 'articles', slug: 'first' } as const
const open = (name: { section: 'articles' | 'help' | 'banners'; slug: string } = first) =>
  operator.call('GET /staff/v1/site_text_open', name)
const write = async (text: string, name: Parameters<typeof open>[0] = first) =>
  operator.call('POST /staff/v1/site_text_save', { ...name!, text, base: (await open(name)).hash })
const publish = (name: Parameters<typeof open>[0] = first, note = '') =>
  operator.call('POST /staff/v1/site_text_publish', { ...name!, note })
/** Returns the text that students read. */
const read = async (slug = 'first') => {
  const row = await app.db.selectFrom('articles').select('uid').where('slug', '=', slug).executeTakeFirst()
  return row ? app.guest.call('GET /v1/article_info', { id: row.uid }) : null
}

describe('texts of the site', () => {
  it('a draft changes nothing for students until it is published; each publication stores a revision', async () => {
    await write('新的**正文**。')
    expect(await read()).toMatchObject({ html: expect.stringContaining('哈希表') })
    const drafted = await open()
    expect(drafted).toMatchObject({ state: 'shown', changed: true, kept: false, revision: 0 })
    await operator.call('POST /staff/v1/site_text_fields', {
      ...first,
      fields: { ...drafted.fields, title: '改了标题', summary: '新的摘要' },
      base: drafted.fieldsHash,
    })
    expect(await publish(first, '开学')).toEqual({ revision: 2 })
    expect(await read()).toMatchObject({
      title: '改了标题',
      summary: '新的摘要',
      html: expect.stringContaining('<strong>正文</strong>'),
    })
    const { list } = await operator.call('GET /staff/v1/site_text_revisions', first)
    expect(list.map(({ number, origin, by, note, title }) => [number, origin, by, note, title])).toEqual([
      [2, 'console', '运营', '开学', '改了标题'],
      [1, 'start', '', '', '第一篇'],
    ])
    expect(await open()).toMatchObject({ changed: false, kept: true })
    expect((await operator.send('POST /staff/v1/site_text_publish', first)).msg).toContain('没有要发布的')
  })

  it('a published text is found by search under its new words', async () => {
    await write('现在讲的是红黑树。')
    await publish()
    const documents = await app.db.selectFrom('search_documents').select(['title', 'body']).execute()
    expect(documents.find(({ title }) => title === '第一篇')?.body).toContain('红黑树')
  })

  it('a restored revision goes to the draft, and publishing it brings the old text back', async () => {
    await write('第二版。')
    await publish()
    await operator.call('POST /staff/v1/site_text_restore', { ...first, revision: 1 })
    expect((await read())!.html).toContain('第二版')
    expect((await operator.call('GET /staff/v1/site_text_revision', { ...first, revision: 1 })).text).toContain(
      '哈希表',
    )
    await publish()
    expect((await read())!.html).toContain('哈希表')
    expect((await open()).revision).toBe(3)
  })

  it('an edit based on an older text is rejected and names who changed it', async () => {
    const { hash } = await open()
    await write('先保存的。')
    const late = await operator.send('POST /staff/v1/site_text_save', { ...first, text: '后保存的。', base: hash })
    expect(late).toMatchObject({ msg: expect.stringContaining('草稿已被别人修改'), data: { by: '运营' } })
    expect((await open()).text).toBe('先保存的。')
  })

  it('after discarding its draft, a published text is unchanged and a new text no longer exists', async () => {
    await write('不要的。')
    await operator.call('POST /staff/v1/site_text_discard', first)
    expect(await open()).toMatchObject({ changed: false, text: '正文讲**哈希表**。' })
    const { slug } = await operator.call('POST /staff/v1/site_text_create', { section: 'articles', title: '新的' })
    await operator.call('POST /staff/v1/site_text_discard', { section: 'articles', slug })
    const response = await operator.send('GET /staff/v1/site_text_open', { section: 'articles', slug })
    expect(response.msg).toContain('没有找到这一篇')
  })

  it('a new article with a later time is shown from that time on', async () => {
    const { slug } = await operator.call('POST /staff/v1/site_text_create', { section: 'articles', title: '期中安排' })
    const name = { section: 'articles', slug } as const
    const { fields, fieldsHash } = await open(name)
    const publishedAt = app.clock.now() + 3600
    await operator.call('POST /staff/v1/site_text_fields', {
      ...name,
      fields: { ...fields, publishedAt },
      base: fieldsHash,
    })
    await write('期中在第九周。', name)
    await publish(name)
    const list = async () => (await operator.call('GET /staff/v1/site_text_list', { section: 'articles' })).list
    expect((await list()).find((one) => one.slug === slug)).toMatchObject({ state: 'planned', publishedAt })
    const row = await app.db.selectFrom('articles').select('uid').where('slug', '=', slug).executeTakeFirstOrThrow()
    expect((await app.guest.send('GET /v1/article_info', { id: row.uid })).msg).toContain('文章不存在')
  })

  it('a deleted text disappears for students, its draft stays, and restoring brings it back unchanged', async () => {
    await write('还没有发布的。')
    await operator.call('POST /staff/v1/site_text_delete', first)
    expect(await read()).toBeNull()
    const listed = async (deleted: boolean) =>
      (await operator.call('GET /staff/v1/site_text_list', { section: 'articles', deleted })).list.map(
        (one) => one.slug,
      )
    expect([await listed(false), await listed(true)]).toEqual([[], ['first']])
    expect((await operator.send('POST /staff/v1/site_text_save', { ...first, text: '甲', base: '' })).msg).toContain(
      '先恢复',
    )
    await operator.call('POST /staff/v1/site_text_revive', first)
    expect((await read())!.html).toContain('哈希表')
    expect(await open()).toMatchObject({ changed: true, text: '还没有发布的。', state: 'shown' })
  })

  it('a help page moves to another category and stays readable', async () => {
    const name = { section: 'help', slug: 'phone' } as const
    const { fields, fieldsHash, categories } = await open(name)
    expect(categories.map(({ slug }) => slug)).toEqual(['account', 'pay'])
    await operator.call('POST /staff/v1/site_text_fields', {
      ...name,
      fields: { ...fields, category: 'pay', title: '换手机号' },
      base: fieldsHash,
    })
    await publish(name)
    const help = await app.guest.call('GET /v1/help', { keyword: '' })
    expect(help.map(({ title, articles }) => [title, articles.map((one) => one.title)])).toEqual([
      ['付款', ['怎样退款', '换手机号']],
    ])
    const refused = await operator.send('POST /staff/v1/site_text_create', {
      section: 'help',
      title: '甲',
      category: 'x',
    })
    expect(refused.msg).toContain('没有这个分类')
  })

  it('a picture is previewed from the draft and published with the text; a file that is not a picture is refused', async () => {
    const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const add = (data: Buffer) =>
      operator.send('POST /staff/v1/site_text_picture', { ...first, name: '图.png', data: data.toString('base64') })
    expect((await add(Buffer.from('<svg onload="alert(1)"/>'))).code).not.toBe(1)
    const { path } = (await add(picture)).data as { path: string }
    const text = `看图：\n\n![图](${path})`
    const preview = await operator.call('POST /staff/v1/site_text_preview', { ...first, text })
    expect(preview.problems).toEqual([])
    expect(preview.html).toMatch(/<img src="\/media\/s\/[^"]+\.png"/)
    await write(text)
    await publish()
    expect((await read())!.html).toMatch(/<img src="\/media\/p\//)
    await write(`${text}\n\n![没有](missing.png)`)
    expect((await operator.send('POST /staff/v1/site_text_publish', first)).msg).toContain('找不到图片 missing.png')
  })

  it('the preview warns of a heading in the first line that students would not see', async () => {
    const preview = (text: string) => operator.call('POST /staff/v1/site_text_preview', { ...first, text })
    const { title } = await open()
    expect((await preview(`# ${title}\n\n正文。`)).problems).toEqual([])
    expect((await preview('## 第一步\n\n正文。')).problems).toEqual([])
    const { html, problems } = await preview('# 第一步\n\n正文。')
    expect(html).not.toContain('第一步')
    expect(problems).toMatchObject([{ line: 1, level: 'warning', text: expect.stringContaining('“第一步”不会显示') }])
  })

  it('the first text and its first picture, saved at the same time, are both in the draft', async () => {
    const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'blue' } })
      .png()
      .toBuffer()
    const { hash } = await open()
    const [added, saved] = await Promise.all([
      operator.send('POST /staff/v1/site_text_picture', { ...first, name: '图.png', data: picture.toString('base64') }),
      operator.send('POST /staff/v1/site_text_save', { ...first, text: '先写一句。', base: hash }),
    ])
    expect([added.code, saved.code]).toEqual([1, 1])
    expect((await open()).text).toBe('先写一句。')
    const text = `先写一句。\n\n![图](${added.data.path})`
    expect((await operator.call('POST /staff/v1/site_text_preview', { ...first, text })).problems).toEqual([])
  })
})

describe('imports after changes of the site in the console', () => {
  it('an import keeps articles, help and banner texts of the console, reports them, and --take-files replaces them', async () => {
    const help = { section: 'help', slug: 'phone' } as const
    const banner = { section: 'banners', slug: 'hello' } as const
    await write('管理台的文章。')
    await publish()
    await write('管理台的帮助。', help)
    await publish(help)
    await write('管理台的活动。', banner)
    await publish(banner)
    const report = await importFiles()
    expect(report.difference.console).toEqual([
      expect.stringContaining('文章 first 正文'),
      expect.stringContaining('帮助 phone 正文'),
      expect.stringContaining('轮播图 hello html'),
    ])
    const texts = async () => [
      (await open()).text,
      (await open(help)).text,
      (await open(banner)).text,
      (await read())!.html,
    ]
    expect(await texts()).toEqual([
      '管理台的文章。',
      '管理台的帮助。',
      '管理台的活动。',
      expect.stringContaining('管理台的文章'),
    ])
    await importFiles({ remove: true })
    expect((await texts())[0]).toBe('管理台的文章。')
    const taken = await importFiles({ takeFiles: true })
    expect(taken.difference.console).toEqual([])
    expect((await texts())[0]).toContain('哈希表')
    expect((await importFiles()).difference).toMatchObject({ console: [], changed: [] })
    // The text that the console had published is still a revision.
    expect((await operator.call('GET /staff/v1/site_text_revision', { ...first, revision: 2 })).text).toBe(
      '管理台的文章。',
    )
  })

  it('an import does not bring back what the console deleted, unless the files are taken', async () => {
    await operator.call('POST /staff/v1/site_text_delete', first)
    const { list } = await operator.call('GET /staff/v1/banner_list', {})
    await operator.call('POST /staff/v1/banner_delete', { id: list[0]!.id })
    const report = await importFiles()
    expect(report.difference.console).toEqual([
      expect.stringContaining('文章 first 已删除'),
      expect.stringContaining('轮播图 hello 已删除'),
    ])
    expect(await read()).toBeNull()
    await importFiles({ takeFiles: true })
    expect(await read()).not.toBeNull()
    expect(await open()).toMatchObject({ state: 'shown', kept: false })
  })

  it('an import keeps banner and version values that were set in the console', async () => {
    const { list } = await operator.call('GET /staff/v1/banner_list', {})
    const { id, title: _, image: __, state: ___, kept: ____, colour, ...shown } = list[0]!
    const save = { ...shown, id, title: '管理台的标题', colour: colour as 'blue', startsAt: 1_790_000_123 }
    await operator.call('POST /staff/v1/banner_save', save)
    const version = { version: '2.0.0', notes: '管理台的说明', force: true, url: 'pages/download/index' }
    await operator.call('POST /staff/v1/version_save', { ...version, publishedAt: 1_790_000_456 })
    const report = await importFiles()
    expect(report.difference.console.map((line) => line.split(' 保留')[0])).toEqual([
      '轮播图 hello title',
      '轮播图 hello starts_at',
      '应用版本 2.0.0 notes',
      '应用版本 2.0.0 force',
      '应用版本 2.0.0 published_at',
    ])
    const values = async () => [
      await app.db.selectFrom('banners').select(['title', 'starts_at']).executeTakeFirst(),
      await app.db.selectFrom('app_versions').select(['notes', 'force', 'published_at']).executeTakeFirst(),
    ]
    expect(await values()).toEqual([
      { title: '管理台的标题', starts_at: 1_790_000_123 },
      { notes: '管理台的说明', force: true, published_at: 1_790_000_456 },
    ])
    await importFiles({ takeFiles: true })
    expect(await values()).toMatchObject([
      { title: '你好', starts_at: null },
      { notes: '文件的说明', force: false },
    ])
  })

  it('exporting and importing again preserves articles, help and banners that were made in the console', async () => {
    const { slug } = await operator.call('POST /staff/v1/site_text_create', { section: 'articles', title: '管理台的' })
    await write('只在管理台写的。', { section: 'articles', slug })
    await publish({ section: 'articles', slug })
    const help = await operator.call('POST /staff/v1/site_text_create', {
      section: 'help',
      title: '新帮助',
      category: 'pay',
    })
    await write('怎样开发票。', { section: 'help', slug: help.slug })
    await publish({ section: 'help', slug: help.slug })
    const values = { title: '期末', subtitle: '', action: '去看看', colour: 'teal' as const, link: 'pages/my/coupons' }
    await operator.call('POST /staff/v1/banner_save', { ...values, startsAt: 1_790_000_123, endsAt: null })
    const path = join(folder.root, 'out')
    expect(
      (await exportContent(app.db, app.env.storage, path)).notes.filter((note) => !note.includes('banners')),
    ).toEqual([])
    const other = await createTestDatabase()
    try {
      const { problems } = await importContent(other.db, path, { storage: app.env.storage, now: 5 })
      expect(problems.filter(({ level }) => level === 'error')).toEqual([])
      const [here, there] = [await contentRows(app.db), await contentRows(other.db)]
      for (const table of ['banners', 'articles', 'help', 'versions']) expect(there[table], table).toEqual(here[table])
    } finally {
      await other.drop()
    }
  })
})
