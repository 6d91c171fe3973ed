import { writeFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { parseArgs } from 'node:util'
import { questionFormatNames } from '@dxx/contract/rules/question-names'
import { CurriculumKind } from '@dxx/contract/shapes'
import { pino } from 'pino'
import { createStorage } from '../adapters/storage/create'
import { callerPath } from '../base/caller-path'
import { readConfig } from '../config'
import { migrate } from '../db/migrate'
import { openDatabase } from '../db/open'
import type { ToWrite } from '../importer/questions/export/losses'
import {
  type WritableFormat,
  type WriteReport,
  writableFormats,
  writeQuestionFile,
} from '../importer/questions/export/write-file'
import { storedQuestions } from '../importer/questions/export-file'
import type { FileReport } from '../importer/questions/file-report'
import { checkQuestionFile, importQuestionFile } from '../importer/questions/import-file'
import { type ImportedPaper, writePaper } from '../importer/questions/paper'
import { type DraftResult, draftOwner, draftPapers } from '../importer/questions/paper-drafts'
import { detectFormat, type ReadableFormat, readableFormats, readQuestionFile } from '../importer/questions/read-file'
import { addBalance, type Balance, formatBalance, noBalance } from '../text/balance'
import { createRenderer } from '../text/renderer'

const usage = `用法：
  npm run questions -- check <文件> [--out <报告>]         只检查，列出每一题；报告也可以写进文件
  npm run questions -- import <文件> --to <题库>           导入题库；--chapter 指定章节；--remove 移除文件里已没有的题
                                                           管理台改过或停用的题保留，加 --take-files 改用文件里的
                                                           --draft <手机号> 把其中的试卷放进这位老师的考试草稿
                                                           --paper <新文件.yaml> 把其中的试卷写成考试的文件
  npm run questions -- export <文件> --from <题库>         导出题库
  npm run questions -- convert <文件> <新文件>             换一种格式
题库写 slug，教材写 textbook/<slug>。格式由文件名认出，也可以用 --format 指定：
  读 ${readableFormats.join('、')}；写 ${writableFormats.join('、')}`

/** Runs `npm run questions -- check|import|export|convert …`. */
export async function main(args: string[]): Promise<void> {
  const { values, positionals } = parse(args)
  const [command = '', first, second] = positionals
  if (command === 'check' && first) return check(callerPath(first), readable(values.format), values.out)
  if (command === 'convert' && first && second) return convert(callerPath(first), callerPath(second), values.format)
  const target = command === 'import' ? values.to : command === 'export' ? values.from : undefined
  if (!first || !target) throw new Error(usage)
  const curriculum = curriculumOf(target)
  const config = readConfig()
  const log = pino({ level: 'warn' })
  const database = await openDatabase(config, log)
  const renderer = createRenderer()
  try {
    await migrate(database.db, log)
    const storage = createStorage(config.storage, config)
    if (command === 'export') {
      const questions = storedQuestions(database.db, storage, curriculum)
      return sayWritten(await writeQuestionFile(callerPath(first), writable(first, values.format), questions), first)
    }
    const now = Math.floor(Date.now() / 1000)
    // Checked first, so that a wrong number does not leave questions without their draft.
    const owner = values.draft === undefined ? null : await draftOwner(database.db, values.draft, now)
    const format = readable(values.format) ?? (await printFormat(callerPath(first)))
    const report = await importQuestionFile({
      db: database.db,
      storage,
      renderer,
      path: callerPath(first),
      format,
      to: curriculum,
      chapter: values.chapter,
      remove: values.remove,
      takeFiles: values['take-files'],
      now,
    })
    sayReport(report, basename(first))
    if (owner !== null) {
      const target = { to: curriculum, name: basename(first), owner, now }
      for (const draft of await draftPapers(database.db, report.papers, target)) sayDraft(draft)
    }
    await writePapers(report.papers, values.paper, `${curriculum.kind}/${curriculum.slug}`, owner !== null)
    console.log(
      `\n导入 ${report.imported} 题，未导入 ${report.refused.length} 题。${report.unchanged ? '文件没有变化，没有写入。' : ''}`,
    )
    if (report.refused.length > 0) process.exitCode = 1
  } finally {
    await renderer.close()
    await database.close()
  }
}

function sayReport(report: FileReport, name: string): void {
  for (const { line, item, note } of report.notes) console.log(`${placeOf(name, line)} 提醒 ${item}：${note}`)
  for (const { line, item, reason } of report.refused) console.log(`${name}:${line} 未导入 ${item}：${reason}`)
  for (const slug of report.kept) console.log(`保留 题目 ${slug}`)
  for (const slug of report.removed) console.log(`移除 题目 ${slug}`)
  if (report.kept.length > 0) console.log('“保留”的是这个文件以前带来、现在没有的题；要移除它们请加 --remove。')
  sayBalance(report.balance)
}

/** Line 0 is the whole file. */
const placeOf = (name: string, line: number) => (line > 0 ? `${name}:${line}` : name)

function sayDraft({ title, created, notes }: DraftResult): void {
  if (created) console.log(`试卷“${title}”已放进考试草稿，请在管理后台补上学校、班级和时间`)
  else console.log(`提醒 试卷“${title}”的草稿以前已经放进去了，没有改动`)
  for (const note of notes) console.log(`提醒 试卷“${title}”：${note}`)
}

/** Writes the papers of a question package as exam files for the author to complete: `a.yaml`, `a-2.yaml` and so on. */
async function writePapers(papers: ImportedPaper[], out: string | undefined, from: string, drafted: boolean) {
  for (const [i, paper] of papers.entries()) {
    if (out === undefined) {
      if (!drafted)
        console.log(
          `提醒 试卷“${paper.title}”有 ${paper.sections.length} 部分，没有带入；用 --draft <手机号> 放进考试草稿，或用 --paper <新文件.yaml> 写成文件`,
        )
      continue
    }
    const path = i === 0 ? callerPath(out) : callerPath(out).replace(/(\.ya?ml)?$/, `-${i + 1}$1`)
    await writeFile(path, writePaper(paper, from), { flag: 'wx' })
    console.log(`试卷“${paper.title}”的草稿已写到 ${basename(path)}`)
  }
}

/** Prints the detected format, so that the author can choose another one with `--format`. */
async function printFormat(path: string, print: (line: string) => void = console.log): Promise<ReadableFormat> {
  const format = await detectFormat(path)
  print(
    `读取的格式：${questionFormatNames[format]}（${format}）；读错了可以加 --format 换成 ${readableFormats.join('、')}`,
  )
  return format
}

function sayBalance(balance: Balance): void {
  const counts = formatBalance(balance)
  if (counts) console.log(counts)
}

function parse(args: string[]) {
  const text = { type: 'string' as const }
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        to: text,
        from: text,
        chapter: text,
        format: text,
        out: text,
        paper: text,
        draft: text,
        remove: { type: 'boolean' },
        'take-files': { type: 'boolean' },
      },
    })
  } catch {
    throw new Error(usage)
  }
}

function curriculumOf(text: string): { kind: CurriculumKind; slug: string } {
  const [kind, slug] = text.includes('/') ? text.split('/') : ['bank', text]
  const known = CurriculumKind.safeParse(kind)
  if (!known.success || !slug) throw new Error(usage)
  return { kind: known.data, slug }
}

function readable(format: string | undefined): ReadableFormat | undefined {
  if (format === undefined) return undefined
  return readableFormats.find((known) => known === format) ?? refuse(format, readableFormats)
}

function writable(path: string, format: string | undefined): WritableFormat {
  const byEnding: Record<string, WritableFormat> = {
    '.md': 'markdown',
    '.gift': 'gift',
    '.txt': 'gift',
    '.xml': 'moodle',
    '.zip': 'qti',
    '.xlsx': 'xlsx',
    '.docx': 'docx',
  }
  const wanted = format ?? byEnding[extname(path).toLowerCase()] ?? ''
  return writableFormats.find((known) => known === wanted) ?? refuse(wanted || extname(path), writableFormats)
}

function refuse(format: string, known: readonly string[]): never {
  throw new Error(`没有格式 ${format}，可用：${known.join('、')}`)
}

/** Lists every question with its import warnings. Also writes the report to `out`, if given. */
async function check(path: string, format: ReadableFormat | undefined, out: string | undefined): Promise<void> {
  const lines: string[] = []
  const print = (line: string) => {
    lines.push(line)
    console.log(line)
  }
  const chosen = format ?? (await printFormat(path, print))
  const renderer = createRenderer()
  let [good, bad] = [0, 0]
  const balance = noBalance()
  try {
    for await (const reading of checkQuestionFile(renderer, path, chosen)) {
      const place = placeOf(basename(path), reading.line)
      if (reading.reason !== null) {
        bad++
        print(`${place} 不能导入 ${reading.item}：${reading.reason}`)
      } else if (!reading.isOther) {
        good++
        print(`${place} 可以导入 ${reading.item}`)
      }
      addBalance(balance, reading.balance)
      for (const note of reading.notes) print(`${place} 提醒 ${reading.item}：${note}`)
    }
    const counts = formatBalance(balance)
    if (counts) print(counts)
    print(`\n可以导入 ${good} 题，不能导入 ${bad} 题。`)
  } finally {
    // In `finally`, so that results found before a read error are written as well.
    if (out !== undefined) await writeFile(callerPath(out), `\uFEFF${lines.join('\n')}\n`)
    await renderer.close()
  }
  if (bad > 0 || good === 0) process.exitCode = 1
}

async function convert(from: string, to: string, format: string | undefined): Promise<void> {
  let bad = 0
  async function* questions(): AsyncGenerator<ToWrite> {
    for await (const reading of readQuestionFile(from)) {
      const { line, item } = reading
      if (reading.question) yield reading
      else if (reading.isOther) console.log(`${placeOf(basename(from), line)} 提醒 ${item}：${reading.reason}`)
      else {
        bad++
        console.log(`${placeOf(basename(from), line)} 读不了 ${item}：${reading.reason}`)
      }
    }
  }
  sayWritten(await writeQuestionFile(to, writable(to, format), questions()), to)
  if (bad > 0) process.exitCode = 1
}

function sayWritten({ written, losses }: WriteReport, path: string): void {
  for (const { slug, reason, all } of losses) console.log(`${slug} ${all ? '没有写出' : '提醒'}：${reason}`)
  const left = losses.filter(({ all }) => all).length
  console.log(`\n已写出 ${written} 题到 ${basename(path)}，没有写出 ${left} 题。`)
  if (left > 0) process.exitCode = 1
}
