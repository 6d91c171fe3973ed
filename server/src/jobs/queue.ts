import { sql } from 'kysely'
import type { Db } from '../db/connection'

export interface When {
  /** Unix seconds. */
  runAt: number
  /** While a job with this key waits or runs, another one is not added. */
  uniqueKey?: string
}

/** Part of the caller's transaction where `db` is one: the job exists exactly if the rest does. */
export async function enqueue(db: Db, kind: string, payload: object, { runAt, uniqueKey }: When): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ kind, payload: JSON.stringify(payload), run_at: runAt, unique_key: uniqueKey ?? null })
    .onConflict((conflict) => conflict.column('unique_key').where('failed_at', 'is', null).doNothing())
    .execute()
}

export interface Job {
  id: number
  kind: string
  payload: unknown
  /** Counts this try. It also tells a worker whose lease ran out that the job is no longer its own. */
  attempts: number
  unique_key: string | null
}

/** Takes one due job, if any, that no other worker holds. */
export async function claim(db: Db, kinds: string[], now: number, leaseSeconds: number): Promise<Job | undefined> {
  const { rows } = await sql<Job>`
    update jobs set attempts = attempts + 1, locked_until = ${now + leaseSeconds}::bigint
    where id = (
      select id from jobs
      where failed_at is null and run_at <= ${now}::bigint and kind = any(${kinds})
        and (locked_until is null or locked_until <= ${now}::bigint)
      order by run_at, id limit 1 for update skip locked
    )
    returning id, kind, payload, attempts, unique_key`.execute(db)
  return rows[0]
}

const own = (db: Db, job: Job) => db.updateTable('jobs').where('id', '=', job.id).where('attempts', '=', job.attempts)

export async function extendLease(db: Db, job: Job, until: number): Promise<void> {
  await own(db, job).set({ locked_until: until }).execute()
}

export async function finish(db: Db, job: Job): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', job.id).where('attempts', '=', job.attempts).execute()
}

/** As if it had never been taken. */
export async function putBack(db: Db, job: Job): Promise<void> {
  await own(db, job)
    .set({ attempts: job.attempts - 1, locked_until: null })
    .execute()
}

export async function retryLater(db: Db, job: Job, runAt: number, error: string): Promise<void> {
  await own(db, job).set({ run_at: runAt, locked_until: null, last_error: error }).execute()
}

export async function giveUp(db: Db, job: Job, now: number, error: string): Promise<void> {
  await own(db, job).set({ failed_at: now, locked_until: null, last_error: error }).execute()
}

const recurringKey = (kind: string) => `every ${kind}`

export const isRecurring = (job: Job) => job.unique_key === recurringKey(job.kind)

/** The one row of a recurring job, whoever adds it first. A shorter period in a newer version takes effect at once. */
export async function planRecurring(db: Db, kind: string, runAt: number): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ kind, payload: '{}', run_at: runAt, unique_key: recurringKey(kind) })
    .onConflict((conflict) =>
      conflict
        .column('unique_key')
        .where('failed_at', 'is', null)
        .doUpdateSet({ run_at: runAt })
        .where('jobs.run_at', '>', runAt),
    )
    .execute()
}

/** Instead of finishing: the row stays, so that no other server can run the same period again. */
export async function planNext(db: Db, job: Job, next: { runAt: number; attempts: number; error: string | null }) {
  const { runAt, attempts, error } = next
  await own(db, job).set({ run_at: runAt, attempts, locked_until: null, last_error: error }).execute()
}
