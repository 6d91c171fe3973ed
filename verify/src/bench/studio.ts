import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { buildApp } from '../../../server/src/app'
import { readConfig } from '../../../server/src/config'
import { createEnvironment } from '../../../server/src/environment'
import { createConsoleSession } from '../../../server/src/http/console-session'
import { importContent } from '../../../server/src/importer/import'
import { publishContent } from '../../../server/src/studio/publish'
import { Client } from '../../../server/src/testing/client'
import type { BenchDatabase } from './database'

const [few, many] = [100, 1000]
const rounds = 30
const clock = { now: () => Math.floor(Date.now() / 1000), nowMs: Date.now }

/**
 * Compares a textbook of 1,000 chapters with one of 100 in the studio: opening the tree, moving, saving, previewing, checking and
 * publishing one changed text. Target: saving and previewing one text do not depend on the size (ratio below 3); the
 * others grow at most with it (ratio below 12, for ten times the chapters).
 */
export async function studioBench({ db }: BenchDatabase): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'dxx-bench-studio-'))
  const config = { ...readConfig({ DXX_ENV: 'test', DXX_DATA_DIR: join(root, 'data') }), floodPerUser: 1e9 }
  const env = createEnvironment({ config, db, clock, log: pino({ level: 'silent' }) })
  const app = await buildApp(env)
  try {
    await app.listen({ port: 0, host: '127.0.0.1' })
    writeBooks(join(root, 'content'))
    const report = await importContent(db, join(root, 'content'), { storage: env.storage, now: clock.now() })
    if (report.refused.length > 0) throw new Error('the bench books were not imported')
    const client = new Client(
      `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
      clock.now,
      await ownerToken(db),
    )
    const books = await db.selectFrom('curricula').select(['id', 'uid', 'slug']).execute()
    const [small, large] = [few, many].map((count) => books.find(({ slug }) => slug === `bench-${count}`)!)
    const lines: string[] = []
    for (const { name, target, times, run } of steps(client, env)) {
      const measured: [number[], number[]] = [[], []]
      for (let round = 0; round < times; round++)
        for (const [at, book] of [small!, large!].entries()) measured[at]!.push(await timed(() => run(book, round)))
      const [short, long] = measured.map(median) as [number, number]
      const ratio = long / short
      lines.push(
        `${name.padEnd(28)} ${few}: ${short.toFixed(1)} ms  ${many}: ${long.toFixed(1)} ms  ratio ${ratio.toFixed(2)}  (target: below ${target})`,
      )
    }
    return lines
  } finally {
    await app.close()
    rmSync(root, { recursive: true, force: true })
  }
}

interface Book {
  id: number
  uid: string
}

interface Step {
  name: string
  target: number
  times: number
  run(book: Book, round: number): Promise<unknown>
}

const path = 'chapters/50.md'

function steps(client: Client, env: Parameters<typeof publishContent>[0]): Step[] {
  const save = async ({ uid: id }: Book, round: number) => {
    const { text, hash } = await client.call('GET /staff/v1/studio_text', { id, path })
    const next = `${text.replace(/\n第 \d+ 次修改。\n$/, '')}\n第 ${round} 次修改。\n`
    await client.call('POST /staff/v1/studio_save', { id, path, text: next, base: hash })
  }
  const check = async ({ uid: id }: Book) => {
    const { problems } = await client.call('GET /staff/v1/studio_check', { id })
    if (problems.some(({ level }) => level === 'error')) throw new Error('the bench draft has errors')
  }
  const publish = async ({ id, uid }: Book) => {
    await client.call('POST /staff/v1/studio_publish', { id: uid, note: '' })
    await publishContent(env, { curriculum: id })
  }
  let written = 0
  return [
    {
      name: 'open the tree',
      target: 12,
      times: rounds,
      run: ({ uid: id }) => client.call('GET /staff/v1/studio_open', { id }),
    },
    {
      name: 'move a section',
      target: 12,
      times: rounds,
      run: ({ uid: id }, round) => {
        const change = { op: 'move' as const, slug: 'c3', parent: null, index: 5 + (round % 3) }
        return client.call('POST /staff/v1/studio_tree', { id, change })
      },
    },
    { name: 'save one text', target: 3, times: rounds, run: save },
    {
      name: 'preview one text',
      target: 3,
      times: rounds,
      run: ({ uid: id }) => client.call('POST /staff/v1/studio_preview', { id, path, text: '# 题\n\n一段。\n' }),
    },
    { name: 'check, first', target: 12, times: 1, run: check },
    { name: 'check again', target: 12, times: 3, run: check },
    {
      name: 'save and publish one text',
      target: 12,
      times: 3,
      run: async (book) => {
        await save(book, 1000 + written++)
        await publish(book)
      },
    },
  ]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const median = (times: number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]!

async function ownerToken(db: BenchDatabase['db']): Promise<string> {
  const now = clock.now()
  const { id } = await db
    .insertInto('users')
    .values({ nickname: '所有者', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const grant = { user_id: id, role: 'owner' as const, scope_kind: 'site' as const, created_at: now, renewed_at: now }
  await db.insertInto('staff_grants').values(grant).execute()
  return createConsoleSession(db, { userId: id, factor: true, address: '', agent: '' }, now)
}

function writeBooks(folder: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'manifest.yaml'), 'subjects: [{ slug: computing, name: 计算机, colour: blue }]\n')
  for (const count of [few, many]) {
    const book = join(folder, `textbooks/bench-${count}`)
    mkdirSync(join(book, 'chapters'), { recursive: true })
    const list = Array.from({ length: count }, (_, i) => `  - { slug: c${i}, file: chapters/${i}.md }`)
    const head = 'title: 压测教材\nsubject: computing\nprice: 0\npublished: 2026-09-01\nauthor: 压测\nchapters:\n'
    writeFileSync(join(book, 'textbook.yaml'), `${head}${list.join('\n')}\n`)
    for (let i = 0; i < count; i++) writeFileSync(join(book, `chapters/${i}.md`), chapterText(i))
  }
}

/** About 1,000 characters: prose, a formula, code. */
const chapterText = (number: number) => `# 第 ${number} 节

${`第 ${number} 节说的是复杂度 $O(n^{${number}})$ 与常数的关系，读者可以自己算一算，再往下看。`.repeat(10)}

\`\`\`python run id=cell-${number}
print([i * ${number} for i in range(10)])
\`\`\`

${`再读一遍：一个问题的规模是 ${number}，步数是多少？`.repeat(10)}
`
