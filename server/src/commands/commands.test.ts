import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database'
import { zip } from '../text/epub/zip.fixture'
import { main as content } from './content'
import { main as ops } from './ops'
import { main as questions } from './questions'

/** Tests run the commands as the shell does: in the caller's folder, with their output and exit code. */

let database: TestDatabase
let folder: string
let lines: string[]
beforeEach(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'dxx-commands-'))
  lines = []
  vi.stubEnv('DATABASE_URL', database.url)
  vi.stubEnv('DXX_DATA_DIR', join(folder, 'data'))
  vi.stubEnv('INIT_CWD', folder)
  vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)))
})
afterEach(async () => {
  process.exitCode = undefined
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
  await database.drop()
})

async function write(path: string, text: string) {
  await mkdir(join(folder, path, '..'), { recursive: true })
  await writeFile(join(folder, path), text)
}

const manifest = (subject: string) => `subjects: [{ slug: ${subject}, name: ${subject}, colour: blue }]\n`

it('plan prints new, kept and removed items and writes nothing; import removes items only with --remove', async () => {
  await write('mine/manifest.yaml', manifest('computing'))
  await content(['plan', 'mine'])
  expect(lines).toContain('新增 学科 computing computing')
  expect(lines.at(-1)).toContain('新增 1，改动 0，保留 0，移除 0。什么都没有改动。')
  expect(lines.join('\n')).not.toContain('写入')
  expect(await database.db.selectFrom('subjects').selectAll().execute()).toEqual([])
  await content(['import', 'mine'])
  await write('mine/manifest.yaml', manifest('law'))
  await content(['import', 'mine'])
  expect(lines).toContain('保留 学科 computing computing')
  await content(['plan', 'mine', '--remove'])
  expect(lines).toContain('移除 学科 computing computing')
  expect(await database.db.selectFrom('subjects').select('slug').execute()).toHaveLength(2)
  await content(['import', 'mine', '--remove'])
  expect(await database.db.selectFrom('subjects').select('slug').execute()).toEqual([{ slug: 'law' }])
  expect(process.exitCode).toBeUndefined()
  await content(['export', 'out'])
  expect(await readFile(join(folder, 'out/manifest.yaml'), 'utf8')).toContain('slug: law')
})

it('a second import of unchanged files reports that nothing was written', async () => {
  await write('mine/manifest.yaml', manifest('computing'))
  await content(['import', 'mine'])
  expect(lines).toContain('写入 站点')
  for (const options of [[], ['--remove']]) {
    lines.length = 0
    await content(['import', 'mine', ...options])
    expect(lines.at(-1)).toContain('；没有写入；没有变化的 1 项。')
    expect(lines.filter((line) => line.includes('写入'))).toHaveLength(1)
  }
})

it('validate reports an unknown teacher and exits with 1', async () => {
  await write('mine/manifest.yaml', manifest('computing'))
  await write(
    'mine/courses/c/course.yaml',
    'title: 课\nsubject: computing\nteacher: nobody\nprice: 0\npublished: 2026-09-01\nchapters: [{ title: 章, lessons: [{ slug: a, title: 一, notes: a.md }] }]\n',
  )
  await write('mine/courses/c/a.md', '# 一')
  await content(['validate', 'mine'])
  expect(lines.join('\n')).toContain('没有教师 nobody')
  expect(process.exitCode).toBe(1)
})

it('staff commands throw and name the problem if an exam, an order or a file is missing or invalid', async () => {
  await expect(ops(['exams', 'publish', 'none.yaml'])).rejects.toThrow(join(folder, 'none.yaml'))
  await expect(ops(['orders', 'refund', '20270115000000000000'])).rejects.toThrow('没有这笔订单')
  await expect(ops(['exams', 'mark', 'none.csv'])).rejects.toThrow('没有文件')
  await write('empty.csv', '')
  await expect(ops(['exams', 'mark', 'empty.csv'])).rejects.toThrow('空的')
  await write('other.csv', '姓名,电话\n')
  await expect(ops(['exams', 'mark', 'other.csv'])).rejects.toThrow('第一行')
})

it('--out writes CSV to a new file in the caller’s folder; fails if it exists; leaves no file on errors', async () => {
  await ops(['orders', 'invoices', '--out', 'invoices.csv'])
  expect(await readFile(join(folder, 'invoices.csv'), 'utf8')).toBe(
    '\uFEFF订单号,内容,类型,抬头,税号,邮箱,金额,申请时间\r\n',
  )
  await expect(ops(['orders', 'invoices', '--out', 'invoices.csv'])).rejects.toThrow('已经存在')
  await expect(ops(['exams', 'waiting', 'none', '--out', 'w.csv'])).rejects.toThrow('没有考试 none')
  await expect(readFile(join(folder, 'w.csv'))).rejects.toThrow('ENOENT')
  await ops(['orders', 'invoices'])
  expect(lines.at(-1)).toMatch(/^\uFEFF订单号/)
})

it('questions check and import do not count the other files of a package as questions', async () => {
  const item =
    '<assessmentItem identifier="a" title="a"><responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse><value>t</value></correctResponse></responseDeclaration><itemBody><choiceInteraction responseIdentifier="R" maxChoices="1"><prompt>对吗</prompt><simpleChoice identifier="t">对</simpleChoice><simpleChoice identifier="f">错</simpleChoice></choiceInteraction></itemBody></assessmentItem>'
  const test =
    '<assessmentTest identifier="t" title="卷"><testPart identifier="p"><assessmentSection identifier="s" title="一"><assessmentItemRef identifier="a" href="a.xml"/></assessmentSection></testPart></assessmentTest>'
  const files = [
    { name: 'a.xml', body: item },
    { name: 'test.xml', body: test },
    { name: 'wiki_content/page.html', body: '<html/>' },
  ]
  await writeFile(join(folder, 'course.imscc'), zip(files))
  await questions(['check', 'course.imscc'])
  expect(lines[0]).toMatch(/^读取的格式：QTI（.*）（qti）；读错了可以加 --format/)
  expect(lines).toContainEqual(
    expect.stringMatching(/^course.imscc 提醒 压缩包里的其他文件：不是题目，没有带入：页面 1 个/),
  )
  expect(lines).toContainEqual(expect.stringMatching(/^course.imscc:1 提醒 卷：这是试卷的结构/))
  expect(lines.at(-1)).toBe('\n可以导入 1 题，不能导入 0 题。')
  expect(process.exitCode).toBeUndefined()
  await write('mine/manifest.yaml', manifest('computing'))
  await write(
    'mine/banks/b/bank.yaml',
    'title: 库\nsubject: computing\nprice: 0\npublished: 2026-09-01\nchapters: [{ slug: one, title: 一 }]\n',
  )
  await content(['import', 'mine'])
  await questions(['import', 'course.imscc', '--to', 'b', '--chapter', 'one'])
  expect(lines.at(-1)).toBe('\n导入 1 题，未导入 0 题。')
  expect(process.exitCode).toBeUndefined()
})

it('questions check lists every question and writes its report to a file', async () => {
  await write('q.gift', '// [id:one]\n::One::对吗？{T}\n\n::Two::{\n')
  await questions(['check', 'q.gift', '--out', 'report.txt'])
  expect(lines.join('\n')).toMatch(/可以导入.*不能导入.*可以导入 1 题，不能导入 1 题/s)
  expect(await readFile(join(folder, 'report.txt'), 'utf8')).toBe(`\uFEFF${lines.join('\n')}\n`)
  expect(process.exitCode).toBe(1)
})
