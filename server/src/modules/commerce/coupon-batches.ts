import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import type { ListPage } from '../../db/list-page'
import { codeHash, newCode, printed } from './coupon-codes'

interface NewBatch {
  /** Id chosen by the console, so that a repeated request creates no second batch. */
  uid?: string
  createdBy?: number
  title: string
  expiresAt: number
  curriculumIds: number[]
  codes: string[]
  now: number
}

/** Stores a batch of codes, as hashes. Runs in the caller's transaction. */
export async function addBatch(tx: Db, secret: string, batch: NewBatch) {
  const { uid, createdBy, title, expiresAt, curriculumIds, codes, now } = batch
  const inserted = await tx
    .insertInto('coupon_batches')
    .values({ uid, title, expires_at: expiresAt, created_at: now, created_by: createdBy })
    .returning(['id', 'uid'])
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('coupon_items')
    .values(curriculumIds.map((curriculum_id) => ({ batch_id: inserted.id, curriculum_id })))
    .execute()
  for (let from = 0; from < codes.length; from += 1000) {
    const rows = codes
      .slice(from, from + 1000)
      .map((code) => ({ batch_id: inserted.id, code_hash: codeHash(secret, code) }))
    await tx.insertInto('coupons').values(rows).execute()
  }
  return inserted
}

/** Creates a batch and returns its codes in printed form; they cannot be read again. */
export async function makeBatch(tx: Db, secret: string, batch: Omit<NewBatch, 'codes'>, count: number) {
  const codes = Array.from({ length: count }, newCode)
  await addBatch(tx, secret, { ...batch, codes })
  return codes.map(printed)
}

/** Returns the ids of curricula given as `kind/slug`; throws an error for staff that names the missing ones. */
export async function namedCurricula(db: Db, names: string[]): Promise<number[]> {
  const { rows } = await sql<{ name: string; id: number | null }>`
    select name, c.id from unnest(${names}::text[]) as name
    left join curricula c on c.kind || '/' || c.slug = name`.execute(db)
  const missing = rows.filter(({ id }) => id === null).map(({ name }) => name)
  if (missing.length > 0) throw new Error(`没有这些内容：${missing.join('、')}`)
  return [...new Set(rows.map(({ id }) => id!))]
}

/** Lists batches, newest first. `after`: id of the last batch of the previous page. */
export async function listBatches(db: Db, { after, limit }: ListPage) {
  if (after !== undefined && !/^\d{1,15}$/.test(after)) return []
  const { rows } = await sql<Batch>`
    select b.id, b.title, b.created_at, b.expires_at,
      (select count(*) from coupons k where k.batch_id = b.id) as total,
      (select count(*) from coupons k where k.batch_id = b.id and k.used_by is not null) as used,
      array(
        select c.title from coupon_items i join curricula c on c.id = i.curriculum_id
        where i.batch_id = b.id order by c.id) as items
    from coupon_batches b where b.id < ${after === undefined ? Number.MAX_SAFE_INTEGER : Number(after)}
    order by b.id desc limit ${limit}`.execute(db)
  return rows
}

interface Batch {
  id: number
  title: string
  created_at: number
  expires_at: number
  total: number
  used: number
  items: string[]
}
