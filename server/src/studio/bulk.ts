import type { bank } from '@dxx/contract/calls/staff/bank'
import { sql } from 'kysely'
import type * as z from 'zod'
import { fail, Refusal } from '../base/refusal'
import type { StaffCtx } from '../context'
import { lockImports, publishQuestion, retireQuestion } from './publish-question'
import { type FoundQuestion, questionInScope, refuseLocked } from './question-access'
import { keyOf, withKey } from './question-templates'
import { compileText } from './question-text'

type Bulk = z.output<(typeof bank)['POST /staff/v1/bank_bulk']['input']>

/** Changes several questions. One that cannot be changed is skipped with its reason; the others are changed. */
export async function bulkChange(ctx: StaffCtx, { ids, action, tag, chapter }: Bulk) {
  if ((action === 'tag' || action === 'untag') && !tag) fail('content-refused', { msg: '请填写标签' })
  if (action === 'move' && !chapter) fail('content-refused', { msg: '请选择章节' })
  await lockImports(ctx.db)
  const banks = new Set<string>()
  const skipped: { id: string; reason: string }[] = []
  let changed = 0
  for (const id of new Set(ids)) {
    try {
      const found = await questionInScope(ctx, id)
      if (!found.row) fail('question-refused', { msg: '还没有发布，请先发布' })
      await refuseLocked(ctx, found.row)
      if (await changeOne(ctx, found, action, tag ?? '', chapter ?? '')) changed++
      banks.add(found.home.uid)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      skipped.push({ id, reason: error.message })
    }
  }
  return { changed, skipped, banks: [...banks] }
}

async function changeOne(ctx: StaffCtx, found: FoundQuestion, action: Bulk['action'], tag: string, chapter: string) {
  const { home, slug, published } = found
  const row = found.row!
  const write = { tx: ctx.db, storage: ctx.storage, home, origin: row.origin, by: ctx.user.id, now: ctx.clock.now() }
  if (action === 'retire') {
    if (row.removed) return false
    await retireQuestion(write, { id: row.id, slug, versionId: row.versionId })
    return true
  }
  const text = await changedText(ctx, found, action, tag, chapter)
  if (text === published && action !== 'revive') return false
  if (action === 'revive' && !row.removed) return false
  const { compiled, flaws } = await compileText(ctx, home, text, { slug, origin: row.origin })
  const errors = flaws.filter(({ level }) => level === 'error')
  if (!compiled || errors.length > 0) fail('question-refused', { msg: errors.map((flaw) => flaw.text).join('；') })
  await publishQuestion(write, compiled, action === 'revive' ? 'revive' : action === 'move' ? 'move' : 'tags')
  // The draft keeps its changes and gets the new labels.
  if (found.draft && action !== 'revive') {
    const draft = await changedText(ctx, { ...found, published: found.draft.text }, action, tag, chapter)
    await ctx.db.updateTable('question_drafts').set({ text: draft }).where('id', '=', found.draft.id).execute()
  }
  return true
}

async function changedText(
  ctx: StaffCtx,
  { home, published }: FoundQuestion,
  action: Bulk['action'],
  tag: string,
  chapter: string,
) {
  const text = published ?? ''
  if (action === 'move') {
    if (home.kind !== 'bank') fail('question-refused', { msg: '教材里的题跟着正文，不能移到章节' })
    const found = await ctx.db
      .selectFrom('chapters')
      .select('slug')
      .where(sql<boolean>`uid = ${chapter}::uuid`)
      .where('curriculum_id', '=', home.id)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    return withKey(text, 'chapter', (found ?? fail('question-refused', { msg: '这一章不在它的题库里' })).slug)
  }
  if (action === 'revive') return text
  const tags = (keyOf(text, 'tags') ?? '')
    .split(/[,，、]/)
    .map((one) => one.trim())
    .filter(Boolean)
  const next = action === 'tag' ? [...new Set([...tags, tag])] : tags.filter((one) => one !== tag)
  return withKey(text, 'tags', next.length > 0 ? next.join(', ') : null)
}
