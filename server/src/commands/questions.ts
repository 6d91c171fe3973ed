import { basename, extname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CurriculumKind } from '@dxx/contract/shapes'
import { pino } from 'pino'
import { storageOf } from '../adapters/storage/storage'
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
import { importQuestionFile } from '../importer/questions/import-file'
import { type ReadableFormat, readableFormats, readQuestionFile } from '../importer/questions/read-file'
import { createRenderer } from '../importer/renderer'

const usage = `用法：
  npm run questions -- check <文件>                        只检查，列出每一题
  npm run questions -- import <文件> --to <题库>           导入题库；--chapter 指定章节
  npm run questions -- export <文件> --from <题库>         导出题库
  npm run questions -- convert <文件> <新文件>             换一种格式
题库写 slug，教材写 textbook/<slug>。格式由文件名认出，也可以用 --format 指定：
  读 ${readableFormats.join('、')}；写 ${writableFormats.join('、')}`

/** npm run questions -- check|import|export|convert … */
export async function main(args: string[]): Promise<void> {
  const { values, positionals } = parse(args)
  const [command = '', first, second] = positionals
  if (command === 'check' && first) return check(pathOf(first), readable(values.format))
  if (command === 'convert' && first && second) return convert(pathOf(first), pathOf(second), values.format)
  const target = command === 'import' ? values.to : command === 'export' ? values.from : undefined
  if (!first || !target) throw new Error(usage)
  const curriculum = curriculumOf(target)
  const config = readConfig()
  const log = pino({ level: 'warn' })
  const database = await openDatabase(config, log)
  const renderer = createRenderer()
  try {
    await migrate(database.db, log)
    const storage = storageOf(config)
    if (command === 'export') {
      const questions = storedQuestions(database.db, storage, curriculum)
      return sayWritten(await writeQuestionFile(pathOf(first), writable(first, values.format), questions), first)
    }
    const report = await importQuestionFile({
      db: database.db,
      storage,
      renderer,
      path: pathOf(first),
      format: readable(values.format),
      to: curriculum,
      chapter: values.chapter,
      now: Math.floor(Date.now() / 1000),
    })
    for (const { line, item, note } of report.notes) console.log(`${basename(first)}:${line} 提醒 ${item}：${note}`)
    for (const { line, item, reason } of report.refused)
      console.log(`${basename(first)}:${line} 未导入 ${item}：${reason}`)
    console.log(`\n导入 ${report.imported} 题，未导入 ${report.refused.length} 题。`)
    if (report.refused.length > 0) process.exitCode = 1
  } finally {
    await renderer.close()
    await database.close()
  }
}

function parse(args: string[]) {
  const text = { type: 'string' as const }
  try {
    return parseArgs({ args, allowPositionals: true, options: { to: text, from: text, chapter: text, format: text } })
  } catch {
    throw new Error(usage)
  }
}

/** npm runs scripts in the folder of package.json; people mean the one they are in. */
const pathOf = (path: string) => resolve(process.env.INIT_CWD ?? process.cwd(), path)

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
  }
  const wanted = format ?? byEnding[extname(path).toLowerCase()] ?? ''
  return writableFormats.find((known) => known === wanted) ?? refuse(wanted || extname(path), writableFormats)
}

function refuse(format: string, known: readonly string[]): never {
  throw new Error(`没有格式 ${format}，可用：${known.join('、')}`)
}

async function check(path: string, format: ReadableFormat | undefined): Promise<void> {
  let [good, bad] = [0, 0]
  for await (const reading of readQuestionFile(path, format)) {
    const place = `${basename(path)}:${reading.line}`
    if (reading.question) {
      good++
      for (const note of reading.notes) console.log(`${place} 提醒 ${reading.item}：${note}`)
    } else {
      bad++
      console.log(`${place} 不能导入 ${reading.item}：${reading.reason}`)
    }
  }
  console.log(`\n可以导入 ${good} 题，不能导入 ${bad} 题。`)
  if (bad > 0) process.exitCode = 1
}

async function convert(from: string, to: string, format: string | undefined): Promise<void> {
  let bad = 0
  async function* questions(): AsyncGenerator<ToWrite> {
    for await (const reading of readQuestionFile(from)) {
      if (reading.question) yield reading
      else {
        bad++
        console.log(`${basename(from)}:${reading.line} 读不了 ${reading.item}：${reading.reason}`)
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
