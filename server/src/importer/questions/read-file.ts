import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname, posix, resolve, sep } from 'node:path'
import { EpubError, EpubZip } from '../epub/zip'
import { readAiken } from './aiken'
import { readCloze } from './cloze'
import { readDocx } from './docx'
import { aboutOf, asQuestion, readTags } from './foreign'
import { readGift } from './gift'
import { Slugs } from './ids'
import { readText, UnreadableFile, wholeText } from './input'
import { readMarkdown } from './markdown'
import { escapeInline, paragraphs } from './markdown-text'
import { label, noImages, type Reading, refused } from './model'
import { readMoodleXml } from './moodle-xml'
import { itemRefs, type PictureSource, readQti } from './qti'
import { readSheet } from './sheet'
import { csvRows, xlsxRows } from './table-files'
import { readTeacherText } from './teacher-text'
import { readingOf } from './validate'
import { readElements } from './xml'

export const readableFormats = ['markdown', 'gift', 'moodle', 'qti', 'aiken', 'cloze', 'sheet', 'docx', 'text'] as const
export type ReadableFormat = (typeof readableFormats)[number]

/** Every item of a question file: taken in, or refused with its reason. Throws UnreadableFile where there are no items. */
export async function* readQuestionFile(path: string, format?: ReadableFormat): AsyncGenerator<Reading> {
  if (!(await stat(path).catch(() => null))?.isFile()) throw new UnreadableFile('没有这个文件')
  try {
    yield* read(path, format ?? (await formatOf(path)))
  } catch (error) {
    if (error instanceof EpubError) throw new UnreadableFile(error.message.replace('EPUB ', ''))
    throw error
  }
}

async function formatOf(path: string): Promise<ReadableFormat> {
  const byEnding: Record<string, ReadableFormat> = {
    '.md': 'markdown',
    '.gift': 'gift',
    '.docx': 'docx',
    '.xlsx': 'sheet',
    '.csv': 'sheet',
    '.tsv': 'sheet',
    '.zip': 'qti',
  }
  const known = byEnding[extname(path).toLowerCase()]
  if (known) return known
  const text = await startOf(path)
  if (/^\s*</.test(text.replace(/^\uFEFF/, ''))) return rootOf(text) === 'quiz' ? 'moodle' : 'qti'
  if (/^ANSWER:/im.test(text)) return 'aiken'
  if (/\{\d*:[A-Z_]+:/.test(text)) return 'cloze'
  if (/(^|\n)[^\n]*\{[\s\S]*?\}/.test(text.replace(/^\/\/.*$/gm, ''))) return 'gift'
  if (/^\s*(?:[【[])?(?:正确|参考)?答案/m.test(text)) return 'text'
  throw new UnreadableFile(`认不出格式，请用 --format 指定：${readableFormats.join('、')}`)
}

async function startOf(path: string): Promise<string> {
  let text = ''
  for await (const piece of readText(path)) {
    text += piece
    if (text.length > 65_536) break
  }
  return text
}

/** The name of a document's outermost element. */
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
      const lines = (await wholeText(path)).split(/\r\n?|\n/)
      const numbered = lines.map((text, i) => ({ text: escapeInline(text.trim()), line: i + 1 }))
      yield* readTeacherText(
        numbered.filter(({ text }) => text !== ''),
        noImages,
      )
      return
    }
    default:
      if (extname(path).toLowerCase() === '.zip') yield* readPackage(path)
      else yield* readXml(() => readText(path), await startOf(path), basename(path), await besideOn(path))
  }
}

/** Moodle's embedded answers as a text of their own. */
function readClozeFile(text: string, name: string): Reading {
  return readingOf(name, 1, () => {
    const made = readCloze(text.replace(/^\uFEFF/, ''), '', null, 'plain', paragraphs)
    const about = aboutOf(readTags([]))
    const question =
      'part' in made
        ? asQuestion(made.part, about)
        : {
            type: 'material' as const,
            slug: '',
            score: made.parts.reduce((sum, { score }) => sum + score, 0),
            ...made,
            ...about,
          }
    question.slug = new Slugs().name('', question)
    return { question, item: label(question.stem) }
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
      yield refused(test.attributes.title || name, 1, `这是试卷的结构，题目在它引用的 ${itemRefs(test)} 个文件里`)
  } else if (root === 'questestinterop') {
    for await (const item of readElements(pieces(), (tag) => tag === 'item'))
      yield refused(
        item.attributes.title || `${name} 的一题`,
        item.line,
        '不支持 QTI 1.2，请导出为 QTI 2.1 或 Moodle XML',
      )
  } else if (root === 'POOL') {
    const isQuestion = (tag: string, path: readonly string[]) => path.length === 1 && /^QUESTION_/.test(tag)
    for await (const item of readElements(pieces(), isQuestion))
      yield refused(item.attributes.id ?? name, item.line, '不支持 Blackboard 的题库，请导出为 QTI 2.1 或 Moodle XML')
  } else if (root === 'question') yield* readMoodleXml(pieces())
  else throw new UnreadableFile(`认不出的 XML：最外层是 ${label(root)}`)
}

const picturesIn = (text: string) =>
  [...text.matchAll(/\b(?:src|data)\s*=\s*["']([^"']+)["']/g)].map(([, src = '']) => src)
const named = (src: string, data: Buffer) => ({
  name: `${createHash('sha256').update(data).digest('hex').slice(0, 16)}${extname(src).toLowerCase()}`,
  data,
})
const maxPicture = 20 * 1024 * 1024

/** Pictures in the folder of a file that stands alone, never outside it. */
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

/** An IMS content package: the items in it, whatever its manifest says. */
async function* readPackage(path: string): AsyncGenerator<Reading> {
  const zip = await EpubZip.open(path)
  const slugs = new Slugs()
  try {
    const names = zip.names.filter((name) => /\.xml$/i.test(name) && !/imsmanifest\.xml$/i.test(name)).sort()
    if (names.length === 0) throw new UnreadableFile('压缩包里没有题目（xml）')
    for (const name of names) {
      const text = new TextDecoder().decode((await zip.read(name))!)
      const pictures = new Map<string, Buffer>()
      for (const src of picturesIn(text)) {
        const data = await zip.read(posix.join(posix.dirname(name), src))
        if (data && data.length <= maxPicture) pictures.set(src, data)
      }
      const picture: PictureSource = (src) => (pictures.has(src) ? named(src, pictures.get(src)!) : null)
      try {
        yield* readXml(() => [text], text, name, picture, slugs)
      } catch (error) {
        // One bad file does not keep the others out.
        if (!(error instanceof UnreadableFile)) throw error
        yield refused(name, 1, error.message)
      }
    }
  } finally {
    zip.close()
  }
}
