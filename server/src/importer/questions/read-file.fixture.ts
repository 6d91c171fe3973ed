import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Reading, SourceQuestion } from './model'
import { type ReadableFormat, readQuestionFile } from './read-file'

/** A file with this content, read and removed. */
export async function readContent(name: string, content: string | Buffer, format?: ReadableFormat): Promise<Reading[]> {
  const folder = await mkdtemp(join(tmpdir(), 'dxx-read-'))
  try {
    const path = join(folder, name)
    await writeFile(path, content)
    const readings: Reading[] = []
    for await (const reading of readQuestionFile(path, format)) readings.push(reading)
    return readings
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The questions of a file in which all are good. */
export async function questionsOfContent(name: string, content: string | Buffer): Promise<SourceQuestion[]> {
  return (await readContent(name, content)).map((reading) => {
    if (!reading.question) throw new Error(`${reading.item}: ${reading.reason}`)
    return reading.question
  })
}

/** What was refused, as lines. */
export async function refusals(name: string, content: string | Buffer, format?: ReadableFormat): Promise<string[]> {
  const readings = await readContent(name, content, format)
  return readings.flatMap((reading) => (reading.question ? [] : [`${reading.line} ${reading.item}：${reading.reason}`]))
}
