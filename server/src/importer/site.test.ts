import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database'
import { gramQuery } from '../text/text'
import { exportContent } from './export'
import { importContent } from './import'
import { contentFolder, site, smallTextbook } from './import.fixture'
import { listContent } from './list'

let database: TestDatabase
let folder: Awaited<ReturnType<typeof contentFolder>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
afterEach(() => folder.remove())

const full = `${site}
categories: [{ slug: course, title: 课程, icon: play, colour: blue, link: pages/index/course }]
banners: [{ slug: hello, title: 你好, colour: blue, image: banners/pic.png, body: banners/hello.md, starts: 2026-09-01 }]
articles: [{ slug: first, title: 第一篇, published: 2026-09-02, body: articles/first.md }]
schools:
  - { slug: s, name: 江城大学, province: 湖北省, city: 武汉市, classes: [{ slug: c1, name: 一班, year: 2024 }], roster: roster.csv }
help: [{ slug: account, title: 账号, articles: [{ slug: phone, title: 怎样更换手机号, body: help/phone.md }] }]
`

async function siteFolder() {
  const picture = await sharp({ create: { width: 1700, height: 900, channels: 3, background: 'blue' } })
    .png()
    .toBuffer()
  folder = await contentFolder({
    'manifest.yaml': full,
    'banners/pic.png': picture,
    'banners/hello.md': '# 你好\n\n![图](banners/pic.png)',
    'articles/first.md': '正文讲**哈希表**。',
    'roster.csv': '学号,姓名,班级\n1,甲,一班\n2,乙,一班\n',
    'help/phone.md': '打开设置，点手机号。',
    'README.md': '给作者看的。',
    ...smallTextbook('# 一\n\n栈与队列。'),
    'textbooks/small/draft.txt': '没有用到。',
  })
}

it('`remove` deletes site entries missing in the manifest, except in sections that the manifest lacks', async () => {
  await siteFolder()
  expect((await folder.run(database.db)).problems).toEqual([])
  const banner = await database.db.selectFrom('banners').selectAll().executeTakeFirstOrThrow()
  expect(banner.image).toMatch(/^\/media\/p\/[0-9a-f]{32}\.webp$/)
  expect(banner.html).toMatch(
    /<img src="\/media\/p\/[0-9a-f]{32}\.webp" width="1600" height="847" srcset="[^"]+-800\.webp 800w" sizes=/,
  )
  expect(banner.html).not.toMatch(/data-p|<h1/)
  const user = await database.db
    .insertInto('users')
    .values({ nickname: '甲', created_at: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database.db
    .updateTable('rosters')
    .set({ claimed_by: user.id, claimed_at: 1 })
    .where('student_no', '=', '1')
    .execute()

  await folder.write({
    'roster.csv': '学号,姓名,班级\n3,丙,c1\n',
    'manifest.yaml': full.replace(/articles: \[\{ slug: first.*\n/, 'articles: []\n').replace(/banners:.*\n/, ''),
  })
  await folder.run(database.db, 1_800_000_000, { remove: true })
  // A claimed roster entry is kept.
  const rosters = await database.db
    .selectFrom('rosters')
    .select(['student_no', 'claimed_by'])
    .orderBy('student_no')
    .execute()
  expect(rosters).toEqual([
    { student_no: '1', claimed_by: user.id },
    { student_no: '3', claimed_by: null },
  ])
  expect(await database.db.selectFrom('articles').selectAll().execute()).toEqual([])
  expect(await database.db.selectFrom('banners').select('slug').execute()).toEqual([{ slug: 'hello' }])
})

it('imported content is found by words, pairs of characters and pinyin initials', async () => {
  await siteFolder()
  await folder.run(database.db)
  const find = async (typed: string) =>
    (
      await database.db
        .selectFrom('search_documents')
        .select('title')
        .where(sql<boolean>`grams @@ ${gramQuery(typed)}::tsquery`)
        .execute()
    ).map(({ title }) => title)
  expect(await find('更换手机')).toEqual(['怎样更换手机号'])
  expect(await find('小教材')).toEqual(['小教材'])
  expect(await find('手机更换')).toEqual([])
  const initials = await database.db
    .selectFrom('search_documents')
    .select('title')
    .where(sql<boolean>`'lwz' = any (initials)`)
    .execute()
  expect(initials).toEqual([{ title: '林晚舟' }])
  const hits = await database.db
    .selectFrom('paragraphs')
    .select('text')
    .where(sql<boolean>`grams @@ ${gramQuery('队列')}::tsquery`)
    .execute()
  expect(hits).toEqual([{ text: '栈与队列。' }])
})

it('exported content can be imported into another database with the same result', async () => {
  await siteFolder()
  await folder.run(database.db)
  const out = join(folder.root, 'out')
  expect((await exportContent(database.db, folder.storage, out)).files).toBeGreaterThan(8)
  expect(await readFile(join(out, 'textbooks/small/chapters/one.md'), 'utf8')).toBe('# 一\n\n栈与队列。')
  const other = await createTestDatabase()
  expect((await importContent(other.db, out, { storage: folder.storage, now: 5 })).problems).toEqual([])
  expect((await listContent(other.db)).map((line) => line.split('  更新于')[0])).toEqual([
    'textbook/small  小教材  2 章节  7 字',
  ])
  await other.drop()
  await expect(exportContent(database.db, folder.storage, out)).rejects.toThrow('不是空文件夹')
  // Importing the export changes nothing, although the export omits a file to which nothing refers.
  expect(await readFile(join(out, 'site/banners/hello/main/pic.png'))).toEqual(
    await readFile(join(folder.path, 'banners/pic.png')),
  )
  const back = await importContent(database.db, out, { storage: folder.storage, now: 1_900_000_000 })
  expect([back.written, back.unchanged]).toEqual([[], ['site', 'textbook/small']])
})

it('with `partial`, imports valid content and rejects the rest', async () => {
  await siteFolder()
  await folder.run(database.db)
  await folder.write({ 'ebooks/bad/book.yaml': 'title: 坏', 'textbooks/small/chapters/two.md': '# 二\n\n改了。' })
  const report = await importContent(database.db, folder.path, { storage: folder.storage, now: 9, partial: true })
  expect([report.written, report.refused]).toEqual([['textbook/small'], ['ebook/bad']])
})
