import type { library } from '@dxx/contract/calls/library'
import type { PageInput } from '@dxx/contract/paging'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { sql } from 'kysely'
import { pageOfQuery, pageOfRows } from '../../base/paging'
import { fail } from '../../base/refusal'
import type { Ctx, Handlers } from '../../context'
import { countRows } from '../../db/count-rows'
import { inTransaction } from '../../db/transaction'
import { cardOf, curriculumByUid, kindIsShown, onSale, ownedBy, selectCards } from '../catalogue/public'
import { homeHandlers } from './home'
import { trackingHandlers } from './tracking'

const collection =
  (kind: CurriculumKind) =>
  async ({ db, user, clock }: Ctx<'user'>, { id, on }: { id: string; on: boolean }) => {
    const now = clock.now()
    const found = await curriculumByUid(db, user, id, now)
    if (found?.kind !== kind) fail('curriculum-not-found')
    return inTransaction(db, async (tx) => {
      const row = { user_id: user.id, curriculum_id: found.id }
      if (on)
        await tx
          .insertInto('favourites')
          .values({ ...row, created_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      else
        await tx
          .deleteFrom('favourites')
          .where((eb) => eb.and(row))
          .execute()
      const count = await countRows(tx.selectFrom('favourites').where('curriculum_id', '=', found.id))
      return { on, count }
    })
  }

/** SQL table of the user's favourites with the time each was added. */
const favourites = (userId: number) => sql<ListedCurriculum>`(
  select curriculum_id, created_at as at from favourites where user_id = ${userId})`
const browsed = (userId: number) => sql<ListedCurriculum>`(
  select curriculum_id, viewed_at as at from browse_records where user_id = ${userId})`

interface ListedCurriculum {
  curriculum_id: number
  at: number
}

/** Handler that lists favourites or browsed items. Unpublished items are listed for their owners only. */
const listRecords =
  (records: typeof favourites) =>
  async ({ db, user, clock }: Ctx<'user'>, { kind, ...paging }: PageInput & { kind?: CurriculumKind }) => {
    let cards = selectCards(db, user)
      .innerJoin(records(user.id).as('kept'), 'kept.curriculum_id', 'c.id')
      .where(sql<boolean>`(${onSale(clock.now())} or ${ownedBy(user)})`)
      .where(kindIsShown)
    if (kind) cards = cards.where('c.kind', '=', kind)
    const order = { key: sql<number>`kept.at`, uid: sql<string>`c.uid` }
    const rows = await pageOfQuery(cards, order, paging).execute()
    const count = await countRows(cards)
    return pageOfRows(rows, count, paging, (row) => ({ ...cardOf(row), at: row.pageKey }))
  }

export const handlers: Handlers<typeof library> = {
  ...homeHandlers,
  ...trackingHandlers,

  'POST /v1/course_collection': collection('course'),
  'POST /v1/ebook_collection': collection('ebook'),
  'POST /v1/textbooks_collection': collection('textbook'),
  'POST /v1/bank_collection': collection('bank'),

  'GET /v1/user_collection_list': listRecords(favourites),
  'GET /v1/user_browse_records': listRecords(browsed),

  'POST /v1/browse_add': async ({ db, user, clock }, { id }) => {
    const now = clock.now()
    const found = (await curriculumByUid(db, user, id, now)) ?? fail('curriculum-not-found')
    await db
      .insertInto('browse_records')
      .values({ user_id: user.id, curriculum_id: found.id, viewed_at: now })
      .onConflict((conflict) => conflict.columns(['user_id', 'curriculum_id']).doUpdateSet({ viewed_at: now }))
      .execute()
    return {}
  },

  'POST /v1/browse_delete': async ({ db, user }, { ids }) => {
    let deletion = db.deleteFrom('browse_records').where('user_id', '=', user.id)
    if (ids)
      deletion = deletion.where('curriculum_id', 'in', (eb) =>
        eb.selectFrom('curricula').select('id').where(sql<boolean>`uid = any (${ids}::uuid[])`),
      )
    await deletion.execute()
    return {}
  },
}
