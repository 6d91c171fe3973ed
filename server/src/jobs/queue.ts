import { type RawBuilder, sql } from 'kysely'
import { activity } from '../base/activity'
import type { Db } from '../db/connection'
import { preparedQuery, preparedSql } from '../db/prepared'
import { inTransaction } from '../db/transaction'
import type { DueKind } from './kind-order'

export interface JobTime {
  /** Unix seconds. */
  runAt: number
  /** While a job with this key is queued or running, no other job with the key is added. */
  uniqueKey?: string
  /** The user the job belongs to; used only by workers with `perOwner`. */
  owner?: number
  /** Jobs with a lower value run first; used only by workers with `perOwner`. */
  priority?: number
}

/** Adds a job. If `db` is a transaction, the job exists only if the transaction commits. */
export async function enqueue(db: Db, kind: string, payload: object, when: JobTime): Promise<void> {
  const { runAt, uniqueKey = null, owner = null, priority = 0 } = when
  activity.count += 1
  await insertJob(db, kind, JSON.stringify(payload), runAt, uniqueKey, owner, priority)
}

const insertJob = preparedQuery(
  (
    db,
    kind: string,
    payload: string,
    run_at: number,
    unique_key: string | null,
    owner: number | null,
    priority: number,
  ) =>
    db
      .insertInto('jobs')
      .values({ kind, payload, run_at, unique_key, owner, priority })
      .onConflict((conflict) => conflict.column('unique_key').where('failed_at', 'is', null).doNothing()),
)

export interface Job {
  id: number
  kind: string
  payload: unknown
  /** Number of this attempt. If it has changed in the database, the lease expired and another worker holds the job. */
  attempts: number
  unique_key: string | null
  /** How often the process of an attempt died, this time included. */
  deaths: number
  /** Whether the process of the last attempt died: its lease has expired. */
  died: boolean
}

const selectDueGroups = preparedSql(
  (groups: string[], now: number) => sql<{ nth: number }>`
    select nth from unnest(${groups}::text[]) with ordinality as g(kinds, nth) where exists (
      select from jobs where failed_at is null and run_at <= ${now}::bigint and kind = any(string_to_array(g.kinds, ','))
        and (locked_until is null or locked_until <= ${now}::bigint))`,
)

/** Returns the indexes of the groups of kinds with a due job that no worker has claimed. */
export async function dueGroups(db: Db, groups: readonly string[][], now: number): Promise<number[]> {
  const rows = await selectDueGroups(
    db,
    groups.map((kinds) => kinds.join()),
    now,
  )
  return rows.map(({ nth }) => nth - 1)
}

const selectDueKinds = preparedSql(
  (kinds: string[], now: number) => sql<DueKind>`
    select k.kind, oldest.run_at as "runAt" from unnest(${kinds}::text[]) as k(kind)
    cross join lateral (
      select run_at from jobs
      where failed_at is null and kind = k.kind and run_at <= ${now}::bigint
        and (locked_until is null or locked_until <= ${now}::bigint)
      order by run_at, id limit 1) oldest`,
)

/** Returns the kinds with a due job that no worker has claimed. */
export const dueKinds = (db: Db, kinds: string[], now: number): Promise<DueKind[]> => selectDueKinds(db, kinds, now)

/** Prepared, because an idle server claims and plans about one recurring job a second. */
const claimOldest = preparedSql(
  (kind: string, now: number, lockedUntil: number) => sql<Job>`
    update jobs set attempts = attempts + 1, locked_until = ${lockedUntil}::bigint,
      deaths = deaths + claimed.died::int
    from (
      select id as claimed_id, locked_until is not null as died from jobs
      where failed_at is null and run_at <= ${now}::bigint and kind = ${kind}
        and (locked_until is null or locked_until <= ${now}::bigint)
      order by run_at, id limit 1 for update skip locked
    ) claimed
    where id = claimed.claimed_id
    returning id, kind, payload, attempts, unique_key, deaths, died`,
)

/** Claims the oldest due job of a kind that no other worker has claimed, if any. */
export async function claimJob(db: Db, kind: string, now: number, leaseSeconds: number): Promise<Job | undefined> {
  const [job] = await claimOldest(db, kind, now, now + leaseSeconds)
  return job
}

/** Arbitrary key of the lock by which the fair claims of all servers run one after another. */
const turnLock = 7_230_021

/**
 * Claims one due job: by priority, then of the owner served longest ago, so that one user's backlog delays no other
 * user. Skips owners with `perOwner` running jobs. The order of owners is stored, so that it applies to all servers.
 */
export function claimFairly(db: Db, kinds: string[], now: number, leaseSeconds: number, perOwner: number) {
  return inTransaction(db, async (tx) => {
    // A claim first chooses the owner whose turn it is. Without this lock, two simultaneous claims would choose the
    // same owner.
    await sql`select pg_advisory_xact_lock(${turnLock})`.execute(tx)
    const { rows } = await sql<Job & { owner: number | null }>`
      with busy as (
        select owner from jobs
        where failed_at is null and kind = any(${kinds}) and locked_until > ${now}::bigint and owner is not null
        group by owner having count(*) >= ${perOwner}::int
      )
      update jobs set attempts = attempts + 1, locked_until = ${now + leaseSeconds}::bigint,
        deaths = deaths + claimed.died::int
      from (
        select j.id as claimed_id, j.locked_until is not null as died from jobs j left join job_turns t on t.kind = j.kind and t.owner = j.owner
        where j.failed_at is null and j.run_at <= ${now}::bigint and j.kind = any(${kinds})
          and (j.locked_until is null or j.locked_until <= ${now}::bigint)
          and not exists (select from busy where busy.owner = j.owner)
        order by j.priority, coalesce(t.served, 0), j.run_at, j.id limit 1 for update of j skip locked
      ) claimed
      where id = claimed.claimed_id
      returning id, kind, payload, attempts, unique_key, deaths, died, owner`.execute(tx)
    const [job] = rows
    if (job && job.owner !== null)
      await sql`
        insert into job_turns (kind, owner, served, served_at)
        select ${job.kind}, ${job.owner}::bigint, coalesce(max(served), 0) + 1, ${now}::bigint
        from job_turns where kind = ${job.kind}
        on conflict (kind, owner) do update set served = excluded.served, served_at = excluded.served_at`.execute(tx)
    return job as Job | undefined
  })
}

/**
 * SQL by kind of recurring job: whether it has something to do at `now`. Kinds without a condition always run. The
 * condition may be true too often, never too rarely. It may use `now` only as a value of the statement.
 */
export type WorkConditions = Readonly<Record<string, (now: number) => RawBuilder<boolean>>>

/**
 * Returns a function that plans due recurring jobs without work again instead of running them, all in one statement,
 * and returns their kinds. Claiming, running and planning each of them would be most of the work of an idle server.
 */
export function idleSkipper(conditions: WorkConditions) {
  const skip = preparedSql(
    (kinds: string[], nextPeriods: number[], now: number) => sql<{ kind: string }>`
      update jobs j set run_at = p.next from unnest(${kinds}::text[], ${nextPeriods}::bigint[]) as p(kind, next)
      where j.unique_key = 'every ' || p.kind and j.failed_at is null and j.run_at <= ${now}::bigint
        and j.locked_until is null and j.last_error is null
        and not case p.kind ${sql.join(
          Object.entries(conditions).map(([kind, hasWork]) => sql`when ${sql.lit(kind)} then ${hasWork(now)}`),
          sql` `,
        )} else true end
      returning j.kind`,
  )
  return async (db: Db, kinds: readonly string[], nextPeriod: (kind: string) => number, now: number) => {
    if (kinds.length === 0) return []
    const rows = await skip(db, [...kinds], kinds.map(nextPeriod), now)
    return rows.map(({ kind }) => kind)
  }
}

const claimedRow = (db: Db, job: Job) =>
  db.updateTable('jobs').where('id', '=', job.id).where('attempts', '=', job.attempts)

export async function extendLease(db: Db, job: Job, until: number): Promise<void> {
  await claimedRow(db, job).set({ locked_until: until }).execute()
}

export async function finishJob(db: Db, job: Job): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', job.id).where('attempts', '=', job.attempts).execute()
}

/** Releases a claimed job without counting the attempt. */
export async function putBack(db: Db, job: Job): Promise<void> {
  await claimedRow(db, job)
    .set({ attempts: job.attempts - 1, locked_until: null })
    .execute()
}

export async function retryLater(db: Db, job: Job, runAt: number, error: string): Promise<void> {
  await claimedRow(db, job).set({ run_at: runAt, locked_until: null, last_error: error }).execute()
}

export async function failJob(db: Db, job: Job, now: number, error: string): Promise<void> {
  await claimedRow(db, job).set({ failed_at: now, locked_until: null, last_error: error }).execute()
}

const recurringKey = (kind: string) => `every ${kind}`

export const isRecurring = (job: Job) => job.unique_key === recurringKey(job.kind)

/** Inserts the one row of a recurring job if missing. A shorter period in a newer version takes effect immediately. */
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

const planAgain = preparedSql(
  (id: number, expectedAttempts: number, runAt: number, attempts: number, deaths: number, error: string | null) => sql<{
    id: number
  }>`
    update jobs set run_at = ${runAt}, attempts = ${attempts}, deaths = ${deaths}, locked_until = null, last_error = ${error}
    where id = ${id} and attempts = ${expectedAttempts} returning id`,
)

/** Reschedules a recurring job. Its row is not deleted, because another server could then run the same period again. */
export async function planNext(db: Db, job: Job, next: { runAt: number; attempts: number; error: string | null }) {
  const deaths = next.attempts === 0 ? 0 : job.deaths
  await planAgain(db, job.id, job.attempts, next.runAt, next.attempts, deaths, next.error)
}
