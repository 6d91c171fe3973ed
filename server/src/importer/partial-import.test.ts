import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { contentRows } from './content-rows.fixture'
import { ContentTests, now, one, school, two } from './content-tests.fixture'
import { contentFolder, site, smallTextbook, textbook } from './import.fixture'

const content = new ContentTests()

describe('a partial import', () => {
  it('students that the roster file does not contain stay, whether claimed or not', async () => {
    await content.open({
      'manifest.yaml': school(`${one}, ${two}`),
      'r.csv': '学号,姓名,班级\n1,甲,一班\n2,乙,一班\n3,丙,二班\n',
    })
    await content.folder.run(content.db)
    await content.folder.write({ 'manifest.yaml': school(one), 'r.csv': '学号,姓名,班级\n2,乙改,一班\n4,丁,一班\n' })
    const report = await content.folder.run(content.db)
    expect(await content.students()).toEqual(['1', '2', '3', '4'])
    expect(report.difference).toEqual({
      added: ['名册 s/4 丁'],
      changed: ['名册 s/2 乙改'],
      kept: expect.arrayContaining(['名册 s/1 甲', '名册 s/3 丙', '班级 s/c2 二班']),
      removed: [],
      console: [],
    })
    const removed = await content.folder.run(content.db, now, { remove: true })
    expect(await content.students()).toEqual(['2', '4'])
    expect(removed.difference).toMatchObject({
      kept: [],
      removed: expect.arrayContaining(['名册 s/1 甲', '名册 s/3 丙', '班级 s/c2 二班']),
    })
  })

  it('banners, teachers, help, articles, subjects, versions and agreements missing in the manifest stay', async () => {
    const banner = (slug: string) => `{ slug: ${slug}, title: 轮播${slug}, colour: blue, body: b.md }`
    const whole = `${site}categories: [{ slug: a, title: 甲, icon: i, colour: blue, link: l }, { slug: b, title: 乙, icon: i, colour: blue, link: l }]
banners: [${['w', 'x', 'y', 'z'].map(banner).join(', ')}]
articles: [{ slug: a, title: 文章, published: 2026-09-01, body: b.md }]
agreements: [{ id: 1, title: 协议, body: b.md, updated: 2026-09-01 }]
versions: [{ version: 1.0.0, notes: 首个, force: false, url: https://example.com, published: 2026-09-01 }]
help: [{ slug: h, title: 帮助, articles: [{ slug: h1, title: 甲, body: b.md }, { slug: h2, title: 乙, body: b.md }] }, { slug: g, title: 其他, articles: [] }]
`
    await content.open({ 'manifest.yaml': whole, 'b.md': '正文。' })
    await content.folder.run(content.db)
    const before = await contentRows(content.db)
    const part = `subjects: [{ slug: law, name: 法学, colour: red }]
teachers: [{ slug: chen, name: 陈, intro: b.md }]
categories: [{ slug: c, title: 丙, icon: i, colour: blue, link: l }]
banners: [${banner('y')}, ${banner('new')}]
articles: [{ slug: b, title: 文章二, published: 2026-09-01, body: b.md }]
agreements: [{ id: 2, title: 协议, body: b.md, updated: 2026-09-01 }]
versions: [{ version: 1.0.1, notes: 修正, force: false, url: https://example.com, published: 2026-09-02 }]
help: [{ slug: h, title: 帮助, articles: [{ slug: h3, title: 丙, body: b.md }] }]
`
    const other = await contentFolder({ 'manifest.yaml': part, 'b.md': '正文。' })
    content.opened.push(other)
    const { difference } = await other.run(content.db)
    expect([difference.changed, difference.removed]).toEqual([[], []])
    expect(difference.kept).toHaveLength(3 + 1 + 1 + 2 + 1 + 1 + 1 + 2 + 1)
    const after = await contentRows(content.db)
    const unordered = (rows: unknown[] = []) => rows.map((row) => String(row).replace(/"position":\d+/, ''))
    for (const [table, rows] of Object.entries(before))
      expect(unordered(after[table]), table).toEqual(expect.arrayContaining(unordered(rows)))
    const order = await content.db.selectFrom('banners').select(['slug', 'position']).orderBy('position').execute()
    expect(order.map(({ slug, position }) => `${slug}${position}`)).toEqual(['w0', 'x1', 'y2', 'new3', 'z4'])
  })

  it('rows that other rows refer to stay, even with `remove`', async () => {
    await content.open({
      ...smallTextbook('# 一\n\n正文。'),
      'manifest.yaml': `${site}${school(one)}`,
      'r.csv': '学号,姓名,班级\n1,甲,一班\n',
    })
    await content.folder.run(content.db)
    const user = await content.db
      .insertInto('users')
      .values({ nickname: '甲', created_at: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`update rosters set claimed_by = ${user.id}, claimed_at = 1`.execute(content.db)
    const other = await contentFolder({
      'manifest.yaml': 'subjects: [{ slug: law, name: 法学, colour: red }]\nteachers: []\nschools: []\n',
    })
    content.opened.push(other)
    const { difference } = await other.run(content.db, now, { remove: true })
    expect(difference.kept).toEqual(
      expect.arrayContaining(['学科 computing 计算机', '学校 s 江城大学', '班级 s/c1 一班'].slice(0, 2)),
    )
    expect(difference.removed).toEqual(['教师 lin 林晚舟'])
    expect(await content.students()).toEqual(['1'])
  })

  it('chapters and questions missing in the folder stay, with their text, until removal is requested', async () => {
    const bank = (chapters: string) =>
      `title: 题库\nsubject: computing\nprice: 0\npublished: 2026-09-01\nchapters: [${chapters}]\n`
    const judge = (slug: string, stem = '对吗？', chapter = 'c1') =>
      `## ${slug}\ntype: judge\nanswer: true\nchapter: ${chapter}\n\n${stem}\n\n`
    await content.open({
      ...smallTextbook('# 一\n\n第一节。', '# 二\n\n第二节。'),
      'banks/b/bank.yaml': bank('{ slug: c1, title: 甲 }, { slug: c2, title: 乙 }'),
      'banks/b/questions/a.md': judge('q1') + judge('q2', '真的？', 'c2'),
    })
    await content.folder.run(content.db)
    // The file of section two now belongs to section three.
    await content.folder.write({
      'textbooks/small/textbook.yaml': textbook.replace('slug: two, file', 'slug: three, file'),
      'textbooks/small/chapters/two.md': '# 三\n\n第三节。',
      'banks/b/bank.yaml': bank('{ slug: c3, title: 丙 }, { slug: c1, title: 甲 }'),
      'banks/b/questions/a.md': judge('q1', '改过。') + judge('q3', '新的。', 'c3'),
    })
    const plan = await content.folder.run(content.db, now, { dryRun: true })
    expect(plan.difference).toEqual({
      added: expect.arrayContaining(['章节 textbook/small three 三', '题目 bank/b q3 新的。', '章节 bank/b c3 丙']),
      changed: expect.arrayContaining(['题目 bank/b q1 改过。']),
      kept: ['章节 textbook/small two 二', '章节 bank/b c2 乙', '题目 bank/b q2 真的？'],
      removed: [],
      console: [],
    })
    const imported = await content.folder.run(content.db)
    expect(imported.difference).toEqual(plan.difference)
    const chapters = () =>
      sql<{ slug: string; plain: string }>`select slug, plain from chapters where removed_at is null and kind = 'text'
        order by position`.execute(content.db)
    expect((await chapters()).rows.map(({ slug, plain }) => `${slug} ${plain.trim()}`)).toEqual([
      'one 第一节。',
      'three 第三节。',
      'two 第二节。',
    ])
    await content.isSameElsewhere()
    const removing = await content.folder.run(content.db, now, { remove: true })
    expect(removing.difference.removed).toEqual(
      ['章节 textbook/small two 二', '章节 bank/b c2 乙', '题目 bank/b q2 真的？'].sort(
        (a, b) => removing.difference.removed.indexOf(a) - removing.difference.removed.indexOf(b),
      ),
    )
    expect((await chapters()).rows).toHaveLength(2)
    await content.isSameElsewhere()
  })

  it('the first section of a chapter stays in the chapter, and nothing else changes', async () => {
    await content.open(smallTextbook('# 一\n\n第一节。', '# 二\n\n第二节。'))
    await content.folder.run(content.db)
    const rows = async () => (await contentRows(content.db)).chapters
    const before = await rows()
    await content.folder.write({
      'textbooks/small/textbook.yaml': textbook.replace(/.*slug: one.*\n/, ''),
      'textbooks/small/chapters/one.md': null,
    })
    const kept = { added: [], changed: [], kept: ['章节 textbook/small one 一'], removed: [], console: [] }
    const plan = await content.folder.run(content.db, now, { dryRun: true })
    expect(plan.difference).toEqual(kept)
    expect((await content.folder.run(content.db)).difference).toEqual(kept)
    expect(await rows()).toEqual(before)
    await content.folder.write({ 'textbooks/small/chapters/two.md': '# 二\n\n改过。' })
    expect((await content.folder.run(content.db)).difference).toEqual({
      ...kept,
      changed: ['内容 textbook/small 小教材', '章节 textbook/small two 二'],
    })
    await content.isSameElsewhere()
  })

  it('lists the remaining rows on every import and in a dry run', async () => {
    await content.open({
      ...smallTextbook('# 一\n\n正文。'),
      'manifest.yaml': `${site}${school(`${one}, ${two}`)}`,
      'r.csv': '学号,姓名,班级\n1,甲,一班\n',
    })
    await content.folder.run(content.db)
    await content.folder.write({
      'manifest.yaml': `${site}${school(one)}`,
      'textbooks/small/textbook.yaml': textbook.replace(/.*slug: two.*\n/, ''),
      'textbooks/small/chapters/two.md': null,
    })
    const remaining = ['班级 s/c2 二班', '章节 textbook/small two 二']
    const first = await content.folder.run(content.db)
    expect(first.difference.kept).toEqual(remaining)
    const plan = await content.folder.run(content.db, now, { dryRun: true })
    const again = await content.folder.run(content.db)
    for (const { difference, written } of [plan, again])
      expect([written, difference]).toEqual([[], { added: [], changed: [], kept: remaining, removed: [], console: [] }])
  })
})

it('a dry run changes nothing and reports the changes of the import', async () => {
  await content.open({ ...smallTextbook('# 一\n\n正文。'), 'manifest.yaml': site })
  const plan = await content.folder.run(content.db, now, { dryRun: true })
  expect((await contentRows(content.db)).curricula).toEqual([])
  expect(await readdir(join(content.folder.root, 'data')).catch(() => [])).toEqual([])
  const done = await content.folder.run(content.db)
  expect(done.difference).toEqual(plan.difference)
  expect(done.difference.added).toContain('内容 textbook/small 小教材')
  expect(await content.folder.run(content.db)).toMatchObject({
    written: [],
    difference: { added: [], changed: [], removed: [] },
  })
})

it('removing `hidden` from a manifest publishes content; content unpublished in the database stays so', async () => {
  await content.open(smallTextbook('# 一\n\n正文。'))
  const published = async () =>
    (await content.db.selectFrom('curricula').select('published').executeTakeFirstOrThrow()).published
  const write = (more: string) => content.folder.write({ 'textbooks/small/textbook.yaml': textbook + more })
  await write('hidden: true\n')
  await content.folder.run(content.db)
  expect(await published()).toBe(false)
  await write('')
  await content.folder.run(content.db)
  expect(await published()).toBe(true)
  expect((await content.folder.run(content.db)).written).toEqual([])
  await content.db.updateTable('curricula').set({ published: false }).execute()
  await write('subtitle: 改了\n')
  await content.folder.run(content.db)
  expect(await published()).toBe(false)
  // The export contains the values of the database, not those of the manifest.
  await content.isSameElsewhere({ edited: true })
})
