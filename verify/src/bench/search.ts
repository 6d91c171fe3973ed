import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../server/src/db/connection'
import { type SearchDocument, writeSearchDocuments } from '../../../server/src/importer/search-documents'
import { handlers } from '../../../server/src/modules/search/handlers'
import { gramQuery, gramsOf } from '../../../server/src/text/text'
import type { BenchDatabase } from './database'
import { importSample } from './sample-content'
import { developmentQueries } from './search-development'
import { fifthQueries } from './search-fifth'
import { fourthQueries } from './search-fourth'
import { freshQueries } from './search-fresh'
import { heldOutQueries, type SearchQuery } from './search-held-out'
import { tunedQueries } from './search-queries'
import { thirdQueries } from './search-third'

/** Numbers of documents to measure with; the second only with DXX_BENCH_LARGE=1, because adding them takes minutes. */
const sizes = [20_000, 200_000]
const amongFirst = 5
const chaptersEach = 49
const paragraphsEach = 3
const rounds = 20
const chunk = 500

/** Number of different words: enough for different texts, few enough that each word occurs in many texts. */
const words =
  '数据 结构 算法 线性 代数 概率 统计 函数 变量 循环 条件 数组 链表 队列 排序 查找 图论 路径 矩阵 向量 特征 投影 极限 导数 积分 级数 集合 关系 逻辑 证明 归纳 递推 索引 事务 连接 查询 约束 编译 内存 指针 文件 网络 协议 进程 线程 死锁 调度 缓存 机器 学习 回归 分类 聚类 梯度 误差 样本 英语 阅读 写作 语法 翻译 经济 市场 价格 成本 供给 需求 Python Java SQL HTML Linux'.split(
    ' ',
  )

/** Typical input: one word, two words, a whole title, one character, pinyin, letters, punctuation, an unknown word. */
const typed = [
  '算法',
  '数据 结构',
  '线性代数',
  '特征向量',
  '栈',
  '数',
  'sjjg',
  'xxds',
  'python',
  'sql 查询',
  'C++',
  '不存在的词',
]

/** Seeded generator: the same texts in each run. */
function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    // Scales the whole state, because the low bits of such a generator repeat soon.
    return Math.floor((state / 2_147_483_648) * below)
  }
}

async function fill(db: Db, from: number, to: number): Promise<void> {
  const pick = random(7 + from)
  const text = (count: number) => Array.from({ length: count }, () => words[pick(words.length)]).join('')
  const kinds = ['course', 'ebook', 'textbook', 'bank'] as const
  const documents: SearchDocument[] = []
  for (let i = Math.ceil(from / (chaptersEach + 1)); i < to / (chaptersEach + 1); i++) {
    const kind = kinds[i % kinds.length]!
    const title = text(3)
    const { id, uid } = await db
      .insertInto('curricula')
      .values({ kind, slug: `bench-${i}`, title, learners: pick(10_000), created_at: 0, summary: text(20) })
      .returning(['id', 'uid'])
      .executeTakeFirstOrThrow()
    documents.push({ kind, target: uid, curriculumId: id, title, body: text(30), names: [title] })
    const chapters = Array.from({ length: chaptersEach }, (_, position) => ({
      uid: randomUUID(),
      title: text(4),
      position,
    }))
    const rows = await db
      .insertInto('chapters')
      .values(
        chapters.map((chapter) => ({
          ...chapter,
          curriculum_id: id,
          slug: `chapter-${chapter.position}`,
          kind: 'text' as const,
          free: chapter.position % 3 === 0,
          html: '',
          plain: '',
          word_count: 0,
          minutes: 0,
          duration_seconds: 0,
          content_hash: Buffer.alloc(32),
          updated_at: 0,
        })),
      )
      .returning(['id', 'uid', 'title'])
      .execute()
    for (const { uid, title } of rows)
      documents.push({
        kind: 'chapter',
        target: uid,
        curriculumId: id,
        title,
        body: '',
        names: [title],
        book: text(3),
        topics: { headings: [text(3)], names: [text(2)], code: [], captions: [], prose: text(8) },
      })
    const paragraphs = rows.flatMap((row) =>
      Array.from({ length: paragraphsEach }, (_, position) => ({ chapter: row.id, position, text: text(40) })),
    )
    await sql`
      insert into paragraphs (chapter_id, pid, position, text, grams)
      select chapter, 'p' || position, position, text, array_to_tsvector(string_to_array(grams, ' '))
      from unnest(${paragraphs.map((row) => row.chapter)}::bigint[], ${paragraphs.map((row) => row.position)}::int[],
        ${paragraphs.map((row) => row.text)}::text[], ${paragraphs.map((row) => gramsOf(row.text).join(' '))}::text[])
        as p (chapter, position, text, grams)`.execute(db)
  }
  for (let at = 0; at < documents.length; at += chunk) await writeSearchDocuments(db, documents.slice(at, at + chunk))
  await sql`vacuum analyze`.execute(db)
}

async function timed(times: number[], work: () => Promise<unknown>): Promise<void> {
  const start = performance.now()
  await work()
  times.push(performance.now() - start)
}

const percentile = (times: number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]!
/** Formats times. The best time is closest to the cost without other load of the machine. */
const line = (name: string, times: number[]) =>
  `${name.padEnd(10)} best ${Math.min(...times).toFixed(1)} ms  p50 ${percentile(times, 0.5).toFixed(1)} ms  p99 ${percentile(times, 0.99).toFixed(1)} ms`

type Ctx = Parameters<(typeof handlers)['GET /v130/curriculum_search']>[0]

/** Counts the queries that have one of their titles among the first five results. */
async function foundAmongFirst(ctx: Ctx, queries: readonly SearchQuery[]): Promise<{ line: string; missed: string[] }> {
  const missed: string[] = []
  for (const { query, titles } of queries) {
    const found = await handlers['GET /v130/curriculum_search'](ctx, {
      keyword: query,
      pageNo: 1,
      pageSize: amongFirst,
      from: 'first',
    })
    const list = 'list' in found ? found.list : []
    if (!list.some(({ title }) => titles.some((wanted) => title.startsWith(wanted))))
      missed.push(`  ${query} → ${list.map(({ title }) => title.slice(0, 12)).join('；')}`)
  }
  return { line: `${queries.length - missed.length} of ${queries.length}`, missed }
}

/** Times a whole search of a guest, its suggestions, and one bare index lookup. */
async function times(ctx: Ctx): Promise<string[]> {
  const { db } = ctx
  const search = (keyword: string) =>
    handlers['GET /v130/curriculum_search'](ctx, { keyword, pageNo: 1, pageSize: 10, from: 'first' })
  const suggest = (keyword: string) => handlers['GET /v130/search_suggest'](ctx, { keyword })
  const bare = (keyword: string) =>
    sql`select id, title from search_documents where grams @@ ${gramQuery(keyword) ?? gramQuery('算法')}::tsquery limit 10`.execute(
      db,
    )
  const spent: Record<'search' | 'suggest' | 'bare', number[]> = { search: [], suggest: [], bare: [] }
  const each: string[] = []
  for (const keyword of typed) {
    await search(keyword)
    await suggest(keyword)
    await bare(keyword)
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      await timed(times, () => search(keyword))
      await timed(spent.suggest, () => suggest(keyword))
      await timed(spent.bare, () => bare(keyword))
    }
    spent.search.push(...times)
    each.push(line(keyword, times))
  }
  const ratio = percentile(spent.search, 0.5) / percentile(spent.bare, 0.5)
  return [
    ...each,
    line('bare', spent.bare),
    line('suggest', spent.suggest),
    `${line('search', spent.search)}  (target p99 50 ms)`,
    `ratio      ${ratio.toFixed(1)} to a bare indexed query`,
  ]
}

/**
 * Measures with the sample content how often an expected title is among the first five results, for a guest and for a
 * student who owns everything; then the time of a search among many documents (DXX_BENCH_TIMES=1: only the time).
 */
export async function searchBench({ db }: BenchDatabase): Promise<string[]> {
  const clock = { now: () => Math.floor(Date.now() / 1000), nowMs: Date.now }
  const guest = { db, rootDb: db, clock, user: null } as Ctx
  const lines = process.env.DXX_BENCH_TIMES ? [] : await accuracy(db, clock.now(), guest)
  if (process.env.DXX_BENCH_ACCURACY) return lines
  let filled = 0
  for (const size of process.env.DXX_BENCH_LARGE ? sizes : sizes.slice(0, 1)) {
    await fill(db, filled, size)
    filled = size
    lines.push(`${size} documents, ${size * paragraphsEach} paragraphs or less`, ...(await times(guest)))
  }
  return lines
}

/** Sets whose misses were looked at, and which search is therefore tuned on. */
const lookedAt = [
  { name: 'queries that search was tuned on', queries: tunedQueries },
  { name: 'development set', queries: developmentQueries },
  { name: 'first set', queries: heldOutQueries },
  { name: 'second set', queries: freshQueries },
  { name: 'third set', queries: thirdQueries },
  { name: 'fourth set', queries: fourthQueries },
]
const heldOut = [{ name: 'held out, fifth set', queries: fifthQueries }]

/** Counts how often an expected title is among the first five, and lists the misses of the sets that were looked at. */
async function accuracy(db: Db, now: number, guest: Ctx): Promise<string[]> {
  const { userId } = await importSample(db, now)
  const owner = { ...guest, user: { id: userId } } as Ctx
  const lines: string[] = []
  const missed: string[] = []
  for (const { name, queries } of [...lookedAt, ...heldOut]) {
    const [ofGuest, ofOwner] = [await foundAmongFirst(guest, queries), await foundAmongFirst(owner, queries)]
    lines.push(`${name}: guest ${ofGuest.line}, owner ${ofOwner.line}  (target 95 %)`)
    if (lookedAt.some((set) => set.name === name))
      missed.push(`missed, ${name}, guest:`, ...ofGuest.missed, `missed, ${name}, owner:`, ...ofOwner.missed)
  }
  return [`expected title among the first ${amongFirst}`, ...lines, ...missed]
}
