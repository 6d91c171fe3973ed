import type { studio } from '@dxx/contract/calls/staff/studio'
import type { TreeChange } from '@dxx/contract/calls/staff/studio-shapes'
import { formatDate } from '@dxx/contract/rules/time-from'
import { roleHasPermission, totalMax } from '@dxx/contract/staff'
import { sql } from 'kysely'
import { parse, stringify } from 'yaml'
import { fail } from '../base/refusal'
import type { Handlers, StaffCtx } from '../context'
import { curriculumFolders } from '../importer/curriculum'
import { createUnpublished } from '../importer/draft'
import { escapeLike } from '../modules/exams/desk/exam-list'
import { signedUrl, studioRecipient, typeOf } from '../modules/media/public'
import { runProgram } from '../modules/runcode/public'
import { grantRole } from '../modules/staff/grants'
import { curriculumScope } from '../modules/staff/public'
import {
  curriculumTarget,
  type EditedCurriculum,
  edited,
  nicknameOf,
  notePresence,
  otherEditors,
  refuseWhilePublishing,
} from './access'
import { videoHandlers } from './convert-video'
import { draftFile, dropEmptyDraft, fileOf, hashOf, publishedFile, saveDraftFile, textOfFile } from './files'
import { firstFiles } from './first-files'
import { hasPermissionFor, manifestOf, readBriefs, showItem } from './item'
import { previewToken, renderPreview } from './preview'
import { previewDatasets, previewQuestions } from './preview-embeds'
import { publishingHandlers } from './publishing-handlers'
import { taskHandlers } from './tasks'
import { ManifestTree, readContents } from './tree'
import { uploadHandlers } from './uploads'

/** Folders whose files are texts that the studio edits. */
const isEditable = (path: string) => /\.(md|vtt|srt|sql)$/.test(path) && !/^(questions|imported)\//.test(path)

/** Rejects a manifest that changes the price, which needs another permission. */
async function refusePrice(ctx: StaffCtx, { id }: EditedCurriculum, before: string, after: string): Promise<void> {
  const shelf = (text: string) => {
    const { price, discount, hidden, published } = (parse(text, { maxAliasCount: 100 }) ?? {}) as Record<
      string,
      unknown
    >
    return JSON.stringify([price, discount, hidden, published])
  }
  try {
    if (shelf(before) === shelf(after) || (await hasPermissionFor(ctx, id, 'catalogue.manage'))) return
  } catch {
    fail('content-refused', { msg: '清单的写法有误' })
  }
  fail('content-refused', { msg: '价格和上架要由有“上架与定价”权限的同事修改' })
}

export const studioHandlers: Handlers<typeof studio> = {
  'GET /staff/v1/studio_list': async (ctx, { keyword = '', kind, drafts, after, limit }) => {
    const [, at, rowId] = /^(\d+)\.(\d+)$/.exec(after ?? '') ?? []
    if (after !== undefined && !rowId) fail('invalid-input')
    const changedAt = sql`greatest(c.updated_at, c.created_at, d.updated_at)`
    const where = sql<boolean>`${curriculumScope(ctx.staff, 'content.edit', 'c')}
      and (${keyword} = '' or c.title ilike ${`%${escapeLike(keyword)}%`} or c.slug ilike ${`%${escapeLike(keyword)}%`})
      and (${kind ?? null}::text is null or c.kind = ${kind ?? null})
      and (not ${drafts ?? false} or d.curriculum_id is not null)`
    const more = sql<boolean>`${where} and (${rowId ?? null}::bigint is null
      or (${changedAt}, c.id) < (${at ?? null}::bigint, ${rowId ?? null}::bigint))`
    const rows = await readBriefs(ctx.db, more, sql`${changedAt} desc, c.id desc`, limit + 1)
    const { rows: total } = await sql<{ count: number }>`
      select count(*) as count from (select from curricula c left join content_drafts d on d.curriculum_id = c.id
        where ${where} limit ${totalMax}) listed`.execute(ctx.db)
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      list: page.map(({ rowId: _, ...brief }) => brief),
      next: rows.length > limit ? `${last!.updatedAt}.${last!.rowId}` : null,
      total: total[0]!.count,
    }
  },

  'GET /staff/v1/studio_subjects': async ({ db }) => ({
    subjects: await db.selectFrom('subjects').select(['slug', 'name']).orderBy('position').execute(),
    teachers: await db.selectFrom('teachers').select(['slug', 'name']).orderBy('position').execute(),
  }),

  'POST /staff/v1/studio_create': async (ctx, { kind, title, slug, subject, author }) => {
    const { db, user, clock, staff } = ctx
    const now = clock.now()
    const known = await db.selectFrom('subjects').select('id').where('slug', '=', subject).executeTakeFirst()
    if (!known) fail('content-refused', { msg: '没有这个学科，请重新选择' })
    const same = await db
      .selectFrom('curricula')
      .select('id')
      .where('kind', '=', kind)
      .where('slug', '=', slug)
      .executeTakeFirst()
    if (same) fail('content-refused', { msg: `标识 ${slug} 已经有了，请换一个` })
    const teacher =
      kind === 'course'
        ? await db.selectFrom('teachers').select('slug').orderBy('position').limit(1).executeTakeFirst()
        : null
    if (teacher === undefined) fail('content-refused', { msg: '还没有教师，请先添加教师' })
    const id = await createUnpublished(db, { kind, slug, title }, now)
    const { manifest, files } = firstFiles({
      kind,
      title,
      subject,
      author: author || user.nickname,
      teacher: teacher?.slug,
      day: formatDate(now),
    })
    const path = curriculumFolders[kind].manifest
    await saveDraftFile(db, id, { path, text: stringify(manifest), mediaKey: null }, user.id, now)
    for (const [name, text] of Object.entries(files))
      await saveDraftFile(db, id, { path: name, text, mediaKey: null }, user.id, now)
    // Staff whose scope is a list of curricula may also edit curricula that they create.
    const narrowGrant = staff.grants.find(
      ({ role, scopeKind }) => roleHasPermission(role, 'content.edit') && scopeKind !== 'site',
    )
    if (
      narrowGrant &&
      !staff.grants.some(({ role, scopeKind }) => roleHasPermission(role, 'content.edit') && scopeKind === 'site')
    )
      await grantRole(
        db,
        { userId: user.id, role: narrowGrant.role, scopeKind: 'curriculum', scopeId: id, endsAt: null, by: user.id },
        now,
      )
    const { uid } = await db.selectFrom('curricula').select('uid').where('id', '=', id).executeTakeFirstOrThrow()
    ctx.audit({ target: curriculumTarget({ uid, title }), after: { kind, slug, title } })
    return { id: uid }
  },

  'GET /staff/v1/studio_open': async (ctx, { id }) => {
    const curriculum = await edited(ctx, id)
    const { text } = await manifestOf(ctx.db, curriculum)
    return showItem(ctx, curriculum, new ManifestTree(curriculum.kind, text))
  },

  'GET /staff/v1/studio_text': async (ctx, { id, path }) => {
    const curriculum = await edited(ctx, id)
    const file = await fileOf(ctx.db, curriculum.id, path)
    const text = await textOfFile(ctx.storage, file)
    if (file === null || text === null) fail('file-not-found')
    const draft = await draftFile(ctx.db, curriculum.id, path)
    return {
      text,
      hash: hashOf(file),
      published: await textOfFile(ctx.storage, await publishedFile(ctx.db, curriculum.id, path)),
      updatedAt: draft?.updatedAt ?? curriculum.updated_at,
      updatedBy: await nicknameOf(ctx.db, draft?.updatedBy ?? null),
      isOwn: draft?.updatedBy === ctx.user.id,
      others: await otherEditors(ctx, curriculum.id),
    }
  },

  'GET /staff/v1/studio_media': async (ctx, { id, path }) => {
    const curriculum = await edited(ctx, id)
    // The folder of a streamed video contains its playlists.
    const file =
      (await fileOf(ctx.db, curriculum.id, path)) ?? (await fileOf(ctx.db, curriculum.id, `${path}/master.m3u8`))
    const key = file?.mediaKey ?? fail('file-not-found')
    if (!['video', 'audio', 'image'].includes(typeOf(key).kind)) fail('file-not-found')
    const url = signedUrl(ctx.config.secret, key, ctx.clock.now(), { user: studioRecipient, lesson: 7200 })
    return { url, stream: key.endsWith('.m3u8') }
  },

  'POST /staff/v1/studio_save': async (ctx, { id, path, text: written, base }) => {
    const curriculum = await edited(ctx, id, { lock: true })
    const { db, user, clock } = ctx
    // PostgreSQL does not accept U+0000.
    const text = written.replaceAll('\r\n', '\n').replaceAll('\0', '\uFFFD')
    const isManifest = path === curriculumFolders[curriculum.kind].manifest
    if (!isManifest && !isEditable(path)) fail('content-refused', { msg: '这种文件不能在这里编辑' })
    const now = clock.now()
    const current = await fileOf(db, curriculum.id, path)
    const published = /\.(vtt|srt)$/.test(path) ? await publishedFile(db, curriculum.id, path) : null
    const isPublished = published?.mediaKey != null && (await textOfFile(ctx.storage, published)) === text
    const file = isPublished ? published : { path, text, mediaKey: null }
    await notePresence(ctx, curriculum.id, path)
    const others = await otherEditors(ctx, curriculum.id)
    if (hashOf(current) === hashOf(file)) {
      ctx.audit(null)
      const isChanged = (await draftFile(db, curriculum.id, path)) !== undefined
      return { hash: hashOf(current), updatedAt: now, changed: isChanged, others }
    }
    if (hashOf(current) !== base) {
      const draft = await draftFile(db, curriculum.id, path)
      const by = await nicknameOf(db, draft?.updatedBy ?? null)
      fail('draft-changed', { data: { by, at: draft?.updatedAt ?? curriculum.updated_at, hash: hashOf(current) } })
    }
    if (isManifest) await refusePrice(ctx, curriculum, current?.text ?? '', text)
    const changed = await saveDraftFile(db, curriculum.id, file, user.id, now)
    await dropEmptyDraft(db, curriculum.id)
    ctx.audit({ target: curriculumTarget(curriculum), before: { hash: base }, after: { path, hash: hashOf(file) } })
    return { hash: hashOf(file), updatedAt: now, changed, others }
  },

  'POST /staff/v1/studio_presence': async (ctx, { id, path }) => {
    const curriculum = await edited(ctx, id)
    await notePresence(ctx, curriculum.id, path)
    ctx.audit(null)
    const file = path === '' ? null : await fileOf(ctx.db, curriculum.id, path)
    return { hash: hashOf(file), others: await otherEditors(ctx, curriculum.id) }
  },

  'POST /staff/v1/studio_tree': async (ctx, { id, change }) => {
    const curriculum = await edited(ctx, id, { lock: true })
    const manifest = await manifestOf(ctx.db, curriculum)
    // Read once: parsing a manifest of 1,000 chapters takes most of a request.
    const tree = new ManifestTree(curriculum.kind, manifest.text)
    const done = await changeTree(ctx, curriculum, manifest, tree, change)
    ctx.audit({ target: curriculumTarget(curriculum), after: { ...change, slug: done.slug } })
    return { item: await showItem(ctx, curriculum, tree), ...done }
  },

  'POST /staff/v1/studio_preview': async (ctx, { id, path, text }) => {
    ctx.audit(null)
    const curriculum = await edited(ctx, id)
    const manifest = await manifestOf(ctx.db, curriculum)
    const chapter = readContents(curriculum.kind, manifest.text).slugs.get(path) ?? ''
    const preview = await renderPreview(ctx, curriculum, { path, text, chapter }, manifest.text, ctx.user.uid)
    return {
      ...preview,
      questions: await previewQuestions(ctx, curriculum.id, preview.questions, ctx.user.uid),
      datasets: await previewDatasets(ctx.db, curriculum.id, preview.datasets),
    }
  },

  'POST /staff/v1/studio_run': async (ctx, program) => {
    ctx.audit(null)
    return runProgram(ctx, program)
  },

  'POST /staff/v1/studio_discard': async (ctx, { id, path }) => {
    const curriculum = await edited(ctx, id, { lock: true })
    await refuseWhilePublishing(ctx, curriculum)
    const { numDeletedRows } = await ctx.db
      .deleteFrom('content_draft_files')
      .where('curriculum_id', '=', curriculum.id)
      .$if(path !== undefined, (query) => query.where('path', '=', path!))
      .executeTakeFirst()
    await dropEmptyDraft(ctx.db, curriculum.id)
    const files = Number(numDeletedRows)
    ctx.audit(files === 0 ? null : { target: curriculumTarget(curriculum), after: { discarded: path ?? 'all', files } })
    return { files }
  },

  'POST /staff/v1/studio_link': async (ctx, { id, hours }) => {
    const curriculum = await edited(ctx, id)
    const expiresAt = ctx.clock.now() + hours * 3600
    ctx.audit({ target: curriculumTarget(curriculum), after: { expiresAt } })
    const token = previewToken(ctx.config.secret, curriculum.uid, expiresAt)
    return { path: `/console/draft/${token}`, expiresAt }
  },

  ...publishingHandlers,
  ...uploadHandlers,
  ...taskHandlers,
  ...videoHandlers,
}

/** Applies a change to the draft's manifest, or to the heading of a text. */
async function changeTree(
  ctx: StaffCtx,
  curriculum: EditedCurriculum,
  manifest: { path: string; text: string },
  tree: ManifestTree,
  change: TreeChange,
) {
  const { db, user, clock } = ctx
  const now = clock.now()
  if (tree.isEpub && change.op !== 'fields') fail('content-refused', { msg: 'EPUB 的目录在书里，请重新上传这本书' })
  const node =
    'slug' in change && change.slug ? tree.nodes(new Map()).find(({ slug }) => slug === change.slug) : undefined
  if (change.op === 'rename' && node?.kind === 'text' && node.path) {
    const text = (await fileOf(db, curriculum.id, node.path))?.text ?? ''
    const renamed = /^#[ \t]+.*$/m.test(text)
      ? text.replace(/^#[ \t]+.*$/m, `# ${change.title}`)
      : `# ${change.title}\n\n${text}`
    await saveDraftFile(db, curriculum.id, { path: node.path, text: renamed, mediaKey: null }, user.id, now)
    return {
      slug: change.slug,
      undo: { path: node.path, text, base: hashOf({ path: '', text: renamed, mediaKey: null }) },
    }
  }
  const { slug, newFile } = tree.apply(change)
  const text = tree.text()
  await saveDraftFile(db, curriculum.id, { path: manifest.path, text, mediaKey: null }, user.id, now)
  if (newFile) await saveDraftFile(db, curriculum.id, { ...newFile, mediaKey: null }, user.id, now)
  if (change.op === 'fields' && change.fields.title && curriculum.source_hash === null)
    await db.updateTable('curricula').set({ title: change.fields.title }).where('id', '=', curriculum.id).execute()
  if (change.op === 'fields' && change.fields.intro && !(await fileOf(db, curriculum.id, change.fields.intro)))
    await saveDraftFile(db, curriculum.id, { path: change.fields.intro, text: '', mediaKey: null }, user.id, now)
  await dropEmptyDraft(db, curriculum.id)
  return { slug, undo: { path: manifest.path, text: manifest.text, base: hashOf({ path: '', text, mediaKey: null }) } }
}
