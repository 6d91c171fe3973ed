import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { Unusable } from '../../../questions/author-text'
import { writeDocx, writeDocxQuestion } from './docx'
import { writeGift } from './gift'
import { type ToWrite, unitLosses, type Written } from './losses'
import { writeMarkdown } from './markdown'
import { moodleEnd, moodleStart, writeMoodleXml } from './moodle-xml'
import { qtiManifest, writeQti } from './qti'
import { asVersion3 } from './qti3'
import { sheetHeader, sheetRows, writeXlsx } from './sheet'
import { ZipWriter } from './zip'

export const writableFormats = ['markdown', 'gift', 'moodle', 'qti', 'qti3', 'xlsx', 'docx'] as const
export type WritableFormat = (typeof writableFormats)[number]

export interface WriteReport {
  written: number
  /** Losses by question; `all` if the question was omitted. */
  losses: { slug: string; reason: string; all: boolean }[]
}

/** Writes questions to a file, one at a time. */
export async function writeQuestionFile(
  path: string,
  format: WritableFormat,
  questions: AsyncIterable<ToWrite>,
): Promise<WriteReport> {
  const report: WriteReport = { written: 0, losses: [] }
  /** Converts each question to the format; reports and omits unsupported questions. */
  async function* each<T>(
    write: (one: ToWrite) => Promise<T> | T,
    lossesOf: (output: T) => string[],
  ): AsyncGenerator<T> {
    for await (const one of questions) {
      const { slug } = one.question
      let output: T
      try {
        output = await write(one)
      } catch (error) {
        if (!(error instanceof Unusable)) throw error
        report.losses.push({ slug, reason: error.message, all: true })
        continue
      }
      report.written++
      for (const reason of lossesOf(output)) report.losses.push({ slug, reason, all: false })
      yield output
    }
  }
  const texts = (write: (one: ToWrite) => Written) => each(write, ({ losses }) => losses)
  if (format === 'gift') await writeText(path, '', texts(writeGift), '')
  else if (format === 'moodle') await writeText(path, moodleStart, texts(writeMoodleXml), moodleEnd)
  else if (format === 'markdown')
    await writeText(
      path,
      '',
      texts(({ question, images }) => ({
        text: `${writeMarkdown(question)}\n`,
        losses: images.size > 0 ? ['Markdown 里只有图片的名字，图片没有一起写出'] : [],
      })),
      '',
    )
  else if (format === 'xlsx') {
    const all = each(sheetRows, ({ losses }) => losses)
    await writeXlsx(path, withHeader(all))
  } else if (format === 'docx')
    await writeDocx(
      path,
      each(writeDocxQuestion, ({ losses }) => losses),
    )
  else
    await writePackage(
      path,
      each(
        async (one) => ({ files: await writeQti(one), losses: unitLosses(one.question, 'QTI') }),
        ({ losses }) => losses,
      ),
      format === 'qti3' ? '3.0' : '2.1',
    )
  return report
}

async function* withHeader(all: AsyncIterable<{ rows: string[][] }>): AsyncGenerator<string[]> {
  yield sheetHeader
  for await (const { rows } of all) yield* rows
}

async function writeText(path: string, start: string, pieces: AsyncIterable<Written>, end: string): Promise<void> {
  const file = createWriteStream(path)
  const failed = once(file, 'error').then(([error]) => Promise.reject(error))
  const work = (async () => {
    file.write(start)
    for await (const { text } of pieces) if (!file.write(text)) await once(file, 'drain')
    file.end(end)
    await once(file, 'finish')
  })()
  await Promise.race([work, failed])
}

async function writePackage(
  path: string,
  items: AsyncIterable<{ files: Awaited<ReturnType<typeof writeQti>> }>,
  version: '2.1' | '3.0',
): Promise<void> {
  const zip = await ZipWriter.create(path)
  try {
    const listed: { item: string; pictures: string[] }[] = []
    for await (const {
      files: [item, ...pictures],
    } of items) {
      const body = version === '3.0' ? asVersion3(String(item!.body)) : item!.body
      await zip.add(item!.name, body)
      for (const picture of pictures) await zip.add(picture.name, picture.body)
      listed.push({ item: item!.name, pictures: pictures.map(({ name }) => name) })
    }
    await zip.add('imsmanifest.xml', qtiManifest(listed, version))
    await zip.finish()
  } catch (error) {
    await zip.abandon()
    throw error
  }
}
