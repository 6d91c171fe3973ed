import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { localStorage } from '../../../server/src/adapters/storage/local'
import { convertTextbook } from '../../../server/src/importer/convert/convert'
import { importContent } from '../../../server/src/importer/import'
import { UnreadableFile } from '../../../server/src/importer/questions/input'
import { type ReadableFormat, readQuestionFile } from '../../../server/src/importer/questions/read-file'
import { addBalance, type Balance, type Counts, noBalance, unnamedLosses } from '../../../server/src/text/balance'

/** Result of importing one set of files. */
interface Row {
  set: string
  files: number
  accepted: number
  rejected: number
  balance: Balance
  /** Losses that no import warning reported. */
  unnamed: number
}

/**
 * Reads every set of third-party files of DXX_CORPUS and prints the counts of the sources and of the imported content.
 */
export async function balanceBench(): Promise<string[]> {
  const corpus = process.env.DXX_CORPUS ?? ''
  if (!existsSync(join(corpus, 'questions'))) return ['skipped: DXX_CORPUS does not name a folder of third-party files']
  const rows: Row[] = []
  const questions = join(corpus, 'questions')
  for (const folder of ['moodle-formats', 'moodle-qtypes', 'qti-ims/items', 'qti-ims/tests'])
    for (const [set, files] of setsOf(join(questions, folder))) rows.push(await questionRow(`${folder}${set}`, files))
  const epub = join(corpus, 'epub')
  rows.push(await epubRow('epub', epubsIn(epub)), await epubRow('epub/checked', epubsIn(join(epub, 'checked'))))
  const textbook = join(corpus, 'textbook/docs')
  rows.push(await textbookRow('textbook', textbook), await convertedRow('textbook as MkDocs', [textbook]))
  const office = join(corpus, 'media/office')
  const documents = readdirSync(office).filter((name) => name.endsWith('.docx'))
  rows.push(
    await convertedRow(
      'media/office/*.docx',
      documents.map((name) => join(office, name)),
    ),
  )
  return table(rows)
}

const columns: [keyof Counts, string][] = [
  ['text', 'letters'],
  ['formulas', 'formulas'],
  ['pictures', 'pictures'],
  ['tables', 'tables'],
  ['links', 'links'],
  ['contents', 'contents'],
  ['keys', 'keys'],
  ['weights', 'weights'],
  ['feedback', 'feedback'],
]

function table(rows: Row[]): string[] {
  const cells = ({ balance: { source, result } }: Row) =>
    columns.map(([key]) => (source[key] === 0 ? '' : `${result[key]}/${source[key]}`))
  return [
    `| set | files | accepted, rejected | ${columns.map(([, name]) => name).join(' | ')} | unnamed |`,
    `|---|---|---|${'---|'.repeat(columns.length)}---|`,
    ...rows.map(
      (row) =>
        `| ${row.set} | ${row.files} | ${row.accepted}, ${row.rejected} | ${cells(row).join(' | ')} | ${row.unnamed} |`,
    ),
  ]
}

/** Groups the question files below a folder by its sub-folders. */
function setsOf(folder: string): Map<string, string[]> {
  const sets = new Map<string, string[]>()
  for (const name of readdirSync(folder, { recursive: true }).map(String).sort()) {
    if (!statSync(join(folder, name)).isFile() || /\.(jpg|png)$/.test(name)) continue
    const set = folder.endsWith('tests') || !name.includes('/') ? '' : `/${name.split('/')[0]}`
    sets.set(set, [...(sets.get(set) ?? []), join(folder, name)])
  }
  return sets
}

/** The format of a text file is determined by its folder, because its extension does not determine it. */
const formatOf = (path: string): ReadableFormat | undefined =>
  /multianswer\/.*\.txt$/.test(path) ? 'cloze' : /missingword/.test(path) ? 'gift' : undefined

async function questionRow(set: string, files: string[]): Promise<Row> {
  const row: Row = { set, files: files.length, accepted: 0, rejected: 0, balance: noBalance(), unnamed: 0 }
  for (const file of files) {
    try {
      for await (const reading of readQuestionFile(file, formatOf(file))) {
        if (!reading.question) row.rejected++
        else {
          row.accepted++
          addBalance(row.balance, reading.balance)
          row.unnamed += reading.unnamed.length
        }
      }
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      row.rejected++
    }
  }
  return row
}

const epubsIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.epub'))
    .map((name) => join(folder, name))

const book = (more: string) => `title: 书\nsubject: computing\nprice: 0\npublished: 2026-09-01\nauthor: 某人\n${more}`

/** Checks one folder of content; returns its balance, and whether it can be imported. */
async function checked(files: Record<string, string | Buffer>) {
  const root = mkdtempSync(join(tmpdir(), 'dxx-bench-balance-'))
  try {
    const path = join(root, 'content')
    const all = { 'manifest.yaml': 'subjects: [{ slug: computing, name: 计算机, colour: blue }]\n', ...files }
    for (const [name, body] of Object.entries(all)) {
      mkdirSync(dirname(join(path, name)), { recursive: true })
      writeFileSync(join(path, name), body)
    }
    const storage = localStorage({ dataDir: join(root, 'data'), secret: 'bench' })
    const { balance, problems } = await importContent(null, path, { storage, now: 1_800_000_000 })
    const warnings = problems.map(({ text }) => text)
    const hasErrors = problems.some(({ level }) => level === 'error')
    return { balance, hasErrors, unnamed: warnings.filter((text) => /少了：/.test(text)).length, warnings }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

async function epubRow(set: string, files: string[]): Promise<Row> {
  const row: Row = { set, files: files.length, accepted: 0, rejected: 0, balance: noBalance(), unnamed: 0 }
  for (const file of files) {
    const { balance, hasErrors, unnamed } = await checked({
      'ebooks/b/book.yaml': book('epub: book.epub\n'),
      'ebooks/b/book.epub': readFileSync(file),
    })
    if (hasErrors) row.rejected++
    else {
      row.accepted++
      addBalance(row.balance, balance)
      row.unnamed += unnamed
    }
  }
  return row
}

async function textbookRow(set: string, folder: string): Promise<Row> {
  const names = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.md'))
  const chapters = names.map((name) => `  - { slug: ${slugOf(name)}, file: chapters/${slugOf(name)}.md }`)
  const pages = names.map((name) => [
    `textbooks/b/chapters/${slugOf(name)}.md`,
    readFileSync(join(folder, name), 'utf8'),
  ])
  const { balance, hasErrors, warnings } = await checked({
    'textbooks/b/textbook.yaml': book(`chapters:\n${chapters.join('\n')}\n`),
    ...Object.fromEntries(pages),
  })
  const [accepted, rejected] = hasErrors ? [0, names.length] : [names.length, 0]
  return { set, files: names.length, accepted, rejected, balance, unnamed: unnamedLosses(balance, warnings).length }
}

/** Converts folders of pages, or single documents, to textbooks; an unnamed loss is one that the converter itself did not report. */
async function convertedRow(set: string, paths: string[]): Promise<Row> {
  const row: Row = { set, files: 0, accepted: 0, rejected: 0, balance: noBalance(), unnamed: 0 }
  const root = mkdtempSync(join(tmpdir(), 'dxx-bench-convert-'))
  try {
    for (const [i, path] of paths.entries()) {
      const source = join(root, `source-${i}`)
      const isFolder = statSync(path).isDirectory()
      if (isFolder) {
        cpSync(path, join(source, 'docs'), { recursive: true })
        writeFileSync(join(source, 'mkdocs.yml'), 'site_name: 书\n')
      }
      const report = await convertTextbook(isFolder ? source : path, join(root, `out-${i}`), { subject: 'computing' })
      const files = isFolder
        ? readdirSync(path, { recursive: true }).filter((name) => String(name).endsWith('.md'))
        : [path]
      row.files += files.length
      row.accepted += files.length
      addBalance(row.balance, report.balance)
      row.unnamed += report.unnamed.length
    }
    return row
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const slugOf = (name: string) => name.replace(/\.md$/, '').replaceAll('/', '-').toLowerCase()
