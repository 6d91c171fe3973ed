import { sql } from 'kysely'
import { type Xapi, XapiRefused } from '../../../adapters/xapi/xapi'
import { retryAfter } from '../../../base/retry-schedule'
import { openSecret, sealSecret } from '../../../base/sealed-secret'
import type { Db } from '../../../db/connection'
import { inTransaction } from '../../../db/transaction'
import type { JobContext } from '../../../jobs/worker'
import { chapterStatement, examStatement } from './statements'

export interface XapiContext extends JobContext {
  xapi: Xapi
  /** The server's secret, and the public address of this site. */
  secret: string
  site: string
}

const purpose = 'xapi store'

export const sealPassword = (serverSecret: string, password: string): Buffer =>
  sealSecret(serverSecret, purpose, Buffer.from(password))

/** Seconds that an event must be old: younger ones may belong to transactions that are not committed yet. */
const settleSeconds = 30
const collectMax = 2000
const batch = 50
const claimSeconds = 120

/** Creates a statement for each learning event of a school's verified students since the last run, to be sent later. */
export async function collectStatements(ctx: XapiContext): Promise<void> {
  const until = ctx.clock.now() - settleSeconds
  const stores = await ctx.db.selectFrom('xapi_stores').select('school_id').where('enabled', '=', true).execute()
  for (const { school_id: schoolId } of stores)
    await inTransaction(ctx.db, async (tx) => {
      const store = await tx
        .selectFrom('xapi_stores')
        .select('collected_until')
        .where('school_id', '=', schoolId)
        .where('enabled', '=', true)
        .forUpdate()
        .executeTakeFirst()
      if (!store || store.collected_until >= until) return
      const collected = await collectOf(tx, ctx, schoolId, store.collected_until, until)
      await tx
        .updateTable('xapi_stores')
        .set({ collected_until: collected })
        .where('school_id', '=', schoolId)
        .execute()
    })
}

interface Row {
  userId: number
  userUid: string
  /** When the event happened; offline, that is before the server recorded it. */
  at: number
  recordedAt: number
}

/** Returns the time up to which all events were collected; after a long pause that is less than `until`. */
async function collectOf(tx: Db, { site, clock }: XapiContext, schoolId: number, from: number, until: number) {
  const students = sql`student_applications s join users u on u.id = s.user_id
    and u.student_status = 'passed' and u.closed_at is null`
  const { rows: chapters } = await sql<
    Row & { chapterUid: string; chapter: string; curriculumUid: string; curriculum: string; seconds: number }
  >`
    select u.id as "userId", u.uid as "userUid", p.done_at as at, p.done_recorded_at as "recordedAt", h.uid as "chapterUid",
      h.title as chapter, c.uid as "curriculumUid", c.title as curriculum, coalesce((
        select sum(e.end_at - e.start_at) from study_events e
        where e.user_id = p.user_id and e.curriculum_id = p.curriculum_id and e.chapter_id = p.chapter_id), 0)::int as seconds
    from progress p join ${students} on s.user_id = p.user_id
      join chapters h on h.id = p.chapter_id join curricula c on c.id = p.curriculum_id
    where s.school_id = ${schoolId} and p.done_recorded_at > ${from} and p.done_recorded_at <= ${until}
    order by p.done_recorded_at limit ${collectMax}`.execute(tx)
  const { rows: exams } = await sql<
    Row & { attemptUid: string; examUid: string; exam: string; score: number; max: number; passScore: number }
  >`
    select u.id as "userId", u.uid as "userUid", a.told_at as at, a.told_at as "recordedAt", a.uid as "attemptUid", e.uid as "examUid",
      e.title as exam, a.score, e.score as max, e.pass_score as "passScore"
    from exam_attempts a join exams e on e.id = a.exam_id join ${students} on s.user_id = a.user_id
    where s.school_id = ${schoolId} and e.school_id = ${schoolId} and a.score_state = 'scored'
      and a.told_at > ${from} and a.told_at <= ${until}
    order by a.told_at limit ${collectMax}`.execute(tx)
  const found = [
    ...chapters.map((row) => ({ userId: row.userId, statement: chapterStatement({ ...row, site }) })),
    ...exams.map((row) => ({ userId: row.userId, statement: examStatement({ ...row, site }) })),
  ]
  const now = clock.now()
  for (const { userId, statement } of found)
    await tx
      .insertInto('xapi_statements')
      .values({
        id: statement.id,
        school_id: schoolId,
        user_id: userId,
        body: JSON.stringify(statement),
        created_at: now,
        due_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const ends = [chapters, exams].filter(({ length }) => length === collectMax).map((rows) => rows.at(-1)!.recordedAt)
  // The last second may be incomplete; statements collected twice have the same id.
  return ends.length === 0 ? until : Math.max(from + 1, Math.min(...ends) - 1)
}

/** Sends waiting statements, school by school, with the retries of payment notifications. */
export async function sendStatements(ctx: XapiContext): Promise<void> {
  const { db, clock } = ctx
  const stores = await db.selectFrom('xapi_stores').selectAll().where('enabled', '=', true).execute()
  for (const store of stores)
    for (let count = 0; count < 40; count++) {
      const now = clock.now()
      const { rows } = await sql<{ id: string; body: object; failures: number }>`
        update xapi_statements set due_at = ${now + claimSeconds}::bigint where id in (
          select id from xapi_statements where school_id = ${store.school_id} and due_at <= ${now}::bigint
          order by due_at, id limit ${batch} for update skip locked)
        returning id, body, failures`.execute(db)
      if (rows.length === 0) break
      await sendBatch(ctx, store, rows)
    }
}

interface Waiting {
  id: string
  body: object
  failures: number
}

interface StoreRow {
  url: string
  username: string
  password: Buffer | null
}

async function sendBatch(ctx: XapiContext, store: StoreRow, rows: Waiting[]): Promise<void> {
  const { db, clock, log, xapi, secret } = ctx
  const password = store.password ? openSecret(secret, purpose, store.password).toString() : ''
  try {
    await xapi.send(
      { url: store.url, username: store.username, password },
      rows.map(({ body }) => body),
    )
    await db
      .deleteFrom('xapi_statements')
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
  } catch (error) {
    // One invalid statement must not block the others, so they are sent one by one.
    if (error instanceof XapiRefused && error.permanent && rows.length > 1) {
      for (const row of rows) await sendBatch(ctx, store, [row])
      return
    }
    log.warn({ err: error, statements: rows.length }, 'statements were not accepted by a learning record store')
    const now = clock.now()
    for (const { id, failures } of rows) {
      const wait = error instanceof XapiRefused && error.permanent ? null : retryAfter(failures + 1)
      await db
        .updateTable('xapi_statements')
        .set({
          failures: failures + 1,
          last_error: String(error).slice(0, 300),
          due_at: wait === null ? null : now + wait,
        })
        .where('id', '=', id)
        .execute()
    }
  }
}
