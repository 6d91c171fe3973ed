import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../server/src/db/connection'
import { type SearchDocument, writeSearchDocuments } from '../../../server/src/importer/search-documents'
import { handlers } from '../../../server/src/modules/search/handlers'
import { gramQuery, gramsOf } from '../../../server/src/text/text'
import type { BenchDatabase } from './database'

const curricula = 400
const chaptersEach = 49
const paragraphsEach = 3
const rounds = 20
const chunk = 500

/** Enough words to make different texts, few enough that each occurs in many of them. */
const words =
  '数据 结构 算法 线性 代数 概率 统计 函数 变量 循环 条件 数组 链表 队列 排序 查找 图论 路径 矩阵 向量 特征 投影 极限 导数 积分 级数 集合 关系 逻辑 证明 归纳 递推 索引 事务 连接 查询 约束 编译 内存 指针 文件 网络 协议 进程 线程 死锁 调度 缓存 机器 学习 回归 分类 聚类 梯度 误差 样本 英语 阅读 写作 语法 翻译 经济 市场 价格 成本 供给 需求 Python Java SQL HTML Linux'.split(
    ' ',
  )

/** Typical input: a word, two, a whole title, one character, pinyin, letters, punctuation, an unknown word. */
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
    // The low bits of such a sequence repeat soon.
    return Math.floor((state / 2_147_483_648) * below)
  }
}

async function fill(db: Db): Promise<number> {
  const pick = random(7)
  const text = (count: number) => Array.from({ length: count }, () => words[pick(words.length)]).join('')
  const kinds = ['course', 'ebook', 'textbook', 'bank'] as const
  const documents: SearchDocument[] = []
  for (let i = 0; i < curricula; i++) {
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
      documents.push({ kind: 'chapter', target: uid, curriculumId: id, title, body: '', names: [title] })
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
  for (let from = 0; from < documents.length; from += chunk)
    await writeSearchDocuments(db, documents.slice(from, from + chunk))
  await sql`vacuum analyze`.execute(db)
  return documents.length
}

async function timed(times: number[], work: () => Promise<unknown>): Promise<void> {
  const start = performance.now()
  await work()
  times.push(performance.now() - start)
}

const percentile = (times: number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]!
/** The best time of a run is the cost without other load. */
const line = (name: string, times: number[]) =>
  `${name.padEnd(10)} best ${Math.min(...times).toFixed(1)} ms  p50 ${percentile(times, 0.5).toFixed(1)} ms  p99 ${percentile(times, 0.99).toFixed(1)} ms`

/** Compares a whole search of a guest with one bare index lookup. Target: p99 below 50 ms. */
export async function searchBench({ db }: BenchDatabase): Promise<string[]> {
  const count = await fill(db)
  const clock = { now: () => Math.floor(Date.now() / 1000), nowMs: Date.now }
  const ctx = { db, rootDb: db, clock, user: null } as Parameters<(typeof handlers)['GET /v130/curriculum_search']>[0]
  const search = (keyword: string) =>
    handlers['GET /v130/curriculum_search'](ctx, { keyword, pageNo: 1, pageSize: 10, from: 'first' })
  const suggest = (keyword: string) => handlers['GET /v130/search_suggest'](ctx, { keyword })
  const bare = (keyword: string) =>
    sql`select id, title from search_documents where grams @@ ${gramQuery(keyword) ?? gramQuery('算法')}::tsquery limit 10`.execute(
      db,
    )
  const times: Record<'search' | 'suggest' | 'bare', number[]> = { search: [], suggest: [], bare: [] }
  const each: string[] = []
  for (const keyword of typed) {
    await search(keyword)
    await suggest(keyword)
    await bare(keyword)
    const own: number[] = []
    for (let round = 0; round < rounds; round++) {
      await timed(own, () => search(keyword))
      await timed(times.suggest, () => suggest(keyword))
      await timed(times.bare, () => bare(keyword))
    }
    times.search.push(...own)
    each.push(line(keyword, own))
  }
  const ratio = percentile(times.search, 0.5) / percentile(times.bare, 0.5)
  return [
    `${count} documents, ${count * paragraphsEach} paragraphs or less`,
    ...each,
    line('bare', times.bare),
    line('suggest', times.suggest),
    `${line('search', times.search)}  (target p99 50 ms)`,
    `ratio      ${ratio.toFixed(1)} to a bare indexed query`,
  ]
}
