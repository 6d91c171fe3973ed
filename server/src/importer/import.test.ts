import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { findProgram } from '../base/find-program'
import { repoRoot } from '../base/paths'
import { chapterUid } from '../base/stable-ids'
import { createTestDatabase, type TestDatabase } from '../testing/database'
import { formatProblem } from '../text/problems'
import { importContent } from './import'
import { contentFolder, smallTextbook, textbook } from './import.fixture'

let database: TestDatabase
let folder: Awaited<ReturnType<typeof contentFolder>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
afterEach(() => folder.remove())

/** Returns the transaction that last wrote each row of the content tables. */
async function lastWrites() {
  const tables = [
    ...['curricula', 'chapters', 'paragraphs', 'resources', 'search_documents', 'source_files', 'media', 'teachers'],
    ...['subjects', 'settings', 'related_curricula', 'schools', 'classes', 'rosters', 'help_articles', 'banners'],
  ]
  const writes: Record<string, unknown> = {}
  for (const table of tables) {
    const { rows } = await sql<{ xmin: string }>`select xmin::text, ctid::text from ${sql.table(table)}`.execute(
      database.db,
    )
    writes[table] = rows.map((row) => JSON.stringify(row)).sort()
  }
  return writes
}

const paragraphs = async (slug: string) =>
  database.db
    .selectFrom('paragraphs as p')
    .innerJoin('chapters as c', 'c.id', 'p.chapter_id')
    .select(['p.pid', 'p.text'])
    .where('c.uid', '=', chapterUid({ kind: 'textbook', slug: 'small' }, slug))
    .orderBy('p.position')
    .execute()

const chapters = () =>
  database.db
    .selectFrom('chapters')
    .innerJoin('curricula', 'curricula.id', 'chapters.curriculum_id')
    .select(['chapters.slug', 'chapters.title', 'chapters.revision', 'chapters.removed_at', 'chapters.position'])
    .where('curricula.slug', '=', 'small')
    .orderBy('chapters.position')
    .execute()

const first =
  '# 一：开头\n\n栈是后进先出的表。\n\n## 压栈 {#push}\n\n把元素放到最上面。\n\n同一句话。\n\n同一句话。\n\n最后一段讲讲历史。'

describe('importing a textbook', () => {
  it('fills the tables, and importing the same files again writes nothing', async () => {
    folder = await contentFolder(smallTextbook(first))
    expect(await folder.run(database.db)).toMatchObject({ problems: [], written: ['site', 'textbook/small'] })
    const row = await database.db
      .selectFrom('curricula')
      .selectAll()
      .where('slug', '=', 'small')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ kind: 'textbook', price_cents: 3950, chapter_count: 2, author: '某人' })
    expect(row.word_count).toBeGreaterThan(30)
    expect((await chapters()).map(({ slug, title }) => [slug, title])).toEqual([
      ['part-one', '第 1 章'],
      ['one', '一：开头'],
      ['two', '二'],
    ])
    expect((await paragraphs('one')).map(({ text }) => text)).toContain('把元素放到最上面。')

    const before = await lastWrites()
    expect(await folder.run(database.db, 1_900_000_000)).toMatchObject({
      written: [],
      unchanged: ['site', 'textbook/small'],
    })
    // Nothing is written even if every chapter is rendered again because an unrelated file changed.
    await folder.write({ 'textbooks/small/notes-for-the-author.txt': '与内容无关' })
    await folder.run(database.db, 1_900_000_000)
    const { curricula, ...after } = await lastWrites()
    const { curricula: _, ...untouched } = before
    expect(after).toEqual(untouched)
    const updated = await database.db
      .selectFrom('curricula')
      .select('updated_at')
      .where('slug', '=', 'small')
      .executeTakeFirstOrThrow()
    expect(updated.updated_at).toBe(1_800_000_000)
  })

  it('an edited paragraph keeps its id, other paragraphs move with their ids, and only that chapter changes', async () => {
    folder = await contentFolder(smallTextbook(first))
    await folder.run(database.db)
    const before = await paragraphs('one')
    const revisions = await chapters()
    await folder.write({
      'textbooks/small/chapters/one.md': first
        .replace('栈是后进先出的表。', '新加的一段，谁也不像。\n\n栈是一种后进先出的线性表。')
        .replace('最后一段讲讲历史。', ''),
    })
    await folder.run(database.db)
    const after = await paragraphs('one')
    const idOf = (rows: typeof before, start: string) => rows.find(({ text }) => text.startsWith(start))?.pid
    expect(idOf(after, '栈是一种')).toBe(idOf(before, '栈是后进'))
    expect(idOf(after, '压栈')).toBe('push')
    expect(after.filter(({ text }) => text === '同一句话。').map(({ pid }) => pid)).toEqual(
      before.filter(({ text }) => text === '同一句话。').map(({ pid }) => pid),
    )
    expect(before.map(({ pid }) => pid)).not.toContain(idOf(after, '新加'))
    expect(idOf(after, '最后一段')).toBeUndefined()
    expect(new Set(after.map(({ pid }) => pid)).size).toBe(after.length)
    expect((await chapters()).map(({ slug, revision }) => [slug, revision])).toEqual(
      revisions.map(({ slug, revision }) => [slug, slug === 'one' ? revision + 1 : revision]),
    )
    // A restored paragraph gets its previous id again.
    await folder.write({ 'textbooks/small/chapters/one.md': first })
    await folder.run(database.db)
    expect(idOf(await paragraphs('one'), '最后一段')).toBe(idOf(before, '最后一段'))
  })

  it('a removed chapter is only marked as removed, and can be restored', async () => {
    folder = await contentFolder(smallTextbook(first))
    await folder.run(database.db)
    const only = textbook.replace('      - { slug: two, file: chapters/two.md }\n', '')
    await folder.write({ 'textbooks/small/textbook.yaml': only })
    await folder.run(database.db, 1_800_000_100, { remove: true })
    expect((await chapters()).find(({ slug }) => slug === 'two')?.removed_at).toBe(1_800_000_100)
    await folder.write({ 'textbooks/small/textbook.yaml': textbook })
    await folder.run(database.db)
    expect((await chapters()).find(({ slug }) => slug === 'two')?.removed_at).toBeNull()
  })

  it('importing into two databases assigns the same ids', async () => {
    folder = await contentFolder(smallTextbook(first))
    await folder.run(database.db)
    const here = await paragraphs('one')
    const other = await createTestDatabase()
    await folder.run(other.db)
    const there = await other.db
      .selectFrom('paragraphs as p')
      .innerJoin('chapters as c', 'c.id', 'p.chapter_id')
      .select(['p.pid', 'p.text'])
      .where('c.slug', '=', 'one')
      .orderBy('p.position')
      .execute()
    await other.drop()
    expect(there).toEqual(here)
  })

  it('importing unchanged files again repeats their warnings', async () => {
    folder = await contentFolder(smallTextbook(`${first}\n\n[旧](old.md)`))
    const { problems } = await folder.run(database.db)
    expect(problems).toHaveLength(1)
    expect(await folder.run(database.db)).toMatchObject({ problems, written: [] })
    const alone = { ...problems[0]!, file: 'chapters/one.md' }
    const options = { storage: folder.storage, now: 1_800_000_000 }
    expect((await importContent(database.db, join(folder.path, 'textbooks/small'), options)).problems).toEqual([alone])
    await folder.write({ 'textbooks/small/chapters/one.md': first })
    expect((await folder.run(database.db)).problems).toEqual([])
    expect((await folder.run(database.db)).problems).toEqual([])
  })

  it('a long book reports its progress', async () => {
    const sections = Array.from({ length: 60 }, (_, i) => `      - { slug: s-${i}, file: chapters/two.md }\n`)
    folder = await contentFolder({
      ...smallTextbook(first),
      'textbooks/small/textbook.yaml': textbook + sections.join(''),
    })
    const progressLines: string[] = []
    const progress = (line: string) => void progressLines.push(line)
    await importContent(database.db, folder.path, { storage: folder.storage, now: 1_800_000_000, progress })
    expect(progressLines).toContain('  textbooks/small 检查 50/62 章节')
    expect(progressLines).toContain('  textbook/small 写入 50/63 章节')
  })

  it('writes nothing if there is any error', async () => {
    folder = await contentFolder({
      ...smallTextbook(first.replace('最后一段', '改过的一段')),
      'ebooks/broken/book.yaml': 'title: 坏书',
    })
    const before = await lastWrites()
    const report = await folder.run(database.db)
    expect(report.written).toEqual([])
    expect(report.refused).toEqual(['ebook/broken'])
    expect(await lastWrites()).toEqual(before)
  })

  it('two concurrent imports of the same files write once', async () => {
    folder = await contentFolder(smallTextbook(`${first}\n\n两人同时导入。`))
    const reports = await Promise.all([folder.run(database.db), folder.run(database.db)])
    expect(reports.flatMap(({ written }) => written)).toEqual(['textbook/small'])
  })
})

describe('poster of a video', () => {
  const withVideo = async (files: Record<string, Buffer> = {}) => {
    folder = await contentFolder({
      'courses/small/course.yaml': `title: 课
subject: computing
teacher: lin
price: 0
published: 2026-09-01
chapters:
  - title: 章
    lessons:
      - { slug: a, title: 一, video: videos/a.mp4 }
`,
      'courses/small/videos/a.mp4': await readFile(join(repoRoot, 'content/courses/python/videos/why-python.mp4')),
      ...files,
    })
    return (await folder.run(database.db)).problems.map(formatProblem)
  }
  const lesson = () =>
    database.db
      .selectFrom('chapters as c')
      .innerJoin('media as v', 'v.id', 'c.video_id')
      .leftJoin('media as p', 'p.id', 'v.poster_id')
      .select(['c.duration_seconds', 'p.key', 'p.width'])
      .where('c.title', '=', '一')
      .executeTakeFirstOrThrow()
  const webp = expect.stringMatching(/^p\/.*\.webp$/)
  afterEach(() => vi.unstubAllEnvs())

  it('the poster of a video is the image of the same name', async () => {
    const picture = sharp({ create: { width: 64, height: 36, channels: 3, background: 'navy' } })
    expect(await withVideo({ 'courses/small/videos/a.png': await picture.png().toBuffer() })).toEqual([])
    expect(await lesson()).toEqual({ duration_seconds: 52, key: webp, width: 64 })
  })

  it.runIf(findProgram('ffmpeg'))('without an image of the same name, the poster is a frame of the video', async () => {
    expect(await withVideo()).toEqual([])
    const { key, ...facts } = await lesson()
    expect({ key, ...facts }).toEqual({ duration_seconds: 52, key: webp, width: 640 })
    const frame = await sharp(await buffer(await folder.storage.read(key!))).stats()
    // The frame is an image, not a single colour.
    expect(frame.entropy).toBeGreaterThan(0.5)
  })

  it('without an image and without ffmpeg there is no poster, and the report contains a warning', async () => {
    vi.stubEnv('PATH', '')
    expect(await withVideo()).toEqual([
      'courses/small/course.yaml:9 提醒 videos/a.mp4 没有海报，本机也没有能截取画面的 ffmpeg，播放前只有黑色画面；请在旁边放一张同名的 jpg、png 或 webp',
    ])
    expect(await lesson()).toEqual({ duration_seconds: 52, key: null, width: null })
  })
})
