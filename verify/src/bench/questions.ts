import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { localStorage } from '../../../server/src/adapters/storage/local'
import type { Db } from '../../../server/src/db/connection'
import { type WritableFormat, writeQuestionFile } from '../../../server/src/importer/questions/export/write-file'
import { storedQuestions } from '../../../server/src/importer/questions/export-file'
import { importQuestionFile } from '../../../server/src/importer/questions/import-file'
import { readQuestionFile } from '../../../server/src/importer/questions/read-file'
import { createRenderer } from '../../../server/src/text/renderer'
import { watchCpu } from './cpu'
import type { BenchDatabase } from './database'
import { watchHeap } from './heap'

const [few, many] = [2000, 20_000]
const bank = (count: number) => ({ kind: 'bank' as const, slug: `bench-${count}` })
/** Format, file and number of questions of each export; fewer for QTI, because it renders every text again. */
const outputs: [WritableFormat, string, number][] = [
  ['gift', 'out.gift', many],
  ['moodle', 'out.xml', many],
  ['xlsx', 'out.xlsx', many],
  ['qti', 'out.zip', few],
]

/** Imports, exports and re-imports 20,000 questions: measures the time and whether memory grows with their number. */
export async function questionsBench({ db }: BenchDatabase): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'dxx-bench-questions-'))
  const renderer = createRenderer()
  const storage = localStorage({ dataDir: join(root, 'data'), secret: 'bench' })
  const lines: string[] = []
  const measured = async (name: string, work: () => Promise<number>) => {
    const cpu = await watchCpu(db)
    const start = performance.now()
    const count = await work()
    const seconds = (performance.now() - start) / 1000
    const { node, database } = await cpu()
    lines.push(
      `${name.padEnd(20)} ${count} questions  ${seconds.toFixed(1)} s  ${(count / seconds).toFixed(0)}/s  CPU ${node.toFixed(1)} s, database ${database.toFixed(1)} s, ${((1000 * (node + database)) / count).toFixed(2)} ms a question`,
    )
  }
  try {
    const run = async (path: string, to: ReturnType<typeof bank>) => {
      const report = await importQuestionFile({ db, storage, renderer, path, to, now: 1_800_000_000 })
      if (report.refused.length > 0) throw new Error(report.refused[0]!.reason)
      return report
    }
    const importBank = async (count: number) => {
      const path = join(root, `${count}.gift`)
      await writeGift(path, count)
      await createBank(db, bank(count).slug)
      await measured('import GIFT', async () => (await run(path, bank(count))).imported)
      await measured('unchanged GIFT', async () => {
        const { imported, unchanged } = await run(path, bank(count))
        if (!unchanged) throw new Error('the unchanged file was imported again')
        return imported
      })
      // Runs separately, because collecting garbage several times a second would take most of the measured time.
      const again = { kind: 'bank' as const, slug: `bench-heap-${count}` }
      await createBank(db, again.slug)
      const peak = watchHeap()
      await run(path, again)
      const heap = peak()
      lines.push(`import GIFT          ${count} questions  held ${heap.toFixed(0)} MB`)
      return heap
    }
    const small = await importBank(few)
    const large = await importBank(many)
    for (const [format, name, count] of outputs) {
      const path = join(root, name)
      await measured(`export ${format}`, async () => {
        const { written, losses } = await writeQuestionFile(path, format, storedQuestions(db, storage, bank(count)))
        if (losses.length > 0) throw new Error(losses[0]!.reason)
        return written
      })
      await measured(`read ${format}`, () => readAll(path))
    }
    lines.push(
      `heap ratio of imports ${(large / small).toFixed(2)} for ${many / few} times the questions  (target: below 1.5)`,
    )
    return lines
  } finally {
    await renderer.close()
    rmSync(root, { recursive: true, force: true })
  }
}

async function readAll(path: string): Promise<number> {
  let count = 0
  for await (const reading of readQuestionFile(path)) {
    if (!reading.question) throw new Error(reading.reason)
    count++
  }
  return count
}

async function createBank(db: Db, slug: string): Promise<void> {
  await db
    .insertInto('curricula')
    .values({ kind: 'bank', slug, title: '压测题库', created_at: 1_800_000_000 })
    .execute()
}

async function writeGift(path: string, count: number): Promise<void> {
  const file = createWriteStream(path)
  for (let i = 0; i < count; i++) {
    const text = `::q-${count}-${i}::[markdown]第 ${i} 题：$x^2 + ${i} \\= 0$ 的判别式的符号是？{\n=负\n~正\n~零\n~不能确定\n####判别式是 $-4 \\\\times ${i}$，当 $i > 0$ 时小于零。}\n\n`
    if (!file.write(text)) await new Promise<void>((resolve) => file.once('drain', () => resolve()))
  }
  file.end()
  await finished(file)
}
