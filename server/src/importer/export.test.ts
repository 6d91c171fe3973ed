import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { repoRoot } from '../base/paths'
import { publishExam } from '../modules/exams/publish'
import { long } from '../testing/measurements'
import { createRenderer } from '../text/renderer'
import { ContentTests, now, one, school } from './content-tests.fixture'
import { readPlan } from './exam-plan'
import { exportContent } from './export'
import { importContent } from './import'
import { site, smallTextbook, textbook } from './import.fixture'
import { importQuestionFile } from './questions/import-file'

const content = new ContentTests()

describe('import(export(db)) = db', () => {
  // Imports all sample content twice, which `npm run verify -- modules` does.
  it.runIf(long)(
    'exporting and importing again preserves the sample content',
    async () => {
      await content.open({})
      const { storage } = content.folder
      const report = await importContent(content.db, join(repoRoot, 'content'), { storage, now })
      expect(report.refused).toEqual([])
      await content.isSameElsewhere()
    },
    300_000,
  )

  it('exporting and importing again preserves two files with the same name, paragraph ids and edited fields', async () => {
    const picture = (background: string) =>
      sharp({ create: { width: 30, height: 20, channels: 3, background } })
        .png()
        .toBuffer()
    const banner = (slug: string) =>
      `${site}banners: [{ slug: ${slug}, title: 轮播, colour: blue, image: pic.png, body: texts/body.md }]\n`
    const text = '# 标题\n\n![图](pic.png)\n\n![旁](../beside/pic.png)'
    await content.open({
      ...smallTextbook('# 一\n\n栈是后进先出的表，这一段以后会改几个字。\n\n另一段。'),
      'manifest.yaml': banner('first').replace('teachers: [{', 'teachers: [{ avatar: pic.png,'),
      'texts/body.md': `${text}\n\n第一个。`,
      'pic.png': await picture('red'),
      'beside/pic.png': await picture('green'),
    })
    await content.folder.run(content.db)
    await content.folder.write({
      'manifest.yaml': banner('second').replace('teachers: [{', 'teachers: [{ avatar: pic.png,'),
      'texts/body.md': `${text}\n\n第二个。`,
      'pic.png': await picture('blue'),
      'beside/pic.png': await picture('white'),
      'textbooks/small/chapters/one.md': '# 一\n\n栈是后进先出的线性表，这一段已经改了几个字。\n\n另一段。',
    })
    await content.folder.run(content.db)
    await content.db.updateTable('curricula').set({ price_cents: 1234, learners: 7 }).execute()
    await content.isSameElsewhere({ edited: true })
  })

  it('exporting and importing again preserves questions from files of other formats, with their images', async () => {
    const bank =
      'title: 题库\nsubject: computing\nprice: 0\npublished: 2026-09-01\nchapters: [{ slug: c1, title: 甲 }]\n'
    await content.open({
      'banks/b/bank.yaml': bank,
      'banks/b/questions/a.md': '## q1\ntype: judge\nanswer: true\nchapter: c1\n\n对吗？\n',
    })
    await content.folder.run(content.db)
    const pixel = (
      await sharp({ create: { width: 3, height: 3, channels: 3, background: 'red' } })
        .png()
        .toBuffer()
    ).toString('base64')
    const other = (
      await sharp({ create: { width: 3, height: 3, channels: 3, background: 'blue' } })
        .png()
        .toBuffer()
    ).toString('base64')
    const question = (
      id: string,
      data: string,
    ) => `<question type="truefalse"><idnumber>${id}</idnumber><name><text>${id}</text></name>
      <questiontext format="html"><text><![CDATA[<p>看 <img src="@@PLUGINFILE@@/a.png" alt="图"> 对吗？</p>]]></text>
      <file name="a.png" path="/" encoding="base64">${data}</file></questiontext>
      <answer fraction="100"><text>true</text></answer><answer fraction="0"><text>false</text></answer></question>`
    const file = join(content.folder.root, '题 目.xml')
    await writeFile(file, `<quiz>${question('p1', pixel)}${question('p2', other)}</quiz>`)
    const renderer = createRenderer()
    const report = await importQuestionFile({
      db: content.db,
      storage: content.folder.storage,
      renderer,
      path: file,
      to: { kind: 'bank', slug: 'b' },
      chapter: 'c1',
      now,
    })
    await renderer.close()
    expect(report).toMatchObject({ imported: 2, refused: [] })
    await content.isSameElsewhere()
    // The folder does not contain the questions from other formats; importing the folder must not remove them.
    await content.folder.write({
      'banks/b/questions/a.md': '## q1\ntype: judge\nanswer: false\nchapter: c1\n\n错吗？\n',
    })
    await content.folder.run(content.db)
    expect(
      await content.db.selectFrom('questions').select('slug').where('removed_at', 'is', null).execute(),
    ).toHaveLength(3)
    await content.isSameElsewhere()
  })

  it('exporting and importing again preserves the seconds of an exam with relative times', async () => {
    await content.open({
      'manifest.yaml': `${site}${school(one)}`,
      'r.csv': '学号,姓名,班级\n1,甲,一班\n',
      'banks/b/bank.yaml':
        'title: 题库\nsubject: computing\nprice: 0\npublished: 2026-09-01\nchapters: [{ slug: c1, title: 甲 }]\n',
      'banks/b/questions/a.md': '## q1\ntype: judge\nanswer: true\nchapter: c1\n\n对吗？\n',
    })
    await content.folder.run(content.db)
    const file = join(content.folder.root, 'quiz.yaml')
    await writeFile(
      file,
      'title: 小测\nschool: s\nclasses: [c1]\nstarts: +2h\nends: +5h\nduration: 30\npass: 1\nquestions: [{ from: bank/b, slugs: [q1] }]\n',
    )
    await publishExam(content.db, await readPlan(file, now + 37), now)
    await content.isSameElsewhere()
  })
})

it('an export writes the same files that were imported', async () => {
  await content.open(smallTextbook('# 一\n\n正文。'))
  await content.folder.run(content.db)
  const path = join(content.folder.root, 'out-files')
  await exportContent(content.db, content.folder.storage, path)
  expect(await readFile(join(path, 'textbooks/small/textbook.yaml'), 'utf8')).toBe(textbook)
  expect(await readFile(join(path, 'textbooks/small/chapters/one.md'), 'utf8')).toBe('# 一\n\n正文。')
})
