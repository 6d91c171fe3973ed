import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { maskPersonal } from '../base/mask-personal'
import type { Db } from './connection'
import { lockName } from './lock'
import type { StaffSchema } from './schema/staff'

/** A change made by a staff handler or a shell command. */
export interface AuditRecord {
  target: { kind: string; id: string; name?: string }
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  reason?: string
}

/** User and call, or shell command, that made a change. */
export interface AuditActor {
  /** Null for shell commands. */
  userId: number | null
  roles: readonly string[]
  call: string
  address: string
  requestId: string
}

type AuditRow = Selectable<StaffSchema['audit']>

/** The columns that the hash covers, with before and after as text. */
interface HashedRow extends Omit<AuditRow, 'before' | 'after' | 'previous' | 'hash'> {
  before: string | null
  after: string | null
}

function hashOf(row: HashedRow, previous: Buffer): Buffer {
  const { id, at, user_id, roles, call, target_kind, target_id, target_name } = row
  const { before, after, reason, address, request_id } = row
  const what = [id, at, user_id, roles, call, target_kind, target_id, target_name, before, after]
  const text = JSON.stringify([...what, reason, address, request_id])
  return createHash('sha256').update(previous).update(text).digest()
}

const start = Buffer.alloc(32)

const jsonOf = (value: Record<string, unknown> | null | undefined) =>
  value ? JSON.stringify(maskPersonal(value)) : null

const textOf = (value: string | undefined) => maskPersonal(value ?? '') as string

/**
 * Appends records to the audit log. Must be the last step of the caller's transaction: its lock, which keeps the chain
 * serial, is held until the transaction ends.
 */
export async function appendAudit(tx: Db, actor: AuditActor, records: AuditRecord[], now: number): Promise<void> {
  if (records.length === 0) return
  await lockName(tx, 'audit')
  let { id, hash } = await lastLink(tx)
  for (const { target, before, after, reason } of records) {
    const row = {
      id: ++id,
      at: now,
      user_id: actor.userId,
      roles: actor.roles.join(','),
      call: actor.call,
      target_kind: target.kind,
      target_id: target.id,
      target_name: textOf(target.name),
      before: jsonOf(before),
      after: jsonOf(after),
      reason: textOf(reason),
      address: actor.address,
      request_id: actor.requestId,
    }
    const previous = hash
    hash = hashOf(row, previous)
    await tx
      .insertInto('audit')
      .values({ ...row, previous, hash })
      .execute()
  }
}

async function lastLink(db: Db): Promise<{ id: number; hash: Buffer }> {
  const row = await db.selectFrom('audit').select(['id', 'hash']).orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row ?? (await lastCheckpoint(db))
}

async function lastCheckpoint(db: Db): Promise<{ id: number; hash: Buffer }> {
  const row = await db
    .selectFrom('audit_checkpoints')
    .select(['through as id', 'hash'])
    .orderBy('through', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? { id: 0, hash: start }
}

export interface AuditVerdict {
  checked: number
  /** Id and hash of the last row, to compare with a copy kept elsewhere: rows missing at the end break no chain. */
  last: { id: number; hash: string }
  /** The first row that is missing or was changed; null if the chain is intact. */
  brokenAt: number | null
}

const batch = 1000

/** Recomputes the chain from the last checkpoint on. */
export async function verifyAudit(db: Db): Promise<AuditVerdict> {
  let { id, hash } = await lastCheckpoint(db)
  let checked = 0
  for (;;) {
    const rows = await db
      .selectFrom('audit')
      .select(['id', 'at', 'user_id', 'roles', 'call', 'target_kind', 'target_id', 'target_name'])
      .select(['reason', 'address', 'request_id', 'previous', 'hash'])
      .select([sql<string | null>`before::text`.as('before'), sql<string | null>`after::text`.as('after')])
      .where('id', '>', id)
      .orderBy('id')
      .limit(batch)
      .execute()
    for (const row of rows) {
      const whole = row.id === id + 1 && row.previous.equals(hash) && row.hash.equals(hashOf(row, hash))
      if (!whole) return { checked, last: { id, hash: hash.toString('hex') }, brokenAt: id + 1 }
      ;({ id, hash } = row)
      checked++
    }
    if (rows.length < batch) return { checked, last: { id, hash: hash.toString('hex') }, brokenAt: null }
  }
}

/** How long rows are kept, in seconds; the trigger of migration 0028 contains the same number. */
export const auditRetentionSeconds = 3 * 365 * 86_400

/** Replaces rows older than three years by a checkpoint. Returns the number of removed rows. */
export async function checkpointAudit(tx: Db, now: number): Promise<number> {
  await lockName(tx, 'audit')
  const { rows } = await sql<{ id: number; hash: Buffer }>`
    select id, hash from audit
    where id < coalesce((select min(id) from audit where at >= ${now - auditRetentionSeconds}::bigint), 9223372036854775807)
    order by id desc limit 1`.execute(tx)
  const last = rows[0]
  if (!last) return 0
  await tx.insertInto('audit_checkpoints').values({ through: last.id, hash: last.hash, at: now }).execute()
  const { numDeletedRows } = await tx.deleteFrom('audit').where('id', '<=', last.id).executeTakeFirst()
  return Number(numDeletedRows)
}
