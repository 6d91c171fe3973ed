import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { chapterUid } from '../base/stable-ids'
import { testStart } from '../testing/app'
import { asStaff, createStaff } from '../testing/staff'
import { html, one, prepareStudio, publish, save, studio, textOf, upload, write } from './studio-draft.fixture'

prepareStudio()

const open = () => studio.editor.call('GET /staff/v1/studio_open', { id: studio.book.uid })

const change = (step: object) =>
  studio.editor.call('POST /staff/v1/studio_tree', { id: studio.book.uid, change: step as never })

describe('studio_save', () => {
  it('stores a draft that students do not see until it is published', async () => {
    await write('# 一\n\n改过的正文。')
    expect(await html()).not.toContain('改过')
    expect(await open()).toMatchObject({ draft: { files: 1, updatedBy: '王编辑' }, changes: [{ path: one }] })
    expect((await open()).tree.find(({ slug }) => slug === 'one')).toMatchObject({ state: 'changed', title: '一' })
    await publish()
    expect(await html()).toContain('改过的正文')
    expect(await open()).toMatchObject({ draft: null, publication: null, revision: 2 })
  })

  it('refuses a text that is based on an older one, and names who changed it', async () => {
    const { hash } = await textOf()
    const second = await studio.another('赵编辑')
    const input = { id: studio.book.uid, path: one, base: hash }
    await second.call(save, { ...input, text: '# 一\n\n她的。' })
    const refused = await studio.editor.send(save, { ...input, text: '# 一\n\n我的。' })
    expect(refused).toMatchObject({ data: { error: 'draft-changed', by: '赵编辑' } })
    // A repeated save whose response was lost succeeds.
    expect(await second.call(save, { ...input, text: '# 一\n\n她的。' })).toMatchObject({ changed: true })
    const presence = await studio.editor.call('POST /staff/v1/studio_presence', { id: studio.book.uid, path: one })
    expect(presence.others).toMatchObject([{ name: '赵编辑', path: one }])
  })

  it('drops a draft that equals the published text', async () => {
    const { text } = await textOf()
    await write('# 一\n\n改过。')
    expect(await write(text)).toMatchObject({ changed: false })
    expect(await open()).toMatchObject({ draft: null })
  })

  it('refuses paths outside the texts, and a manifest with another price', async () => {
    const base = ''
    for (const path of ['questions/a.md', 'figures/a.png'])
      expect(await studio.editor.send(save, { id: studio.book.uid, path, text: 'x', base })).toMatchObject({
        data: { error: 'content-refused' },
      })
    expect(await studio.editor.send(save, { id: studio.book.uid, path: '../a.md', text: 'x', base })).toMatchObject({
      data: { error: 'invalid-input' },
    })
    const { text, hash } = await textOf('textbook.yaml')
    const cheap = { id: studio.book.uid, path: 'textbook.yaml', text: text.replace('39.5', '1'), base: hash }
    expect(await studio.editor.send(save, cheap)).toMatchObject({ data: { error: 'content-refused' } })
  })

  it('a curriculum outside the scope is reported as not found', async () => {
    expect(await studio.editor.send('GET /staff/v1/studio_open', { id: studio.bank.uid })).toMatchObject({
      data: { error: 'content-not-found' },
    })
    const list = await studio.editor.call('GET /staff/v1/studio_list', {})
    expect(list.list.map(({ title }) => title)).toEqual(['小教材'])
  })
})

describe('publishing a draft', () => {
  it('studio_check counts highlights that are found again for certain and that are lost', async () => {
    const { server, book } = studio
    const student = await server.as()
    const chapterId = chapterUid({ kind: 'textbook', slug: 'small' }, 'one')
    const blocks = await server.db
      .selectFrom('paragraphs as p')
      .innerJoin('chapters as c', 'c.id', 'p.chapter_id')
      .select(['p.pid', 'p.text'])
      .where('c.uid', '=', chapterId)
      .execute()
    for (const exact of ['后进先出的表', '队列，先进先出']) {
      const { pid, text } = blocks.find((block) => block.text.includes(exact))!
      const start = text.indexOf(exact)
      const end = start + exact.length
      const locator = { pid, start, end, exact, prefix: text.slice(0, start), suffix: text.slice(end) }
      const id = randomUUID()
      const change = {
        id,
        curriculumId: book.uid,
        chapterId,
        mark: 'yellow' as const,
        locator,
        revision: 1,
        at: testStart,
      }
      await student.call('POST /v1/textbooks_brightness', change)
    }
    await write('# 一\n\n新加的一段。\n\n大家都知道，栈是后进先出的表。')
    const check = await studio.editor.call('GET /staff/v1/studio_check', { id: book.uid })
    expect(check).toMatchObject({
      problems: [],
      difference: { changed: expect.arrayContaining(['章节 textbook/small one 一']) },
      highlights: { certain: 1, unsure: 0, lost: 1 },
    })
    expect(await html()).not.toContain('新加的')
    await publish()
    const { list } = await student.call('GET /v1/textbooks_brightness_search', { id: book.uid })
    expect(list.map(({ state }) => state).sort()).toEqual(['lost', 'sure'])
  })

  it('a draft with errors is not published and keeps the report', async () => {
    await write('# 一\n\n[见](chapter:nowhere)')
    await publish()
    const item = await open()
    expect(item.publication).toMatchObject({
      state: 'failed',
      problems: [{ file: one, line: 3, level: 'error', text: '没有 slug 为 nowhere 的章节' }],
    })
    expect(item.draft).toMatchObject({ files: 1 })
    await studio.editor.call('POST /staff/v1/studio_publish_cancel', { id: studio.book.uid })
    expect(await open()).toMatchObject({ publication: null, draft: { files: 1 } })
  })

  it('a planned publication is executed at its time, and can be cancelled before', async () => {
    await write('# 一\n\n以后的正文。')
    await publish(testStart + 3600)
    expect(await open()).toMatchObject({ publication: { state: 'planned', at: testStart + 3600 } })
    expect(await html()).not.toContain('以后的')
    studio.server.clock.set(testStart + 3600)
    await studio.publishDue()
    expect(await html()).toContain('以后的')
  })

  it('publishing does not change the price and the shelf, which other pages set', async () => {
    const { db } = studio.server
    await db
      .updateTable('curricula')
      .set({ price_cents: 700, published: false })
      .where('id', '=', studio.book.id)
      .execute()
    await write('# 一\n\n改过。')
    await publish()
    const row = await db
      .selectFrom('curricula')
      .select(['price_cents', 'published'])
      .where('id', '=', studio.book.id)
      .executeTakeFirst()
    expect(row).toEqual({ price_cents: 700, published: false })
  })

  it("after edits in the console and in the files at once, a book has both; where both changed, it has the console's", async () => {
    await write('# 一\n\n管理台改的。')
    await publish()
    await studio.folder.write({
      'textbooks/small/chapters/one.md': '# 一\n\n文件改的。',
      'textbooks/small/chapters/two.md': '# 二\n\n文件改的第二节。',
    })
    const { difference } = await studio.import()
    expect(difference.console).toEqual([expect.stringContaining('chapters/one.md 保留管理台')])
    expect(await html('one')).toContain('管理台改的')
    expect(await html('two')).toContain('文件改的第二节')
  })
})

describe('studio_tree', () => {
  it('adds, renames, moves and removes sections, and publishing shows the result', async () => {
    const added = await change({ op: 'add', kind: 'text', title: '三', parent: 'part-one', index: 0 })
    const { slug } = added
    expect(added.item.tree.map((node) => node.slug)).toEqual(['part-one', slug, 'one', 'two'])
    await change({ op: 'rename', slug, title: '第三节' })
    await change({ op: 'rename', slug: 'part-one', title: '新的第一章' })
    await change({ op: 'move', slug, parent: 'part-one', index: 2 })
    await change({ op: 'free', slug: 'two', free: true })
    const { item } = await change({ op: 'remove', slug: 'one' })
    expect(item.tree.map(({ slug: name, title, free, state }) => [name, title, free, state])).toEqual([
      ['part-one', '新的第一章', false, 'same'],
      ['two', '二', true, 'same'],
      [slug, '第三节', false, 'new'],
    ])
    await publish()
    const rows = await studio.server.db
      .selectFrom('chapters')
      .select(['slug', 'title'])
      .where('curriculum_id', '=', studio.book.id)
      .where('removed_at', 'is', null)
      .orderBy('position')
      .execute()
    expect(rows.map((row) => row.title)).toEqual(['新的第一章', '二', '第三节'])
  })

  it('a change returns the input that undoes it', async () => {
    const { undo } = await change({ op: 'remove', slug: 'one' })
    await studio.editor.call(save, { id: studio.book.uid, ...undo })
    expect((await open()).tree.map(({ slug }) => slug)).toEqual(['part-one', 'one', 'two'])
    expect(await open()).toMatchObject({ draft: null })
  })

  it('removing a resource that has the name of a section does not remove the section', async () => {
    const link = { kind: 'link' as const, path: null, url: 'https://example.com/' }
    const { item } = await change({ op: 'resource', slug: 'one', title: '参考', ...link })
    expect(item.resources).toEqual([{ slug: 'one', title: '参考', ...link }])
    const { item: after } = await change({ op: 'remove-resource', slug: 'one' })
    expect(after.resources).toEqual([])
    expect(after.tree.map(({ slug }) => slug)).toEqual(['part-one', 'one', 'two'])
  })

  it('creating a part also creates its first section, and deleting the last section deletes the part', async () => {
    const { item, slug } = await change({ op: 'add', kind: 'part', title: '第 2 章', parent: null })
    const inner = item.tree.find(({ parent }) => parent === slug)!
    expect(inner).toMatchObject({ title: '新的一节', kind: 'text' })
    const { item: after } = await change({ op: 'remove', slug: inner.slug })
    expect(after.tree.map((node) => node.slug)).toEqual(['part-one', 'one', 'two'])
  })
})

describe('what is shown beside the chapters', () => {
  it('a cover and an introduction are drafted, shown in the studio and published', async () => {
    const { editor, book, server } = studio
    const picture = await sharp({ create: { width: 60, height: 80, channels: 3, background: '#2b6cff' } })
      .png()
      .toBuffer()
    const path = await upload(picture, '封面.png')
    await change({ op: 'fields', fields: { cover: path, intro: 'intro.md' } })
    await write('# 介绍\n\n这本书讲栈。', 'intro.md')
    expect((await open()).fields).toMatchObject({ cover: path, intro: 'intro.md' })
    const { url } = await editor.call('GET /staff/v1/studio_media', { id: book.uid, path })
    expect((await fetch(server.base + url)).headers.get('content-type')).toBe('image/png')
    await publish()
    const row = () =>
      server.db
        .selectFrom('curricula')
        .select(['intro_html', 'cover_id'])
        .where('id', '=', book.id)
        .executeTakeFirstOrThrow()
    expect((await row()).intro_html).toContain('这本书讲栈')
    expect((await row()).cover_id).not.toBeNull()
    // A second change of the fields leaves the text unchanged; an empty cover selects the drawn one again.
    await change({ op: 'fields', fields: { cover: '', intro: 'intro.md' } })
    await publish()
    expect(await row()).toMatchObject({ intro_html: expect.stringContaining('这本书讲栈'), cover_id: null })
  })

  it('a preview link shows the questions and resources that a text embeds', async () => {
    const { editor, book, server } = studio
    await change({
      op: 'resource',
      slug: 'site',
      title: '可视化',
      kind: 'link',
      path: null,
      url: 'https://example.com/',
    })
    await write('# 一\n\n@[resource](site)\n')
    const { path } = await editor.call('POST /staff/v1/studio_link', { id: book.uid, hours: 2 })
    const { node } = await server.guest.call('GET /v1/draft_preview', { token: path.split('/').at(-1)! })
    expect(node).toMatchObject({ resources: [{ slug: 'site', title: '可视化', kind: 'link' }], questions: [] })
    expect(node?.html).toContain(node?.resources[0]?.id)
  })
})

describe('revisions', () => {
  it('lists, compares and restores revisions through the draft', async () => {
    const { text: first } = await textOf()
    await write('# 一\n\n第二版。')
    await publish()
    await write('# 一\n\n第三版。')
    await publish()
    const { list } = await studio.editor.call('GET /staff/v1/studio_revisions', { id: studio.book.uid })
    expect(list.map(({ number, origin, by, note }) => [number, origin, by, note])).toEqual([
      [3, 'console', '王编辑', '改了一处'],
      [2, 'console', '王编辑', '改了一处'],
      [1, 'start', '', ''],
    ])
    const compared = await studio.editor.call('GET /staff/v1/studio_compare', { id: studio.book.uid, from: 1, to: 3 })
    expect(compared.files).toEqual([{ path: one, before: first, after: '# 一\n\n第三版。', isText: true }])
    const restore = { id: studio.book.uid, revision: 1 }
    expect(await studio.editor.call('POST /staff/v1/studio_restore', restore)).toEqual({ files: 1 })
    const restored = { id: studio.book.uid, path: one }
    expect(await studio.editor.call('GET /staff/v1/studio_text', restored)).toMatchObject({ isOwn: true })
    expect(await html()).toContain('第三版')
    await publish()
    expect(await html()).toContain('后进先出')
    expect(
      await studio.editor.send('POST /staff/v1/studio_restore', { id: studio.book.uid, revision: 9 }),
    ).toMatchObject({
      data: { error: 'revision-not-found' },
    })
  })
})

describe('studio_create', () => {
  it('a teacher creates a free textbook, edits it and publishes it for students', async () => {
    const { server } = studio
    const teacher = await createStaff(server, 'teacher', { kind: 'curriculum', id: studio.bank.id }, '陈老师')
    const client = await asStaff(server, teacher)
    const input = { kind: 'textbook' as const, title: '新教材', slug: 'fresh', subject: 'computing', author: '陈某' }
    const { id } = await client.call('POST /staff/v1/studio_create', input)
    expect(await client.send('POST /staff/v1/studio_create', input)).toMatchObject({
      data: { error: 'content-refused' },
    })
    const row = () =>
      server.db
        .selectFrom('curricula')
        .select(['published', 'title', 'chapter_count'])
        .where('uid', '=', id)
        .executeTakeFirst()
    expect(await row()).toMatchObject({ published: false })
    const item = await client.call('GET /staff/v1/studio_open', { id })
    expect(item).toMatchObject({
      canPublish: true,
      tree: [{ kind: 'part' }, { kind: 'text', title: '1.1 第一节', state: 'new' }],
    })
    await client.call('POST /staff/v1/studio_publish', { id })
    await studio.publishDue()
    expect(await row()).toEqual({ published: true, title: '新教材', chapter_count: 1 })
  })
})

describe('studio_preview', () => {
  it('renders as an import does, and reports problems with their lines', async () => {
    const text = '# 一\n\n公式 $x^2$。\n\n```python run id=a\nprint(1)\n```\n\n<b>x</b>\n\n![图](figures/none.png)\n'
    const preview = await studio.editor.call('POST /staff/v1/studio_preview', { id: studio.book.uid, path: one, text })
    expect(preview.html).toContain('katex')
    expect(preview.html).toContain('data-cell="a"')
    expect(preview.html).not.toContain('<b>')
    expect(preview.problems.map(({ line }) => line)).toContain(11)
    expect(await open()).toMatchObject({ draft: null })
  })
})

describe('studio_link', () => {
  it('opens the draft without a login until it expires, and a changed token opens nothing', async () => {
    await write('# 一\n\n草稿里的正文。')
    const { path, expiresAt } = await studio.editor.call('POST /staff/v1/studio_link', {
      id: studio.book.uid,
      hours: 2,
    })
    const token = path.split('/').at(-1)!
    const { guest } = studio.server
    const seen = await guest.call('GET /v1/draft_preview', { token })
    expect(seen).toMatchObject({ title: '小教材', expiresAt, node: { slug: 'one' } })
    expect(seen.node?.html).toContain('草稿里的正文')
    expect(seen.tree.map(({ title }) => title)).toEqual(['第 1 章', '一', '二'])
    const forged = token.replace(String(expiresAt), String(expiresAt + 60))
    for (const other of [forged, `${token}x`, 'x', token.replace(studio.book.uid, studio.bank.uid)])
      expect(await guest.send('GET /v1/draft_preview', { token: other })).toMatchObject({
        data: { error: 'preview-expired' },
      })
    studio.server.clock.set(expiresAt)
    expect(await guest.send('GET /v1/draft_preview', { token })).toMatchObject({ data: { error: 'preview-expired' } })
  })
})
