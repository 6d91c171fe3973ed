import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SourceQuestion } from '../../questions/rubric'
import { type ReadableFormat, readQuestionFile } from './read-file'
import type { Reading } from './reading'

/** Writes content to a temporary file and reads its items. */
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

/** Returns the questions of a file; throws if an item is rejected. */
export async function questionsOfContent(name: string, content: string | Buffer): Promise<SourceQuestion[]> {
  return (await readContent(name, content)).map((reading) => {
    if (!reading.question) throw new Error(`${reading.item}: ${reading.reason}`)
    return reading.question
  })
}

/** Returns the rejected items as lines. */
export async function refusals(name: string, content: string | Buffer, format?: ReadableFormat): Promise<string[]> {
  const readings = await readContent(name, content, format)
  return readings.flatMap((reading) => (reading.question ? [] : [`${reading.line} ${reading.item}：${reading.reason}`]))
}
