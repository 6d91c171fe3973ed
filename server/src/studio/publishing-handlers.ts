import type { studioPublishing } from '@dxx/contract/calls/staff/studio-publishing'
import { totalMax } from '@dxx/contract/staff'
import { fail } from '../base/refusal'
import type { Handlers, StaffCtx } from '../context'
import { enqueue } from '../jobs/queue'
import { curriculumInScope, curriculumTarget, type EditedCurriculum, edited, refuseWhilePublishing } from './access'
import { dropEmptyDraft, saveDraftFile } from './files'
import { checkContent } from './publish'
import { compareFiles, filesOfState, lastRevision, listRevisions } from './revision-queries'

export const publishingHandlers: Handlers<typeof studioPublishing> = {
  'GET /staff/v1/studio_check': async (ctx, { id }) => {
    const curriculum = await edited(ctx, id)
    await mustHaveChanges(ctx, curriculum)
    return checkContent(ctx, curriculum)
  },

  'POST /staff/v1/studio_publish': async (ctx, { id, at, note }) => {
    const curriculum = await curriculumInScope(ctx, id, 'content.publish', { lock: true })
    const now = ctx.clock.now()
    await refuseWhilePublishing(ctx, curriculum)
    await mustHaveChanges(ctx, curriculum)
    if (at !== null && at <= now) fail('content-refused', { msg: '发布时间已经过去了，请重新选择' })
    const runAt = at ?? now
    await ctx.db
      .updateTable('content_drafts')
      .set({
        publish_state: 'planned',
        publish_at: runAt,
        publish_by: ctx.user.id,
        progress: '',
        report: JSON.stringify({ note }),
      })
      .where('curriculum_id', '=', curriculum.id)
      .execute()
    await enqueue(ctx.db, 'publish_content', { curriculum: curriculum.id }, { runAt })
    ctx.audit({ target: curriculumTarget(curriculum), after: { at: runAt, note } })
    return { at: runAt }
  },

  'POST /staff/v1/studio_publish_cancel': async (ctx, { id }) => {
    const curriculum = await curriculumInScope(ctx, id, 'content.publish', { lock: true })
    await refuseWhilePublishing(ctx, curriculum)
    await ctx.db
      .updateTable('content_drafts')
      .set({ publish_state: null, publish_at: null, publish_by: null, progress: '', report: null })
      .where('curriculum_id', '=', curriculum.id)
      .execute()
    ctx.audit({ target: curriculumTarget(curriculum), after: { publication: null } })
    return {}
  },

  'GET /staff/v1/studio_revisions': async (ctx, { id, after, limit }) => {
    const curriculum = await edited(ctx, id)
    if (after !== undefined && !/^\d{1,9}$/.test(after)) fail('invalid-input')
    const rows = await listRevisions(ctx.db, curriculum.id, after === undefined ? null : Number(after), limit + 1)
    const page = rows.slice(0, limit)
    const next = rows.length > limit ? String(page.at(-1)!.number) : null
    return { list: page, next, total: Math.min(totalMax, await lastRevision(ctx.db, curriculum.id)) }
  },

  'GET /staff/v1/studio_compare': async (ctx, { id, from, to }) => {
    const curriculum = await edited(ctx, id)
    const last = await lastRevision(ctx.db, curriculum.id)
    for (const number of [from, to]) if (number !== undefined && number > last) fail('revision-not-found')
    const before = await filesOfState(ctx.db, curriculum.id, from ?? 'published')
    return compareFiles(before, await filesOfState(ctx.db, curriculum.id, to ?? 'draft'))
  },

  'POST /staff/v1/studio_restore': async (ctx, { id, revision, path }) => {
    const curriculum = await edited(ctx, id, { lock: true })
    const { db, user, clock } = ctx
    await refuseWhilePublishing(ctx, curriculum)
    if (revision > (await lastRevision(db, curriculum.id))) fail('revision-not-found')
    const then = await filesOfState(db, curriculum.id, revision)
    const { files } = compareFiles(await filesOfState(db, curriculum.id, 'draft'), then)
    const wanted = files.filter((file) => path === undefined || file.path === path)
    for (const { path: name } of wanted) {
      const old = then.find((file) => file.path === name) ?? { path: name, text: null, mediaKey: null }
      await saveDraftFile(db, curriculum.id, old, user.id, clock.now())
    }
    await dropEmptyDraft(db, curriculum.id)
    const count = wanted.length
    ctx.audit(count === 0 ? null : { target: curriculumTarget(curriculum), after: { revision, files: count } })
    return { files: count }
  },
}

async function mustHaveChanges({ db }: StaffCtx, { id }: EditedCurriculum): Promise<void> {
  const row = await db
    .selectFrom('content_draft_files')
    .select('path')
    .where('curriculum_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (!row) fail('nothing-to-publish')
}
