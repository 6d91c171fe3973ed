import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'

/** Thrown for a file that cannot be read at all, with the reason. */
export class UnreadableFile extends Error {}

const megabyte = 1024 * 1024
/** Text is streamed, so this limit only rejects files such as disk images. */
const maxText = 500 * megabyte
const maxLine = 4 * megabyte

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new UnreadableFile(`没有文件 ${path}`)
  return found.size
}

async function startOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Encodings whose files are valid UTF-8 as well, although their text is another. */
const sevenBit = /^(iso-2022|utf-7|hz)/i

/**
 * Detects the encoding: by byte order mark, as UTF-8 if the whole file is valid UTF-8 (programs declare others by
 * mistake), as declared, otherwise GB18030, the default of Chinese programs.
 */
async function encodingOf(path: string): Promise<string> {
  const start = await startOf(path)
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const declared = /^\s*<\?xml[^>]*encoding=["']([\w.-]+)["']/.exec(start.toString('latin1'))?.[1]
  if (declared && sevenBit.test(declared) && isKnown(declared)) return declared
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path)) decoder.decode(chunk as Buffer, { stream: true })
    decoder.decode()
    return 'utf-8'
  } catch {
    // A declaration that can be read byte by byte is not in UTF-16.
    return declared && isKnown(declared) && !/^(utf-?16|utf-?8|ucs)/i.test(declared) ? declared : 'gb18030'
  }
}

function isKnown(encoding: string): boolean {
  try {
    new TextDecoder(encoding)
    return true
  } catch {
    return false
  }
}

/** Streams a text file in any encoding. */
export async function* readText(path: string): AsyncGenerator<string> {
  if ((await sizeOf(path)) > maxText) throw new UnreadableFile('文件超过 500 MB，请拆成几份')
  const decoder = new TextDecoder(await encodingOf(path))
  for await (const chunk of createReadStream(path)) yield decoder.decode(chunk as Buffer, { stream: true })
  yield decoder.decode()
}

/** Yields the lines of a text file without line breaks. */
export async function* readLines(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of readText(path)) {
    const lines = (rest + piece).split(/\r\n|\n|\r(?=[^\n])/)
    rest = lines.pop()!
    if (rest.length > maxLine) throw new UnreadableFile('有一行超过 4 MB，不像题目文件')
    yield* lines
  }
  if (rest !== '') yield rest.replace(/\r$/, '')
}

/** Reads a whole small text file. */
export async function wholeText(path: string, limit = 50 * megabyte): Promise<string> {
  if ((await sizeOf(path)) > limit) throw new UnreadableFile(`文件超过 ${limit / megabyte} MB，请拆成几份`)
  let text = ''
  for await (const piece of readText(path)) text += piece
  return text
}
