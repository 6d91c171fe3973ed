import type { reading } from '@dxx/contract/calls/reading'
import { sql } from 'kysely'
import { pageOfQuery, pageOfRows } from '../../base/paging'
import { fail } from '../../base/refusal'
import type { Ctx, Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { countRows } from '../../db/count-rows'
import { inTransaction } from '../../db/transaction'
import { curriculumByUid, kindIsShown } from '../catalogue/public'
import { likePattern } from '../search/public'
import { exportMarkdown, exportW3cAnnotations } from './export'
import { highlightOf, placeKey, selectHighlights } from './highlight-rows'
import { Changes, lockHighlights, refreshAnchors } from './highlights'
import { readLastPosition } from './last-position'

const perSync = 200

type Reader = Ctx<'user' | 'purchase'>

const changing = <T>({ db, user, clock }: Reader, run: (tx: Db, changes: Changes) => Promise<T>): Promise<T> =>
  inTransaction(db, async (tx) => {
    await lockHighlights(tx, user.id)
    return run(tx, new Changes(tx, user, clock.now()))
  })

/** Anchors highlights whose chapter text has changed before they are returned. */
const refreshed = (ctx: Reader) => changing(ctx, (tx) => refreshAnchors(tx, ctx.user.id))

export const highlightHandlers: Pick<
  Handlers<typeof reading>,
  | 'POST /v1/textbooks_brightness'
  | 'POST /v1/textbooks_delete_brightness'
  | 'GET /v1/textbooks_brightness_search'
  | 'POST /v1/highlights_sync'
  | 'GET /v1/highlights_export'
> = {
  'POST /v1/textbooks_brightness': (ctx, change) =>
    changing(ctx, async (tx, changes) => {
      const refused = await changes.save(change)
      if (refused) fail(refused)
      const row = await selectHighlights(tx, ctx.user, ctx.clock.now())
        .where('h.uid', '=', change.id)
        .where('h.removed', '=', false)
        .executeTakeFirst()
      // There is no row if a later change has removed the highlight.
      return highlightOf(row ?? fail('highlight-not-found'))
    }),

  'POST /v1/textbooks_delete_brightness': (ctx, { id, at = ctx.clock.now() }) =>
    changing(ctx, async (_tx, changes) => {
      const refused = await changes.remove(id, at)
      if (refused) fail(refused)
      return {}
    }),

  'GET /v1/textbooks_brightness_search': async (ctx, { id, chapterId, marks, withNote, keyword, sort, ...paging }) => {
    await refreshed(ctx)
    let shown = selectHighlights(ctx.db, ctx.user, ctx.clock.now()).where('h.removed', '=', false).where(kindIsShown)
    if (id) shown = shown.where('c.uid', '=', id)
    if (chapterId) shown = shown.where('ch.uid', '=', chapterId)
    if (marks) shown = shown.where('h.mark', 'in', marks.length > 0 ? marks : ['bookmark'])
    if (withNote !== undefined) shown = shown.where('h.note', withNote ? '<>' : '=', '')
    if (keyword) {
      const wanted = likePattern(keyword)
      shown = shown.where(sql<boolean>`(h.note ilike ${wanted} or h.locator->>'exact' ilike ${wanted})`)
    }
    const uid = sql<string>`h.uid`
    const order =
      sort === 'place' ? { key: placeKey, uid, direction: 'asc' as const } : { key: sql<number>`h.edited_at`, uid }
    const rows = await pageOfQuery(shown, order, paging).execute()
    const count = await countRows(shown)
    return pageOfRows(rows, count, paging, highlightOf)
  },

  'POST /v1/highlights_sync': (ctx, { id, changes: changed, removals, since }) =>
    changing(ctx, async (tx, changes) => {
      const refused = []
      for (const change of changed) {
        const error = await changes.save(change)
        if (error) refused.push({ id: change.id, error })
      }
      // The refusal for an unknown highlight is ignored, because the highlight is removed already.
      for (const removal of removals) await changes.remove(removal.id, removal.at)
      await refreshAnchors(tx, ctx.user.id)
      let news = selectHighlights(tx, ctx.user, ctx.clock.now())
        .where('h.change', '>', Number(since || 0))
        .orderBy('h.change')
        .limit(perSync + 1)
      if (id) news = news.where('c.uid', '=', id)
      if (since === '') news = news.where('h.removed', '=', false)
      const rows = await news.execute()
      const page = rows.slice(0, perSync)
      return {
        list: page.filter(({ removed }) => !removed).map(highlightOf),
        removed: page.filter(({ removed }) => removed).map(({ uid }) => uid),
        since: String(page.at(-1)?.change ?? (since || 0)),
        hasMore: rows.length > perSync,
        refused,
        place: id ? await readLastPosition(tx, ctx.user.id, id) : null,
      }
    }),

  'GET /v1/highlights_export': async (ctx, { id, format }) => {
    const { db, user, clock } = ctx
    await refreshed(ctx)
    const found = (await curriculumByUid(db, user, id, clock.now())) ?? fail('curriculum-not-found')
    const rows = await selectHighlights(db, user, clock.now())
      .where('h.removed', '=', false)
      .where('c.id', '=', found.id)
      .orderBy(placeKey)
      .orderBy('h.uid')
      .execute()
    const list = rows.map(highlightOf)
    return format === 'markdown' ? exportMarkdown(found.title, list) : exportW3cAnnotations(found.title, list)
  },
}
