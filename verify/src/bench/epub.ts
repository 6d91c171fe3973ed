import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localStorage } from '../../../server/src/adapters/storage/local'
import { importContent } from '../../../server/src/importer/import'
import { ZipWriter } from '../../../server/src/importer/questions/export/zip'
import type { BenchDatabase } from './database'
import { median } from './load'

const documents = 20
const targetSeconds = 3

/** Imports a new EPUB with 300 KB of text per run: validation, sanitising, storage, search index. */
export async function epubBench({ db }: BenchDatabase): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'dxx-bench-epub-'))
  try {
    const storage = localStorage({ dataDir: join(root, 'data'), secret: 'bench' })
    const seconds: number[] = []
    const cpu: number[] = []
    let bytes = 0
    for (let run = 0; run < 6; run++) {
      const folder = join(root, `content-${run}`)
      bytes = await writeBook(folder, run)
      const [start, before] = [performance.now(), process.cpuUsage()]
      const { problems, written } = await importContent(db, folder, { storage, now: 1_800_000_000 })
      seconds.push((performance.now() - start) / 1000)
      const { user, system } = process.cpuUsage(before)
      cpu.push((user + system) / 1e6)
      if (problems.length > 0 || written.length === 0) throw new Error('the bench book was not imported')
    }
    // The first run also opens connections and starts the renderer thread.
    const [first, ...others] = seconds
    return [
      `${(bytes / 1000).toFixed(0)} KB of text  first ${first!.toFixed(2)} s, median ${median(others).toFixed(2)} s, ${median(cpu).toFixed(2)} s of them CPU (target ${targetSeconds})`,
    ]
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

async function writeBook(folder: string, run: number): Promise<number> {
  const book = join(folder, `ebooks/bench-${run}`)
  mkdirSync(book, { recursive: true })
  writeFileSync(join(folder, 'manifest.yaml'), 'subjects: [{ slug: computing, name: 计算机, colour: blue }]\n')
  const head = 'title: 压测电子书\nsubject: computing\nprice: 0\npublished: 2026-09-01\nauthor: 压测\nepub: book.epub\n'
  writeFileSync(join(book, 'book.yaml'), head)
  const zip = await ZipWriter.create(join(book, 'book.epub'))
  await zip.add('mimetype', 'application/epub+zip')
  await zip.add(
    'META-INF/container.xml',
    '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
  )
  const numbers = Array.from({ length: documents }, (_, i) => i)
  const items = numbers.map((i) => `<item id="d${i}" href="${i}.xhtml" media-type="application/xhtml+xml"/>`)
  const refs = numbers.map((i) => `<itemref idref="d${i}"/>`)
  await zip.add('book.opf', `<package><manifest>${items.join('')}</manifest><spine>${refs.join('')}</spine></package>`)
  let bytes = 0
  for (const i of numbers) {
    const texts = Array.from({ length: 45 }, (_, n) => paragraph(run, i, n))
    bytes += Buffer.byteLength(texts.join(''))
    const body = texts.map((text) => `<p>${text}</p>`).join('\n')
    await zip.add(`${i}.xhtml`, `<html><body><h1>第 ${i + 1} 章</h1>${body}</body></html>`)
  }
  await zip.finish()
  return bytes
}

const paragraph = (run: number, chapter: number, n: number) =>
  `第 ${run} 版第 ${chapter} 章第 ${n} 段：读一本书像走一段路，快慢都由自己，走到的地方却差不多。`.repeat(3)
