import { formatDate } from '@dxx/contract/rules/time-from'
import type { Db } from '../db/connection'
import { curriculumFolders, findCurricula } from './curriculum'
import { ContentFolder } from './folder'

/** Lists imported content, one line each. */
export async function listContent(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('curricula as c')
    .select(['c.kind', 'c.slug', 'c.title', 'c.chapter_count', 'c.word_count', 'c.duration_seconds', 'c.published'])
    .select(['c.updated_at'])
    .select(({ selectFrom, fn }) =>
      selectFrom('questions as q')
        .select(fn.countAll<number>().as('count'))
        .whereRef('q.curriculum_id', '=', 'c.id')
        .where('q.removed_at', 'is', null)
        .as('questions'),
    )
    .orderBy('c.kind')
    .orderBy('c.slug')
    .execute()
  if (rows.length === 0) return ['还没有内容。']
  return rows.map((row) => {
    const minutes = Math.round(row.duration_seconds / 60)
    const size = [
      `${row.chapter_count} 章节`,
      row.word_count > 0 && `${row.word_count} 字`,
      row.duration_seconds > 0 && `${minutes || '不到 1'} 分钟视频`,
      Number(row.questions) > 0 && `${row.questions} 道题`,
    ]
    const state = row.published ? '' : '  （未上架）'
    return `${row.kind}/${row.slug}  ${row.title}  ${size.filter(Boolean).join('  ')}  更新于 ${formatDate(row.updated_at)}${state}`
  })
}

/** Lists the content of a folder and its state compared with the database. */
export async function listFolder(db: Db, path: string): Promise<string[]> {
  const root = await ContentFolder.open(path).catch(() => {
    throw new Error(`没有文件夹 ${path}`)
  })
  const known = new Map(
    (await db.selectFrom('curricula').select(['kind', 'slug', 'source_hash']).execute()).map((row) => [
      `${row.kind}/${row.slug}`,
      row.source_hash,
    ]),
  )
  const lines: string[] = []
  for (const { kind, slug, folder, sourceHash } of await findCurricula(root)) {
    const name = `${kind}/${slug}`
    const manifest = (await folder.text(curriculumFolders[kind].manifest)) ?? ''
    const title = /^title:\s*["']?(.*?)["']?\s*$/m.exec(manifest)?.[1] ?? ''
    const state = !known.has(name) ? '没有导入' : known.get(name)?.equals(sourceHash) ? '没有变化' : '有改动'
    lines.push(`${name}  ${title}  ${state}`)
  }
  return lines.length > 0 ? lines : [`${path} 里没有课程、书、教材或题库。`]
}
