import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { formatProblem } from '../text/problems'
import { ContentTests, one, school, two } from './content-tests.fixture'
import { site } from './import.fixture'

const content = new ContentTests()

const gb18030 = Buffer.from('d1a7bac52cd0d5c3fb2cb0e0bcb60d0a392cd5c5c8fd2cd2bbb0e00d0a', 'hex')

describe('rosters written by other programs', () => {
  const read = async (roster: Buffer | string) => {
    await content.open({ 'manifest.yaml': `${site}${school(`${one}, ${two}`)}`, 'r.csv': roster })
    const report = await content.folder.run(content.db)
    const rows = await sql<{ said: string }>`
      select r.student_no || ' ' || r.name || ' ' || c.name as said from rosters r join classes c on c.id = r.class_id
      order by 1`.execute(content.db)
    return { problems: report.problems.map(formatProblem), rows: rows.rows.map(({ said }) => said) }
  }
  it.each<[string, Buffer | string]>([
    ['Excel: BOM and CRLF', '\uFEFF学号,姓名,班级\r\n9,张三,一班\r\n'],
    ['GB18030', gb18030],
    ['UTF-16 with tabs', Buffer.from('\uFEFF学号\t姓名\t班级\r\n9\t张三\t一班\r\n', 'utf16le')],
    ['quoted cells, other column order, additional column', '班级,"学号",备注,姓名\n"一班","9","a,b\nc",张三\n'],
    ['a duplicate row', '学号,姓名,班级\n9,张三,一班\n9,张三,一班\n\n'],
  ])('reads a roster of another program: %s', async (_, roster) => {
    const { problems, rows } = await read(roster)
    expect(rows).toEqual(['9 张三 一班'])
    expect(problems.filter((line) => line.includes('错误'))).toEqual([])
  })

  it.each<[string, Buffer | string, string]>([
    ['an empty file', '', '名册是空的'],
    ['other columns', '姓名,电话\n张三,1\n', '没有找到：学号、班级'],
    ['a number that a spreadsheet changed', '学号,姓名,班级\n2.02401E+11,张三,一班\n', '科学计数'],
    ['two students with one number', '学号,姓名,班级\n9,张三,一班\n9,李四,一班\n', '姓名或班级却不同'],
    [
      'bytes that are invalid in every encoding',
      Buffer.concat([Buffer.from('学号,姓名,班级\n9,'), Buffer.from([0x81, 0xff, 0xfe]), Buffer.from(',一班\n')]),
      '错误',
    ],
  ])('rejects a roster with %s', async (_, roster, message) => {
    const { problems, rows } = await read(roster)
    expect(problems.join('\n')).toContain(message)
    expect(rows).toEqual([])
  })

  it('imports 20,000 students; reports only the first 20 errors of a file with an error in every line', async () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => `${i},学生${i},${i % 2 ? '一班' : '二班'}`)
    const { problems } = await read(`学号,姓名,班级\r\n${lines.join('\r\n')}\r\n`)
    expect(problems).toEqual([])
    expect(await content.students()).toHaveLength(20_000)
    await content.folder.write({
      'r.csv': `学号,姓名,班级\n${lines.map((line) => line.replace(/班$/, '组')).join('\n')}`,
    })
    const wrong = await content.folder.run(content.db)
    expect(wrong.problems).toHaveLength(21)
    expect(wrong.problems.map(({ text }) => text)).toContain('还有 19980 行有错误')
    expect(await content.students()).toHaveLength(20_000)
  })
})
