import type { Db } from '../db/connection'

/** What has been imported, a line each. */
export async function listContent(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('curricula')
    .select(['kind', 'slug', 'title', 'chapter_count', 'word_count', 'duration_seconds', 'published', 'updated_at'])
    .orderBy('kind')
    .orderBy('slug')
    .execute()
  if (rows.length === 0) return ['还没有内容。']
  return rows.map((row) => {
    const size = row.duration_seconds > 0 ? `${Math.round(row.duration_seconds / 60)} 分钟视频` : `${row.word_count} 字`
    const day = new Date((row.updated_at + 8 * 3600) * 1000).toISOString().slice(0, 10)
    return `${row.kind}/${row.slug}  ${row.title}  ${row.chapter_count} 章节  ${size}  更新于 ${day}${row.published ? '' : '  （未上架）'}`
  })
}
