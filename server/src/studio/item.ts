import type { StudioItem, TreeNode } from '@dxx/contract/calls/staff/studio-shapes'
import { roleHasPermission } from '@dxx/contract/staff'
import { type RawBuilder, sql } from 'kysely'
import { fail } from '../base/refusal'
import type { StaffCtx } from '../context'
import type { Db } from '../db/connection'
import { curriculumFolders } from '../importer/curriculum'
import { canTranscode } from '../modules/media/public'
import { curriculumScope } from '../modules/staff/public'
import { type EditedCurriculum, otherEditors } from './access'
import { fileOf, headings } from './files'
import { tasksOf } from './tasks'
import type { ManifestTree } from './tree'

interface BriefRow {
  rowId: number
  id: string
  kind: StudioItem['kind']
  slug: string
  title: string
  onShelf: boolean
  chapters: number
  questions: number
  updatedAt: number
  draft: StudioItem['draft']
  publication: StudioItem['publication']
}

/** Reads curricula `c` that match a condition, with their drafts. */
export async function readBriefs(
  db: Db,
  where: RawBuilder<boolean>,
  order: RawBuilder<unknown> = sql`c.id`,
  limit = 1,
): Promise<BriefRow[]> {
  const { rows } = await sql<BriefRow>`
    select c.id as "rowId", c.uid as id, c.kind, c.slug, c.title, c.published as "onShelf", c.chapter_count as chapters,
      (select count(*) from questions q where q.curriculum_id = c.id and q.removed_at is null) as questions,
      greatest(c.updated_at, c.created_at, d.updated_at) as "updatedAt",
      case when d.curriculum_id is not null then json_build_object('updatedAt', d.updated_at,
        'updatedBy', coalesce(u.nickname, '命令行'),
        'files', (select count(*) from content_draft_files f where f.curriculum_id = c.id)) end as draft,
      case when d.publish_state is not null then json_build_object('state', d.publish_state, 'at', d.publish_at,
        'by', coalesce(p.nickname, ''), 'progress', d.progress,
        'problems', coalesce(d.report -> 'problems', '[]'::jsonb)) end as publication
    from curricula c left join content_drafts d on d.curriculum_id = c.id
      left join users u on u.id = d.updated_by left join users p on p.id = d.publish_by
    where ${where} order by ${order} limit ${limit}`.execute(db)
  return rows
}

/** Reads the manifest of the draft. */
export async function manifestOf(db: Db, { id, kind }: Pick<EditedCurriculum, 'id' | 'kind'>) {
  const path = curriculumFolders[kind].manifest
  const file = await fileOf(db, id, path)
  return { path, text: file?.text ?? '' }
}

/** Whether the staff member holds a permission for the curriculum. */
export async function hasPermissionFor(
  ctx: StaffCtx,
  curriculumId: number,
  permission: 'content.publish' | 'catalogue.manage',
) {
  if (!ctx.staff.grants.some(({ role }) => roleHasPermission(role, permission))) return false
  const row = await ctx.db
    .selectFrom('curricula as c')
    .select('c.id')
    .where('c.id', '=', curriculumId)
    .where(curriculumScope(ctx.staff, permission, 'c'))
    .executeTakeFirst()
  return row !== undefined
}

/** The draft of a curriculum as the studio shows it. `tree` is its manifest, as read or after a change. */
export async function showItem(ctx: StaffCtx, curriculum: EditedCurriculum, tree: ManifestTree): Promise<StudioItem> {
  const { db } = ctx
  const [brief] = await readBriefs(db, sql<boolean>`c.id = ${curriculum.id}`)
  const { rowId: _, ...shown } = brief ?? fail('content-not-found')
  const titles = await headings(db, curriculum.id)
  const changes = await db
    .selectFrom('content_draft_files')
    .select(['path', sql<boolean>`text is null and media_key is null`.as('removed')])
    .where('curriculum_id', '=', curriculum.id)
    .orderBy('path')
    .execute()
  const { rows: last } = await sql<{ number: number; slugs: string[] }>`
    select coalesce((select max(number) from content_revisions where curriculum_id = ${curriculum.id}), 0) as number,
      array(select slug from chapters where curriculum_id = ${curriculum.id} and removed_at is null) as slugs`.execute(
    db,
  )
  const { number, slugs } = last[0]!
  const published = new Set(slugs)
  const changed = new Set(changes.map(({ path }) => path))
  const stateOf = ({ slug, path }: { slug: string; path: string | null }): TreeNode['state'] =>
    !published.has(slug) ? 'new' : path !== null && changed.has(path) ? 'changed' : 'same'
  const text = (name: string) => String(tree.field(name) ?? '')
  return {
    ...shown,
    revision: number,
    editable: !tree.isEpub,
    canPublish: await hasPermissionFor(ctx, curriculum.id, 'content.publish'),
    tree: tree.nodes(titles).map((node) => ({ ...node, state: stateOf(node) })),
    resources: tree.resources,
    fields: {
      title: text('title'),
      subtitle: text('subtitle'),
      author: text('author'),
      summary: text('summary'),
      tags: ((tree.field('tags') as unknown[]) ?? []).map(String),
      subject: text('subject'),
      teacher: text('teacher'),
      cover: text('cover'),
      intro: text('intro'),
    },
    changes: withoutSegments(changes),
    others: await otherEditors(ctx, curriculum.id),
    tasks: await tasksOf(db, curriculum.id),
    canConvert: canTranscode(),
  }
}

/** A streamed video has hundreds of files but is shown as one change. */
function withoutSegments(changes: StudioItem['changes']): StudioItem['changes'] {
  const streams = changes.filter(({ path }) => path.endsWith('/master.m3u8')).map(({ path }) => path.slice(0, -11))
  const rest = changes.filter(({ path }) => !streams.some((stream) => path.startsWith(stream)))
  const folders = streams.map((stream) => ({
    path: stream.slice(0, -1),
    removed: changes.find(({ path }) => path === `${stream}master.m3u8`)!.removed,
  }))
  return [...rest, ...folders]
}
