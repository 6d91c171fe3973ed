import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname, resolve, sep } from 'node:path'
import { QuestionFileFormat } from '@dxx/contract/calls/staff/bank'
import { label } from '../../questions/author-text'
import { EpubError } from '../../text/epub/zip'
import { readAiken } from './aiken'
import { readCloze } from './cloze'
import { contentOfCloze, contentOfPlain } from './content-of-source'
import { readDocx } from './docx'
import { aboutOf, asQuestion, readTags } from './foreign'
import { escapeAroundFormulas, linesOf, paragraphs } from './formula-text'
import { readGift } from './gift'
import { Slugs } from './ids'
import { readText, UnreadableFile, wholeText } from './input'
import { readMarkdown } from './markdown'
import { readMoodleXml } from './moodle-xml'
import { maxPicture, named, picturesIn, readPackage } from './package'
import { itemRefs, readPaper } from './paper'
import { type PictureSource, readQti } from './qti'
import { readQti12 } from './qti12'
import { noImages, type Reading, refused } from './reading'
import { readSheet } from './sheet'
import { csvRows, xlsxRows } from './table-files'
import { readTeacherText } from './teacher-text'
import { readingOf } from './validate'
import { readElements } from './xml'

export const readableFormats = QuestionFileFormat.options
export type ReadableFormat = QuestionFileFormat

/**
 * Yields every item of a question file: accepted, or rejected with its reason. Throws UnreadableFile if the file has no
 * items.
 */
export async function* readQuestionFile(path: string, format?: ReadableFormat): AsyncGenerator<Reading> {
  await refuseEmpty(path)
  try {
    yield* read(path, format ?? (await detectFormat(path)))
  } catch (error) {
    if (error instanceof EpubError) throw new UnreadableFile(error.message.replace('EPUB 或 ', ''))
    throw error
  }
}

async function refuseEmpty(path: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new UnreadableFile('没有这个文件')
  if (found.size === 0) throw new UnreadableFile('文件是空的')
}

/** Returns the format of a file by its extension, otherwise by its content: the format that loses least. */
export async function detectFormat(path: string): Promise<ReadableFormat> {
  await refuseEmpty(path)
  const byEnding: Record<string, ReadableFormat> = {
    '.md': 'markdown',
    '.gift': 'gift',
    '.docx': 'docx',
    '.xlsx': 'sheet',
    '.csv': 'sheet',
    '.tsv': 'sheet',
    '.zip': 'qti',
    '.imscc': 'qti',
  }
  const known = byEnding[extname(path).toLowerCase()]
  if (known) return known
  const text = await startOf(path)
  if (/^\s*</.test(text.replace(/^\uFEFF/, ''))) return rootOf(text) === 'quiz' ? 'moodle' : 'qti'
  const possible = plainFormats.filter(([, pattern]) => pattern.test(text.replace(/^\/\/.*$/gm, '')))
  const [first, ...others] = possible.map(([format]) => format)
  if (!first) throw new UnreadableFile(`认不出格式，请用 --format 指定：${readableFormats.join('、')}`)
  if (others.length === 0) return first
  let best = { format: first, ...(await tryFormat(path, first)) }
  // The patterns of Aiken and Cloze do not match other formats by chance.
  if (/^(aiken|cloze)$/.test(first) && best.refused === 0) return first
  for (const format of others) {
    const tried = await tryFormat(path, format)
    if (tried.recognised > best.recognised) best = { format, ...tried }
  }
  return best.format
}

/** Formats of plain text files, each with a pattern that all its files contain. */
const plainFormats: [ReadableFormat, RegExp][] = [
  ['aiken', /^ANSWER:/im],
  ['cloze', /\{\d*:[A-Z_]+:/],
  ['gift', /\{[\s\S]*?\}/],
  ['text', /^\s*(?:[【[])?(?:正确|参考|标准)?答案|^\s*\d{1,4}\s*[.．、)）][\s\S]*[（(]\s*[A-H√×对错]{1,8}\s*[)）]/m],
]

const swallowed = /(?:^|\n)\s*(?:正确|参考|标准)?答案[:：]/

/** Number of items that are read to compare formats. */
const sample = 300

/** Parses the beginning of a file; returns the amount of accepted text and formulas and the count of rejected items. */
async function tryFormat(path: string, format: ReadableFormat): Promise<{ recognised: number; refused: number }> {
  let [recognised, refused, count] = [0, 0, 0]
  try {
    for await (const reading of read(path, format)) {
      // If the stem contains the line with the answer, the file is not in GIFT format.
      if (!reading.question || (format === 'gift' && swallowed.test(reading.question.stem))) refused++
      else recognised += reading.balance.result.text + 10 * reading.balance.result.formulas
      if (++count >= sample) break
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
  }
  return { recognised, refused }
}

async function startOf(path: string): Promise<string> {
  let text = ''
  for await (const piece of readText(path)) {
    text += piece
    if (text.length > 65_536) break
  }
  return text
}

/** Returns the name of a document's root element. */
const rootOf = (text: string) =>
  /<([A-Za-z][\w:.-]*)/
    .exec(text.replace(/<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*>/g, ''))?.[1]
    ?.replace(/^.*:/, '')

async function* read(path: string, format: ReadableFormat): AsyncGenerator<Reading> {
  switch (format) {
    case 'markdown':
      yield* readMarkdown(await wholeText(path))
      return
    case 'gift':
      yield* readGift(path)
      return
    case 'aiken':
      yield* readAiken(path)
      return
    case 'cloze':
      yield readClozeFile(await wholeText(path), basename(path))
      return
    case 'moodle':
      yield* readMoodleXml(readText(path))
      return
    case 'sheet':
      yield* readSheet(extname(path).toLowerCase() === '.xlsx' ? xlsxRows(path) : csvRows(path))
      return
    case 'docx':
      yield* readDocx(path)
      return
    case 'text': {
      const lines = linesOf(await wholeText(path)).filter(({ text }) => text !== '')
      yield* readTeacherText(
        lines.map(({ text, line }) => ({ text: escapeAroundFormulas(text), line, source: contentOfPlain(text) })),
        noImages,
      )
      return
    }
    default:
      if (/^\.(zip|imscc)$/.test(extname(path).toLowerCase())) yield* readPackage(path, readXml)
      else yield* readXml(() => readText(path), await startOf(path), basename(path), await besideOn(path))
  }
}

/** Reads a file with Moodle's embedded answers (Cloze). */
function readClozeFile(text: string, name: string): Reading {
  return readingOf(name, 1, () => {
    const parsed = readCloze(text.replace(/^\uFEFF/, ''), '', null, 'plain', paragraphs)
    const about = aboutOf(readTags([]))
    const question =
      'part' in parsed
        ? asQuestion(parsed.part, about)
        : {
            type: 'material' as const,
            slug: '',
            score: parsed.parts.reduce((sum, { score }) => sum + score, 0),
            ...parsed,
            ...about,
          }
    question.slug = new Slugs().name('', question)
    return { question, item: label(question.stem), source: contentOfCloze(text) }
  })
}

async function* readXml(
  pieces: () => AsyncIterable<string> | Iterable<string>,
  start: string,
  name: string,
  picture: PictureSource,
  slugs = new Slugs(),
): AsyncGenerator<Reading> {
  const root = rootOf(start) ?? ''
  if (root === 'assessmentItem' || root === 'qti-assessment-item') {
    yield* readQti(pieces(), picture, slugs)
  } else if (/^(assessmentTest|qti-assessment-test|assessmentSection)$/.test(root)) {
    for await (const test of readElements(pieces(), (_name, path) => path.length === 0))
      yield {
        question: null,
        item: test.attributes.title || name,
        line: 1,
        reason: `这是试卷的结构，题目在它引用的 ${itemRefs(test)} 个文件里`,
        isOther: true,
        paper: readPaper(test, name),
      }
  } else if (root === 'questestinterop') {
    yield* readQti12(pieces(), picture, slugs)
  } else if (root === 'POOL') {
    const isQuestion = (tag: string, path: readonly string[]) => path.length === 1 && /^QUESTION_/.test(tag)
    for await (const item of readElements(pieces(), isQuestion))
      yield refused(item.attributes.id ?? name, item.line, '不支持 Blackboard 的题库，请导出为 QTI 2.1 或 Moodle XML')
  } else if (root === 'question') yield* readMoodleXml(pieces())
  else throw new UnreadableFile(`认不出的 XML：最外层是 ${label(root)}`)
}

/** Finds images in the folder of a single file, never outside it. */
async function besideOn(path: string): Promise<PictureSource> {
  const folder = resolve(dirname(path))
  const found = new Map<string, Buffer>()
  for (const src of picturesIn(await wholeText(path))) {
    const target = resolve(folder, decodeURI(src.replaceAll('%', '%25')))
    if (!target.startsWith(folder + sep) || !existsSync(target) || (await stat(target)).size > maxPicture) continue
    found.set(src, await readFile(target))
  }
  return (src) => (found.has(src) ? named(src, found.get(src)!) : null)
}
