import { describe, expect, it } from 'vitest'
import { markConsoleFields } from './console-fields'
import { ContentTests, now } from './content-tests.fixture'
import { smallTextbook, textbook } from './import.fixture'
import { filesAt, writeSourceFiles } from './revisions'

const content = new ContentTests()

const idOf = async (slug: string) =>
  (await content.db.selectFrom('curricula').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id

async function* files(...list: [string, string][]) {
  for (const [path, text] of list) yield { path, text, mediaKey: null }
}

/** Changes source files as a publication from the console does. */
const publishFiles = async (slug: string, ...list: [string, string][]) =>
  writeSourceFiles(
    content.db,
    await idOf(slug),
    { changed: list.map(([path]) => path), removed: [], files: files(...list) },
    { kind: 'console', by: null, note: '' },
    now,
  )

const revisions = () =>
  content.db.selectFrom('content_revisions').select(['number', 'origin']).orderBy('number').execute()

describe('revisions of imported content', () => {
  it('a first import records no revision, and a change keeps the state before it', async () => {
    await content.open(smallTextbook('# 一\n\n旧的正文。'))
    await content.folder.run(content.db)
    expect(await revisions()).toEqual([])
    await content.folder.write({ 'textbooks/small/chapters/one.md': '# 一\n\n新的正文。' })
    await content.folder.run(content.db)
    expect(await revisions()).toEqual([
      { number: 1, origin: 'start' },
      { number: 2, origin: 'files' },
    ])
    const id = await idOf('small')
    const textAt = async (number: number) =>
      (await filesAt(content.db, id, number)).find(({ path }) => path === 'chapters/one.md')?.text
    expect([await textAt(1), await textAt(2)]).toEqual(['# 一\n\n旧的正文。', '# 一\n\n新的正文。'])
    // The second revision stores only the changed file.
    expect(await content.db.selectFrom('content_revision_files').selectAll().execute()).toHaveLength(4)
  })

  it('importing the same files again records no revision', async () => {
    await content.open(smallTextbook('# 一\n\n正文。'))
    await content.folder.run(content.db)
    await content.folder.run(content.db)
    await content.folder.run(content.db, now, { takeFiles: true })
    expect(await revisions()).toEqual([])
  })
})

describe('an import after changes in the console', () => {
  it('a text changed in the console stays and is reported, and takeFiles replaces it by the file', async () => {
    await content.open(smallTextbook('# 一\n\n最初的正文。'))
    await content.folder.run(content.db)
    await publishFiles('small', ['chapters/one.md', '# 一\n\n管理台的正文。'])
    await content.folder.write({
      'textbooks/small/chapters/one.md': '# 一\n\n文件的正文。',
      'textbooks/small/chapters/two.md': '# 二\n\n文件里改了的第二节。',
    })
    const report = await content.folder.run(content.db)
    expect(report.difference.console).toEqual([expect.stringContaining('textbooks/small/chapters/one.md')])
    const html = async (slug: string) =>
      (await content.db.selectFrom('chapters').select('html').where('slug', '=', slug).executeTakeFirstOrThrow()).html
    expect(await html('one')).toContain('管理台的正文')
    expect(await html('two')).toContain('文件里改了的第二节')
    await content.isSameElsewhere()
    const taken = await content.folder.run(content.db, now, { takeFiles: true })
    expect(taken.difference.console).toEqual([])
    expect(await html('one')).toContain('文件的正文')
  })

  it('a price set in the console stays, and plan and import report it', async () => {
    await content.open(smallTextbook('# 一\n\n正文。'))
    await content.folder.run(content.db)
    await content.db.updateTable('curricula').set({ price_cents: 900 }).execute()
    await markConsoleFields(content.db, 'curricula textbook/small', ['price_cents'], null, now)
    await content.folder.write({ 'textbooks/small/textbook.yaml': textbook.replace('39.5', '50') })
    for (const dryRun of [true, false]) {
      const report = await content.folder.run(content.db, now, { dryRun })
      expect(report.difference.console).toEqual(['内容 textbook/small 价格 保留管理台 2027-01-15 的改动'])
    }
    const price = async () => (await content.db.selectFrom('curricula').select('price_cents').execute())[0]?.price_cents
    expect(await price()).toBe(900)
    await content.folder.run(content.db, now, { takeFiles: true })
    expect(await price()).toBe(5000)
  })

  it('questions that the console changed or retired stay, and all other questions come from the file', async () => {
    const bank = 'title: 题库\nsubject: computing\nprice: 0\npublished: 2026-09-01\n'
    const question = (slug: string, text: string) => `## ${slug}\ntype: judge\nanswer: true\n\n${text}\n\n`
    await content.open({
      'banks/b/bank.yaml': bank,
      'banks/b/questions/a.md': question('q1', '甲？') + question('q2', '乙？') + question('q3', '丙？'),
    })
    await content.folder.run(content.db)
    await publishFiles('b', ['questions/a.md', question('q1', '管理台的甲？') + question('q2', '乙？')])
    for (const slug of ['q1', 'q3'])
      await markConsoleFields(content.db, `questions bank/b/${slug}`, ['text'], null, now)
    await content.folder.write({
      'banks/b/questions/a.md': question('q1', '文件的甲？') + question('q2', '文件的乙？') + question('q3', '丙？'),
    })
    const report = await content.folder.run(content.db)
    expect(report.difference.console.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
      '题目 bank/b q1',
      '题目 bank/b q3',
    ])
    const rows = await content.db
      .selectFrom('questions as q')
      .innerJoin('question_versions as v', 'v.id', 'q.version_id')
      .select(['q.slug', 'v.body'])
      .where('q.removed_at', 'is', null)
      .orderBy('q.slug')
      .execute()
    expect(rows.map(({ slug, body }) => [slug, JSON.stringify(body)])).toEqual([
      ['q1', expect.stringContaining('管理台的甲')],
      ['q2', expect.stringContaining('文件的乙')],
    ])
    await content.isSameElsewhere()
  })
})

describe('an import with draft', () => {
  it('stores the changed files as a draft and publishes nothing', async () => {
    await content.open(smallTextbook('# 一\n\n正文。'))
    await content.folder.run(content.db)
    await content.folder.write({ 'textbooks/small/chapters/one.md': '# 一\n\n草稿里的正文。' })
    const report = await content.folder.run(content.db, now, { draft: true })
    expect(report).toMatchObject({ written: ['textbook/small'], refused: [] })
    const drafts = await content.db.selectFrom('content_draft_files').select(['path', 'text']).execute()
    expect(drafts).toEqual([{ path: 'chapters/one.md', text: '# 一\n\n草稿里的正文。' }])
    const chapter = await content.db.selectFrom('chapters').select('html').where('slug', '=', 'one').executeTakeFirst()
    expect(chapter?.html).not.toContain('草稿')
  })

  it('stores a new curriculum as a draft that students do not see', async () => {
    await content.open({})
    await content.folder.run(content.db)
    await content.folder.write(smallTextbook('# 一\n\n正文。'))
    await content.folder.run(content.db, now, { draft: true })
    expect(await content.db.selectFrom('curricula').select(['slug', 'published']).execute()).toEqual([
      { slug: 'small', published: false },
    ])
    expect(await content.db.selectFrom('content_draft_files').select('path').execute()).toHaveLength(3)
  })
})
