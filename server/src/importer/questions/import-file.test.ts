import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SourceQuestion } from '../../questions/rubric'
import { createTestDatabase, type TestDatabase } from '../../testing/database'
import { createRenderer } from '../../text/renderer'
import { contentFolder } from '../import.fixture'
import { writeQuestionFile } from './export/write-file'
import { storedQuestions } from './export-file'
import { importQuestionFile } from './import-file'

const bank =
  'title: 小题库\nsubject: computing\nprice: 0\npublished: 2026-09-01\nchapters: [{ slug: all, title: 全部 }]\n'
const authorQuestion = '## own-one\ntype: judge\nchapter: all\nanswer: true\ntags: 栈\n\n自己的题 $x^2$。\n'
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const picture = `<quiz><question type="truefalse"><idnumber>with-picture</idnumber><name><text>图</text></name><questiontext format="html"><text><![CDATA[看图 <img src="@@PLUGINFILE@@/a.png" alt="一点">]]></text><file name="a.png" encoding="base64">${png}</file></questiontext><answer fraction="100"><text>true</text></answer></question></quiz>`

const to = { kind: 'bank' as const, slug: 'drill' }
let database: TestDatabase
let content: Awaited<ReturnType<typeof contentFolder>>
let files: string
const renderer = createRenderer()
beforeAll(async () => {
  database = await createTestDatabase()
  content = await contentFolder({ 'banks/drill/bank.yaml': bank, 'banks/drill/questions/own.md': authorQuestion })
  expect((await content.run(database.db)).problems).toEqual([])
  files = await mkdtemp(join(tmpdir(), 'dxx-files-'))
})
afterAll(async () => {
  await renderer.close()
  await content.remove()
  await rm(files, { recursive: true })
  await database.drop()
})

async function importText(name: string, text: string, chapter?: string, remove = false) {
  const path = join(files, name)
  await writeFile(path, text)
  const { db } = database
  return importQuestionFile({ db, storage: content.storage, renderer, path, to, chapter, remove, now: 1_800_000_000 })
}

const stored = async () => {
  const all: SourceQuestion[] = []
  for await (const { question } of storedQuestions(database.db, content.storage, to)) all.push(question)
  return all
}
const slugs = async () => (await stored()).map(({ slug }) => slug).sort()

it('importing a bank stores the number of its chapters; a hidden bank is not published', async () => {
  const bankFolder = await contentFolder({
    'banks/open/bank.yaml': bank,
    'banks/kept/bank.yaml': `${bank}hidden: true\n`,
  })
  expect((await bankFolder.run(database.db)).problems).toEqual([])
  const rows = await database.db
    .selectFrom('curricula')
    .select(['slug', 'chapter_count', 'published'])
    .where('slug', 'in', ['open', 'kept'])
    .orderBy('slug')
    .execute()
  expect(rows).toEqual([
    { slug: 'kept', chapter_count: 1, published: false },
    { slug: 'open', chapter_count: 1, published: true },
  ])
  await bankFolder.remove()
})

describe('a file imported into a bank by staff', () => {
  it('imports valid questions, reports the others, and does not change questions from the bank folder', async () => {
    const report = await importText('a.gift', '// [id:one]\n::One::对吗？{T}\n\n::Two::没有答案\n', 'all')
    expect(report).toMatchObject({
      imported: 1,
      refused: [{ line: 4, reason: expect.stringContaining('没有要回答的内容') }],
    })
    expect(await slugs()).toEqual(['one', 'own-one'])
    expect(await stored()).toMatchObject([
      { slug: 'own-one', chapter: 'all', tags: ['栈'] },
      { slug: 'one', chapter: 'all' },
    ])
  })

  it('updates questions of the same file, and removes missing ones only on request', async () => {
    await importText('b.gift', '// [id:b-one]\n::One::对吗？{T}\n\n// [id:b-two]\n::Two::对吗？{F}\n')
    const second = '// [id:b-two]\n::Two::真的对吗？{F}\n'
    expect(await importText('b.gift', second)).toMatchObject({ imported: 1, kept: ['b-one'], removed: [] })
    expect(await slugs()).toEqual(['b-one', 'b-two', 'one', 'own-one'])
    expect(await importText('b.gift', second, undefined, true)).toMatchObject({ kept: [], removed: ['b-one'] })
    expect(await slugs()).toEqual(['b-two', 'one', 'own-one'])
    // Importing the folder of the bank does not remove questions from files either.
    await content.write({ 'banks/drill/questions/own.md': authorQuestion.replace('自己的题', '自己改过的题') })
    await content.run(database.db)
    expect(await slugs()).toEqual(['b-two', 'one', 'own-one'])
    const versions = await database.db.selectFrom('question_versions').select('id').execute()
    expect(versions.length).toBeGreaterThan(3)
  })

  it('rejects a question with the slug of a question from another file, and an unknown chapter', async () => {
    const report = await importText(
      'c.gift',
      '// [id:own-one]\n::x::对吗？{T}\n\n// [id:y] [tag:dxx:chapter=none]\n::y::对吗？{T}\n',
    )
    expect(report.refused.map(({ reason }) => reason)).toEqual(['编号 own-one 已经有了，来自别的文件', '没有章节 none'])
    await expect(importText('c.gift', '::x::对吗？{T}', 'none')).rejects.toThrow('没有章节 none')
  })

  it('stores the images of questions, and an export contains them', async () => {
    expect(await importText('p.xml', picture)).toMatchObject({ imported: 1, refused: [], notes: [] })
    const row = await database.db
      .selectFrom('question_versions as v')
      .innerJoin('questions as q', 'q.version_id', 'v.id')
      .select('v.body')
      .where('q.slug', '=', 'with-picture')
      .executeTakeFirstOrThrow()
    expect(row.body.stem).toMatch(/<img src="media:f\/[\w-]+\.webp"[^>]* alt="一点">/)
    const path = join(files, 'out.xml')
    const report = await writeQuestionFile(path, 'moodle', storedQuestions(database.db, content.storage, to))
    expect(report.losses).toEqual([])
    await rm(join(files, 'p.xml'))
    const again = await writeQuestionFile(
      join(files, 'out.zip'),
      'qti',
      storedQuestions(database.db, content.storage, to),
    )
    expect(again).toMatchObject({ written: 4, losses: [] })
    const gift = await writeQuestionFile(
      join(files, 'out.gift'),
      'gift',
      storedQuestions(database.db, content.storage, to),
    )
    expect(gift.losses).toEqual([{ slug: 'with-picture', reason: 'GIFT 带不了图片', all: false }])
  })

  it('rejects an invalid file and changes nothing', async () => {
    const before = await slugs()
    await expect(importText('b.xml', '<quiz><question')).rejects.toThrow('XML')
    expect(await slugs()).toEqual(before)
  })

  it('assigns questions to the chapter named like their category; warns about unknown categories', async () => {
    const text = '$CATEGORY: $course$/top/全部\n\n// [id:d-one]\n甲{T}\n\n$CATEGORY: 别的\n\n// [id:d-two]\n乙{T}\n'
    const report = await importText('d.gift', text)
    expect(report.notes.map(({ note }) => note)).toEqual(['没有名为“别的”的章节，没有归入章节'])
    const found = (await stored()).filter(({ slug }) => slug.startsWith('d-'))
    expect(found.map(({ slug, chapter }) => [slug, chapter])).toEqual([
      ['d-one', 'all'],
      ['d-two', null],
    ])
    expect(report.balance.result.keys).toBe(2)
  })

  it('importing an unchanged file again writes nothing and repeats the report', async () => {
    const text = '// [id:u-one]\n甲{T}\n\n只有说明\n\n$CATEGORY: 别的\n\n// [id:u-two]\n乙{F}\n'
    const first = await importText('u.gift', text)
    expect(first).toMatchObject({ imported: 2, unchanged: false, refused: [{}], notes: [{}] })
    const rows = () => database.db.selectFrom('questions').selectAll().orderBy('id').execute()
    const before = await rows()
    expect(await importText('u.gift', text)).toEqual({ ...first, unchanged: true })
    expect(await rows()).toEqual(before)
  })

  it('a file is imported again after a change of its text, its options, its questions or other questions of the bank', async () => {
    const text = '// [id:v-one]\n甲{T}\n'
    const isRead = async (...more: [chapter?: string, remove?: boolean]) =>
      !(await importText('v.gift', text, ...more)).unchanged
    expect(await isRead()).toBe(true)
    expect(await isRead()).toBe(false)
    expect(await isRead('all')).toBe(true)
    expect(await isRead('all')).toBe(false)
    await database.db.updateTable('questions').set({ removed_at: 1 }).where('slug', '=', 'v-one').execute()
    expect(await isRead('all')).toBe(true)
    expect(await slugs()).toContain('v-one')
    await importText('w.gift', '// [id:w-one]\n丙{T}\n')
    expect(await isRead('all')).toBe(true)
    expect(await isRead('all')).toBe(false)
    expect((await importText('v.gift', `${text}\n丁{F}\n`, 'all')).unchanged).toBe(false)
  })

  it('an unchanged file is imported again if the storage lost one of its images', async () => {
    await importText('lost.xml', picture.replace('with-picture', 'lost-picture'))
    const again = () => importText('lost.xml', picture.replace('with-picture', 'lost-picture'))
    expect((await again()).unchanged).toBe(true)
    const { media_key: key } = await database.db
      .selectFrom('source_files')
      .select('media_key')
      .where('path', 'like', 'imported/lost.xml/%')
      .where('media_key', 'is not', null)
      .executeTakeFirstOrThrow()
    await content.storage.remove(key!)
    expect((await again()).unchanged).toBe(false)
    expect(await content.storage.size(key!)).not.toBeNull()
  })

  it('rejects an import into a bank that does not exist', async () => {
    const path = join(files, 'a.gift')
    const { db } = database
    const none = { kind: 'bank' as const, slug: 'none' }
    await expect(
      importQuestionFile({ db, storage: content.storage, renderer, path, to: none, now: 0 }),
    ).rejects.toThrow('没有 bank/none')
  })
})

describe('questions of a folder', () => {
  const textbook = `title: 书\nsubject: computing\nprice: 1\npublished: 2026-09-01\nauthor: 某人\nchapters:\n  - title: 章\n    test: t-one\n    sections: [{ slug: one, file: one.md }]\n`
  const judged = (slug: string, keys = '') => `## ${slug}\ntype: judge\nanswer: true\n${keys}\n题。\n`
  const check = async (questions: string, chapter = '# 一\n\n正文。') => {
    const folder = await contentFolder({
      'textbooks/book/textbook.yaml': textbook,
      'textbooks/book/one.md': chapter,
      'textbooks/book/questions/q.md': questions,
    })
    const lines = await folder.check()
    await folder.remove()
    return lines.filter((line) => line.startsWith('textbooks'))
  }

  it('reports the problems of questions with file and line', async () => {
    expect(await check(judged('a', 'test: t-one\n'))).toEqual([])
    expect(await check(`${judged('a', 'test: t-one\n')}\n${judged('a')}`)).toEqual([
      'textbooks/book/questions/q.md:8 错误 题目 a 已经写在 textbooks/book/questions/q.md:1 里',
    ])
    expect(await check(judged('a', 'test: none\n'))).toEqual([
      'textbooks/book/questions/q.md:1 错误 a：textbook.yaml 里没有测验 none',
      'textbooks/book/textbook.yaml:8 错误 测验 t-one 没有题目',
    ])
    expect(await check(judged('a', 'test: t-one\nchapter: one\n'))).toEqual([
      'textbooks/book/questions/q.md:1 错误 a：教材里的题不写 chapter，在正文里引用它或写 test',
    ])
    expect(await check(judged('a', 'test: t-one\n').replace('题。', '题 $\\frac{1$。 ![图](none.png)'))).toEqual([
      'textbooks/book/questions/q.md:1 错误 找不到图片 none.png',
      expect.stringMatching(/q\.md:1 错误 a：公式写错了/),
    ])
    expect(await check(judged('a', 'test: t-one\n').replace('题。', '[见](chapter:none)'))).toEqual([
      'textbooks/book/questions/q.md:1 错误 没有 slug 为 none 的章节',
    ])
    expect(await check(judged('a', 'test: t-one\n'), '# 一\n\n@[question](none)\n')).toEqual([
      'textbooks/book/one.md:3 错误 questions/ 里没有 slug 为 none 的题目',
    ])
  })
})
