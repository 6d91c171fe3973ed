import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatProblem } from '../text/problems'
import { ContentTests, now, one, school } from './content-tests.fixture'
import { importContent } from './import'
import { site, smallTextbook, textbook } from './import.fixture'

const content = new ContentTests()

describe('checking before an import', () => {
  const course = `title: 课\nsubject: computing\nteacher: nobody\nprice: 0\npublished: 2026-09-01
chapters: [{ title: 章, lessons: [{ slug: a, title: 一, notes: a.md }] }]\n`
  it.each([
    ['an unknown teacher', { 'courses/c/course.yaml': course, 'courses/c/a.md': '# 一' }, '没有教师 nobody'],
    [
      'an unknown subject',
      { 'courses/c/course.yaml': course.replace('computing', 'none'), 'courses/c/a.md': '# 一' },
      '没有学科 none',
    ],
    ['too many learners', { 'textbooks/small/textbook.yaml': `${textbook}learners: 3000000000\n` }, 'learners'],
    [
      'a discount that cannot be stored',
      { 'textbooks/small/textbook.yaml': `${textbook}discount: 33.333\n` },
      '折扣最多两位小数',
    ],
    [
      'a duplicate class',
      { 'manifest.yaml': `${site}${school(`${one}, ${one}`)}`, 'r.csv': '学号,姓名,班级\n1,甲,一班\n' },
      'slug c1 用了两次',
    ],
    [
      'a duplicate agreement',
      {
        'manifest.yaml': `${site}agreements: [{ id: 1, title: 甲, body: teachers/lin.md, updated: 2026-09-01 }, { id: 1, title: 乙, body: teachers/lin.md, updated: 2026-09-01 }]\n`,
      },
      'id 1 用了两次',
    ],
  ])('a dry run reports the same problem as the import: %s', async (_, files, message) => {
    await content.open({ ...smallTextbook('# 一\n\n正文。'), ...files })
    const checked = await content.folder.run(content.db, now, { dryRun: true })
    expect(checked.problems.map(formatProblem).join('\n')).toContain(message)
    const imported = await content.folder.run(content.db)
    expect([imported.refused, imported.problems]).toEqual([checked.refused, checked.problems])
    expect(imported.refused.length).toBeGreaterThan(0)
  })

  it('a dry run of a single folder reports a teacher that is not in the database', async () => {
    await content.open({ 'courses/c/course.yaml': course, 'courses/c/a.md': '# 一' })
    await importContent(content.db, content.folder.path, { storage: content.folder.storage, now, siteOnly: true })
    const alone = join(content.folder.path, 'courses/c')
    const check = () => importContent(content.db, alone, { storage: content.folder.storage, now, dryRun: true })
    expect((await check()).problems.map(formatProblem).join()).toContain('没有教师 nobody')
    await content.folder.write({ 'courses/c/course.yaml': course.replace('nobody', 'lin') })
    expect(await check()).toMatchObject({ problems: [], refused: [] })
  })

  it('a dry run and the import both reject a text with a NUL character', async () => {
    await content.open(smallTextbook('# 一\n\n空\0字符。'))
    const checked = await content.folder.run(content.db, now, { dryRun: true })
    expect(checked.refused).toEqual(['textbook/small'])
    expect((await content.folder.run(content.db)).problems).toEqual(checked.problems)
  })
})
