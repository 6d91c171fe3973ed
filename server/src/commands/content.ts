import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { createStorage } from '../adapters/storage/create'
import { callerPath } from '../base/caller-path'
import { type Config, readConfig } from '../config'
import type { Db } from '../db/connection'
import { migrate } from '../db/migrate'
import { openDatabase } from '../db/open'
import { type ConvertOptions, convertTextbook, isForeignTextbook } from '../importer/convert/convert'
import type { Difference } from '../importer/difference'
import { exportContent } from '../importer/export'
import { type ImportOptions, type ImportReport, importContent } from '../importer/import'
import { listContent, listFolder } from '../importer/list'
import { codesCsv, codesSheet } from '../importer/printed-codes'
import { listCodes } from '../modules/catalogue/list-printed-codes'
import { formatBalance } from '../text/balance'
import { formatProblem } from '../text/problems'

const usage = `用法：
  npm run content -- validate <文件夹>           只检查：导入会拒绝的都在这里指出
  npm run content -- plan <文件夹> [--remove]    检查，并列出导入会新增、改动、保留、移除什么
  npm run content -- import <文件夹> [--remove]  先列出同样的，再写入；文件里没有的保留，加 --remove 才移除；
                                                 管理台改过的保留，加 --take-files 改用文件里的；加 --draft 只存为草稿，在内容工作室里发布
  npm run content -- import <MkDocs 项目、有 SUMMARY.md 的文件夹、.ipynb、.docx、.md 或课程包 .imscc/.zip> --subject <学科>
                                                 作为教材导入；可加 --slug --title --author --price；validate、plan 也可以
  npm run content -- convert <同上> <空文件夹> --subject <学科>  只转换成教材的文件夹，可以改了再导入
  npm run content -- export <空文件夹>           把数据库里的全部内容写成可以再导入的文件
  npm run content -- list [文件夹]               已导入的内容
  npm run content -- codes <教材> [文件夹]       写出教材的二维码：csv 和可以打印的网页`

/** Runs `npm run content -- validate|plan|import|export|list <folder>` or `… codes <textbook> [folder]`. */
export async function main(args: string[]): Promise<void> {
  const { command, book, folder, remove, takeFiles, draft, foreign } = read(args)
  const path = callerPath(folder ?? '.')
  if (command === 'convert') return convert(callerPath(book), path, foreign)
  const config = readConfig()
  const log = pino({ level: 'warn' })
  const database = await openDatabase(config, log)
  const { db } = database
  try {
    await migrate(db, log)
    const storage = createStorage(config.storage, config)
    if (command === 'export') {
      const { files, notes } = await exportContent(db, storage, path)
      for (const note of notes) console.log(`提醒 ${note}`)
      console.log(`已写出 ${files} 个文件到 ${path}`)
    } else if (command === 'list') {
      for (const line of folder ? await listFolder(db, path) : await listContent(db)) console.log(line)
    } else if (command === 'codes') {
      await writeCodes(db, config, book, path)
    } else {
      const now = Math.floor(Date.now() / 1000)
      const dryRun = command !== 'import'
      const importing = async (from: string) => {
        const options = { storage, now, remove, takeFiles, draft }
        if (!dryRun && !draft && (await hasContent(db))) await showPlan(db, from, options)
        return importContent(db, from, { ...options, dryRun, progress: console.log })
      }
      const report = (await isForeignTextbook(path))
        ? await throughFolder(path, foreign, importing)
        : await importing(path)
      if (draft) concludeDraft(report)
      else conclude(report, command, remove)
    }
  } finally {
    await database.close()
  }
}

const hasContent = async (db: Db) =>
  (await db.selectFrom('curricula').select('id').limit(1).executeTakeFirst()) !== undefined

/** Prints what the import is about to change, before it changes anything. */
async function showPlan(db: Db, from: string, options: ImportOptions): Promise<void> {
  const { difference, refused } = await importContent(db, from, { ...options, dryRun: true })
  if (refused.length > 0) return
  console.log('将要写入：')
  const lines = describe(difference)
  for (const line of lines.length > 0 ? lines : ['没有变化']) console.log(line)
  console.log('')
}

function concludeDraft({ problems, written, unchanged, refused, difference }: ImportReport): void {
  for (const problem of problems) console.log(formatProblem(problem))
  for (const line of describe(difference)) console.log(line)
  if (refused.length > 0) {
    console.log(`\n有错误的内容：${refused.join('、')}。什么都没有改动，请改正后再来。`)
    process.exitCode = 1
  } else
    console.log(
      `\n存为草稿 ${written.length > 0 ? written.join('、') : '0 项'}，没有变化的 ${unchanged.length} 项；请在管理台的内容工作室里检查和发布。站点的清单不进草稿。`,
    )
}

/** Converts a textbook of another format to a temporary folder and imports that folder. */
async function throughFolder(
  path: string,
  options: Foreign,
  importing: (folder: string) => Promise<ImportReport>,
): Promise<ImportReport> {
  const folder = await mkdtemp(join(tmpdir(), 'dxx-convert-'))
  try {
    await convert(path, folder, options)
    return await importing(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function convert(path: string, folder: string, { subject, ...options }: Foreign): Promise<void> {
  if (subject === undefined) throw new Error('请用 --subject 写明学科的 slug，例如 --subject computing')
  if (!(await isForeignTextbook(path)))
    throw new Error(`${path} 不是 MkDocs 项目、有 SUMMARY.md 的文件夹、.ipynb、.docx、.md 或课程包（.imscc、.zip）`)
  const report = await convertTextbook(path, folder, { subject, ...options })
  for (const line of report.lines) console.log(line)
  console.log(report.summary)
}

type Command = 'validate' | 'plan' | 'import' | 'export' | 'list' | 'codes' | 'convert'
const commands: readonly string[] = ['validate', 'plan', 'import', 'export', 'list', 'codes', 'convert']

type Foreign = Partial<ConvertOptions>

interface Arguments {
  command: Command
  /** The textbook whose codes are written, or the file to convert. */
  book: string
  folder: string | undefined
  remove: boolean
  takeFiles: boolean
  draft: boolean
  foreign: Foreign
}

function read(args: string[]): Arguments {
  const text = { type: 'string' as const }
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        remove: { type: 'boolean', default: false },
        'take-files': { type: 'boolean', default: false },
        draft: { type: 'boolean', default: false },
        subject: text,
        slug: text,
        title: text,
        author: text,
        price: text,
      },
    })
    const { remove, draft, 'take-files': takeFiles, price, ...about } = values
    const foreign = { ...about, price: price === undefined ? undefined : Number(price) }
    const [command = '', ...words] = positionals
    const hasBook = command === 'codes' || command === 'convert'
    const [book = '', folder, ...more] = hasBook ? words : ['', ...words]
    const named = command === 'codes' ? book : folder
    const isRight = commands.includes(command) && more.length === 0 && (named || command === 'list')
    const writes = command === 'plan' || command === 'import'
    if (isRight && (writes || (!remove && !takeFiles && !draft)) && !(draft && command !== 'import'))
      return { command: command as Command, book, folder, remove, takeFiles, draft, foreign }
  } catch {}
  throw new Error(usage)
}

async function writeCodes(db: Db, { publicUrl }: Config, book: string, path: string): Promise<void> {
  // A public URL is required, because printed codes cannot be corrected: a local URL would stay in every book.
  if (!publicUrl)
    throw new Error('请用 DXX_PUBLIC_URL 写明印在书上的网址，例如 DXX_PUBLIC_URL=https://study.example.cn')
  const codes = await listCodes(db, book, publicUrl)
  const name = join(path, `${book}-codes`)
  await mkdir(path, { recursive: true })
  await writeFile(`${name}.csv`, codesCsv(codes))
  await writeFile(`${name}.html`, codesSheet(codes))
  console.log(`《${codes.title}》有 ${codes.codes.length} 个二维码，已写出 ${name}.csv 和 ${name}.html`)
}

function conclude(report: ImportReport, command: Command, remove: boolean): void {
  const { problems, written, unchanged, refused, difference } = report
  for (const problem of problems) console.log(formatProblem(problem))
  const balance = formatBalance(report.balance)
  if (balance) console.log(balance)
  const errors = problems.filter(({ level }) => level === 'error').length
  const counts = `${errors} 个错误，${problems.length - errors} 个提醒`
  if (refused.length > 0) {
    console.log(`\n${counts}。有错误的内容：${refused.join('、')}。什么都没有改动，请改正后再来。`)
    process.exitCode = 1
    return
  }
  if (command === 'validate') {
    console.log(`\n检查完毕：${counts}，可以导入。`)
    return
  }
  for (const line of describe(difference)) console.log(line)
  const { added, changed, kept, removed } = difference
  const sums = `新增 ${added.length}，改动 ${changed.length}，保留 ${kept.length}，移除 ${removed.length}`
  if (difference.console.length > 0) console.log('“管理台”的改动没有被文件覆盖；要改用文件里的请加 --take-files。')
  if (kept.length > 0)
    console.log(
      remove
        ? '“保留”的文件里没有，但还有别处在用（学生认领、考试、课程），所以没有移除。'
        : '“保留”的在数据库里有而文件里没有；要移除它们请加 --remove。',
    )
  const changes = written.length > 0 ? `写入 ${written.join('、')}` : '没有写入'
  if (command === 'plan') console.log(`\n计划：${counts}；${sums}。什么都没有改动。`)
  else console.log(`\n导入完毕：${counts}；${sums}；${changes}；没有变化的 ${unchanged.length} 项。`)
}

/** Maximum number of entries of one kind that are listed by name; the rest is counted. */
const most = 20

function describe({ added, changed, kept, removed, console: owned }: Difference): string[] {
  const lines: string[] = []
  for (const [name, entries] of [
    ['新增', added],
    ['改动', changed],
    ['保留', kept],
    ['移除', removed],
    ['管理台', owned],
  ] as const) {
    const sections = new Map<string, string[]>()
    for (const entry of entries) {
      const section = entry.split(' ')[0]!
      const list = sections.get(section)
      if (list) list.push(entry)
      else sections.set(section, [entry])
    }
    for (const [section, list] of sections) {
      lines.push(...list.slice(0, most).map((entry) => `${name} ${entry}`))
      if (list.length > most) lines.push(`${name} ${section} 另有 ${list.length - most} 项`)
    }
  }
  return lines
}
