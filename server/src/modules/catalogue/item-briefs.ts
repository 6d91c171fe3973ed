import type { ItemBrief } from '@dxx/contract/calls/staff/coupons'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { type RawBuilder, sql } from 'kysely'
import { escapeLike } from '../../base/escape-like'
import type { Db } from '../../db/connection'

/** Curriculum `c` as the console names it in forms. */
export const itemBrief = sql<ItemBrief>`jsonb_build_object(
  'id', c.uid, 'kind', c.kind, 'title', c.title, 'payCents', c.pay_cents)`

export async function itemBriefs(db: Db, where: RawBuilder<boolean>, order: RawBuilder<unknown>): Promise<ItemBrief[]> {
  const { rows } = await sql<{ item: ItemBrief }>`
    select ${itemBrief} as item from curricula c where ${where} ${order}`.execute(db)
  return rows.map(({ item }) => item)
}

/** Finds curricula by a part of their title, those with most learners first. */
export const searchItems = (db: Db, keyword: string, kind: CurriculumKind | null = null): Promise<ItemBrief[]> =>
  itemBriefs(
    db,
    sql`c.title ilike ${`%${escapeLike(keyword)}%`} and (${kind}::text is null or c.kind = ${kind}::text)`,
    sql`order by c.learners desc, c.id limit 30`,
  )
