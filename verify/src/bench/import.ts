import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localStorage } from '../../../server/src/adapters/storage/local'
import { importContent } from '../../../server/src/importer/import'
import { watchCpu } from './cpu'
import type { BenchDatabase } from './database'
import { watchHeap } from './heap'

const chapters = 500
const small = 50

/** Imports a book of 500 chapters: measures the time and whether memory grows with the number of chapters. */
export async function importBench({ db }: BenchDatabase): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'dxx-bench-import-'))
  try {
    const storage = localStorage({ dataDir: join(root, 'data'), secret: 'bench' })
    const run = async (count: number, distinct = false) => {
      const folder = join(root, `content-${count}${distinct ? '-distinct' : ''}`)
      writeBook(folder, count, distinct)
      const cpu = await watchCpu(db)
      const start = performance.now()
      const { problems, written } = await importContent(db, folder, { storage, now: 1_800_000_000 })
      const seconds = (performance.now() - start) / 1000
      if (problems.length > 0 || written.length === 0) throw new Error('the bench book was not imported')
      const { node, database } = await cpu()
      return { folder, seconds, cpu: (1000 * node) / count, database: (1000 * database) / count }
    }
    /** Runs separately, because collecting garbage several times a second would take most of the measured time. */
    const heapOf = async (folder: string) => {
      await db.updateTable('curricula').set({ source_hash: null }).execute()
      await db
        .updateTable('chapters')
        .set({ content_hash: Buffer.alloc(32) })
        .execute()
      const peak = watchHeap()
      await importContent(db, folder, { storage, now: 1_800_000_002 })
      return peak()
    }
    // The first run also loads grammars and formula fonts.
    await run(1)
    const few = await run(small)
    const many = await run(chapters)
    const other = await run(small, true)
    const again = performance.now()
    await importContent(db, many.folder, { storage, now: 1_800_000_001 })
    const unchanged = (performance.now() - again) / 1000
    const [fewHeap, manyHeap] = [await heapOf(few.folder), await heapOf(many.folder)]
    return [
      `${small} chapters   ${few.seconds.toFixed(1)} s  held ${fewHeap.toFixed(0)} MB`,
      `${chapters} chapters  ${many.seconds.toFixed(1)} s  held ${manyHeap.toFixed(0)} MB  ${((1000 * many.seconds) / chapters).toFixed(0)} ms a chapter`,
      `CPU           ${many.cpu.toFixed(1)} ms a chapter, database ${many.database.toFixed(1)} ms  (target: 25)`,
      `CPU           ${other.cpu.toFixed(1)} ms a chapter, database ${other.database.toFixed(1)} ms, if no formula occurs twice`,
      `unchanged     ${unchanged.toFixed(2)} s`,
      `heap ratio    ${(manyHeap / fewHeap).toFixed(2)} for ${chapters / small} times the chapters  (target: below 1.5)`,
    ]
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function writeBook(folder: string, count: number, distinct: boolean): void {
  const book = join(folder, `textbooks/bench-${count}${distinct ? '-distinct' : ''}`)
  mkdirSync(join(book, 'chapters'), { recursive: true })
  writeFileSync(join(folder, 'manifest.yaml'), 'subjects: [{ slug: computing, name: 计算机, colour: blue }]\n')
  const list = Array.from({ length: count }, (_, i) => `  - { slug: c${i}, file: chapters/${i}.md }`)
  const head = 'title: 压测教材\nsubject: computing\nprice: 0\npublished: 2026-09-01\nauthor: 压测\nchapters:\n'
  writeFileSync(join(book, 'textbook.yaml'), `${head}${list.join('\n')}\n`)
  for (let i = 0; i < count; i++)
    writeFileSync(join(book, `chapters/${i}.md`), distinct ? withDistinctFormulas(chapterText(i), i) : chapterText(i))
}

/** Returns about 5000 characters with typical textbook content: prose, formulas, code, tables, notes. */
function chapterText(number: number): string {
  const section = (n: number) => `## 第 ${n} 节 {#s${n}}

${`第 ${number} 章第 ${n} 节说的是复杂度 $O(n^${n})$ 与常数 $c_{${n}}$ 的关系，读者可以自己算一算，再往下看。`.repeat(8)}

\`\`\`python run id=cell-${n}
def step(x: int) -> int:  # 第 ${n} 步
    return x * ${n} + ${number}

print([step(i) for i in range(10)])
\`\`\`

::: note 想一想
为什么 $\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}$？
:::

| 规模 | 步数 |
|---|---:|
| 10 | ${n * 10} |
| 100 | ${n * 100} |
`
  return `# 第 ${number} 章\n\n${[1, 2, 3, 4, 5, 6].map(section).join('\n')}`
}

/** Adds a number to each formula, so that no formula is rendered twice. */
function withDistinctFormulas(text: string, chapter: number): string {
  let count = 0
  return text.replace(/\$([^$\n]+)\$/g, (_, tex: string) => `$${tex}+${1000 * chapter + count++}$`)
}
