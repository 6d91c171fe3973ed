import type { Audience, Broadcast, broadcasts } from '@dxx/contract/calls/staff/broadcasts'
import { totalMax } from '@dxx/contract/staff'
import { type RawBuilder, sql } from 'kysely'
import { escapeLike } from '../../base/escape-like'
import { fail } from '../../base/refusal'
import type { Handlers, StaffCtx } from '../../context'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import type { JobHandler, WorkConditions } from '../../jobs/worker'
import { notify } from './public'

/** Recipients by row ids. */
interface Recipients {
  audience: Audience['to']
  class_id: number | null
  curriculum_id: number | null
}

const isVerified = sql<boolean>`u.student_status = 'passed'`

/** Condition on user `u`. Closed accounts receive nothing. */
const isRecipient = ({ audience, class_id, curriculum_id }: Recipients): RawBuilder<boolean> => {
  const chosen = {
    all: sql`true`,
    students: isVerified,
    class: sql`${isVerified} and exists (
      select from student_classes a where a.user_id = u.id and a.class_id = ${class_id}::bigint)`,
    owners: sql`exists (select from entitlements e
      where e.user_id = u.id and e.curriculum_id = ${curriculum_id}::bigint and e.revoked_at is null)`,
  }[audience]
  return sql<boolean>`u.closed_at is null and ${chosen}`
}

async function recipientsOf(db: Db, audience: Audience): Promise<Recipients> {
  const found = { audience: audience.to, class_id: null, curriculum_id: null }
  if (audience.to === 'class') {
    const row = await db.selectFrom('classes').select('id').where('uid', '=', audience.id).executeTakeFirst()
    return { ...found, class_id: row?.id ?? fail('broadcast-audience') }
  }
  if (audience.to === 'owners') {
    const row = await db.selectFrom('curricula').select('id').where('uid', '=', audience.id).executeTakeFirst()
    return { ...found, curriculum_id: row?.id ?? fail('broadcast-audience') }
  }
  return found
}

async function countRecipients(db: Db, recipients: Recipients): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users u where ${isRecipient(recipients)}`.execute(db)
  return rows[0]!.count
}

/** Users per transaction, so that sending to all holds no lock for long. */
const batch = 2000

/** Sends the next batch of a broadcast. Returns whether more may follow. */
async function sendBatch(tx: Db, id: number, now: number): Promise<boolean> {
  const row = await tx.selectFrom('broadcasts').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  if (row.state !== 'planned' && row.state !== 'sending') return false
  const { rows } = await sql<{ sent: number; last: number | null }>`
    with next as (
      select u.id from users u where u.id > ${row.sent_to} and ${isRecipient(row)} order by u.id limit ${batch}),
    added as (
      insert into messages (user_id, kind, title, body, link, created_at, broadcast_id)
      select next.id, 'system', ${row.title}, ${row.body}, ${row.link}, ${now}::bigint, ${id}::bigint from next)
    select count(*)::int as sent, max(id) as last from next`.execute(tx)
  const { sent, last } = rows[0]!
  const isDone = sent < batch
  await tx
    .updateTable('broadcasts')
    .set((eb) => ({
      state: isDone ? 'sent' : 'sending',
      sent_to: last ?? row.sent_to,
      recipients: eb('recipients', '+', sent),
      ...(isDone && { sent_at: now }),
    }))
    .where('id', '=', id)
    .execute()
  return !isDone
}

/** Sends broadcasts that are due; continues those that a crash interrupted. */
const sendDue: JobHandler<unknown> = async ({ db, clock }) => {
  const due = await db
    .selectFrom('broadcasts')
    .select('id')
    .where('state', 'in', ['planned', 'sending'])
    .where('send_at', '<=', clock.now())
    .orderBy('send_at')
    .limit(20)
    .execute()
  for (const { id } of due) while (await inTransaction(db, (tx) => sendBatch(tx, id, clock.now())));
}

export const broadcastJobs = { send_broadcasts: sendDue }
export const broadcastJobsWork = {
  send_broadcasts: (now: number) => sql<boolean>`exists (
    select from broadcasts where state in ('planned', 'sending') and send_at <= ${now}::bigint)`,
} satisfies WorkConditions
export const broadcastJobsEvery = { send_broadcasts: 10 }

interface Row extends Omit<Broadcast, 'id'> {
  id: number
  uid: string
}

const audienceName = sql<string>`case b.audience when 'all' then '所有人' when 'students' then '通过认证的学生'
  when 'class' then coalesce((select s.name || ' ' || c.name from classes c join schools s on s.id = c.school_id
    where c.id = b.class_id), '已删除的班级')
  else '拥有《' || (select title from curricula c where c.id = b.curriculum_id) || '》的人' end`

async function listBroadcasts(db: Db, { after, limit }: { after?: string; limit: number }) {
  if (after !== undefined && !/^\d{1,15}$/.test(after)) fail('invalid-input')
  const { rows } = await sql<Row>`
    select b.id, b.uid, b.title, b.body, b.link, ${audienceName} as audience, b.send_at as "sendAt", b.state,
      b.recipients, b.recalled, coalesce(u.nickname, '') as by,
      (select count(*) from messages m where m.broadcast_id = b.id and m.read_at is not null)::int as read
    from broadcasts b left join users u on u.id = b.created_by
    where b.id < ${after === undefined ? Number.MAX_SAFE_INTEGER : Number(after)}
    order by b.id desc limit ${limit + 1}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from (select from broadcasts limit ${totalMax}) counted`.execute(db)
  const shown = rows.slice(0, limit)
  return {
    list: shown.map(({ id: _, uid, ...row }) => ({ ...row, id: uid })),
    next: rows.length > limit ? String(shown.at(-1)!.id) : null,
    total: counted[0]!.total,
  }
}

async function lockBroadcast(db: Db, uid: string) {
  const row = await db.selectFrom('broadcasts').selectAll().where('uid', '=', uid).forUpdate().executeTakeFirst()
  return row ?? fail('broadcast-not-found')
}

/** Deletes the unread messages of a broadcast. */
async function recall(ctx: StaffCtx, { id: uid, reason }: { id: string; reason: string }) {
  const { db } = ctx
  const row = await lockBroadcast(db, uid)
  if (row.state !== 'sent' && row.state !== 'sending' && row.state !== 'recalled') fail('broadcast-not-sent')
  const { numDeletedRows } = await db
    .deleteFrom('messages')
    .where('broadcast_id', '=', row.id)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  const recalled = Number(numDeletedRows)
  await db
    .updateTable('broadcasts')
    .set((eb) => ({ state: 'recalled', recalled: eb('recalled', '+', recalled) }))
    .where('id', '=', row.id)
    .execute()
  ctx.audit({ target: { kind: 'message', id: uid, name: row.title }, after: { recalled }, reason })
  return { recalled }
}

type SendInput = Parameters<Handlers<typeof broadcasts>['POST /staff/v1/broadcast_send']>[1]

async function send(ctx: StaffCtx, { title, body, link, audience, sendAt, recipients }: SendInput) {
  const { db, user, clock } = ctx
  const now = clock.now()
  const to = await recipientsOf(db, audience)
  const count = await countRecipients(db, to)
  if (count === 0) fail('broadcast-empty')
  // New users may register between the count and the confirmation, so a small difference is accepted.
  if (Math.abs(count - recipients) > Math.max(5, recipients * 0.01))
    fail('broadcast-count', { msg: `现在会发给 ${count} 人，和你确认的 ${recipients} 人不同，请再确认一次` })
  const { uid } = await db
    .insertInto('broadcasts')
    .values({ title, body, link, ...to, send_at: sendAt ?? now, created_by: user.id, created_at: now })
    .returning('uid')
    .executeTakeFirstOrThrow()
  ctx.audit({
    target: { kind: 'message', id: uid, name: title },
    after: { body, link, to: audience.to, count, startsAt: sendAt ?? now },
  })
  return { id: uid }
}

export const broadcastHandlers: Handlers<typeof broadcasts> = {
  'GET /staff/v1/broadcast_list': ({ db }, page) => listBroadcasts(db, page),
  'GET /staff/v1/broadcast_classes': async ({ db }) => {
    const { rows } = await sql<{ id: string; name: string }>`
      select c.uid as id, s.name || ' ' || c.name as name from classes c join schools s on s.id = c.school_id
      order by s.position, c.position, c.id limit 2000`.execute(db)
    return { list: rows }
  },
  'GET /staff/v1/broadcast_items': async ({ db }, { keyword }) => {
    const { rows } = await sql<{ id: string; title: string }>`
      select uid as id, title from curricula where title ilike ${`%${escapeLike(keyword)}%`}
      order by learners desc, id limit 30`.execute(db)
    return { list: rows }
  },
  'GET /staff/v1/broadcast_count': async ({ db }, { to, id }) => {
    const audience = to === 'class' || to === 'owners' ? { to, id: id ?? fail('broadcast-audience') } : { to }
    return { recipients: await countRecipients(db, await recipientsOf(db, audience)) }
  },
  'POST /staff/v1/broadcast_test': async (ctx, { title, body, link }) => {
    const { db, user, clock } = ctx
    await notify(db, { userId: user.id, kind: 'system', title: `【测试】${title}`, body, link }, clock.now())
    ctx.audit({ target: { kind: 'message', id: '', name: title }, after: { text: '发给自己' } })
    return {}
  },
  'POST /staff/v1/broadcast_send': send,
  'POST /staff/v1/broadcast_cancel': async (ctx, { id }) => {
    const row = await lockBroadcast(ctx.db, id)
    if (row.state !== 'planned' && row.state !== 'cancelled') fail('broadcast-begun')
    await ctx.db.updateTable('broadcasts').set({ state: 'cancelled' }).where('id', '=', row.id).execute()
    ctx.audit({ target: { kind: 'message', id, name: row.title }, after: { withdrawn: true } })
    return {}
  },
  'POST /staff/v1/broadcast_recall': recall,
}
