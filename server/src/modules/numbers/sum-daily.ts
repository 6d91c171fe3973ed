import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import type { JobHandler, WorkConditions } from '../../jobs/worker'
import { addUpLearners } from '../access/public'
import { saveFact } from '../site/public'

/** Small batches, so that little work is repeated if the process is killed. */
const batch = 5000

/**
 * Adds a batch of deltas to the daily numbers. One statement adds and deletes them, so that a crash repeats or loses
 * nothing, and two servers never add the same delta. Returns the number of deltas.
 */
async function rollBatch(tx: Db, size: number): Promise<number> {
  const { rows } = await sql<{ moved: number }>`
    with moved as (
      delete from number_deltas where id in (
        select id from number_deltas order by id limit ${size} for update skip locked)
      returning day, metric, amount),
    added as (
      insert into daily_numbers (day, metric, value)
        select day, metric, sum(amount) from moved group by day, metric order by day, metric
        on conflict (day, metric) do update set value = daily_numbers.value + excluded.value)
    select count(*)::int as moved from moved`.execute(tx)
  return rows[0]!.moved
}

/** Exams that students can take now. Uses the index of unfinished exams. */
const runningExams = (now: number) => sql`exams
  where finished_at is null and closes_at > ${now}::bigint and starts_at <= ${now}::bigint
    and (ends_at > ${now}::bigint or paused_at is not null) and withdrawn_at is null`

export async function countRunningExams(db: Db, now: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${runningExams(now)}`.execute(db)
  return rows[0]!.count
}

/** Adds all pending deltas, however long ago the last run was. */
export async function rollNumbers(db: Db, now: number, size = batch): Promise<void> {
  while ((await inTransaction(db, (tx) => rollBatch(tx, size))) === size);
  while ((await addUpLearners(db, size)) === size);
  const exams = await countRunningExams(db, now)
  if (exams > 0)
    await sql`
      insert into daily_numbers (day, metric, value) values (day_of(${now}::bigint), 'exams', ${exams})
      on conflict (day, metric) do update set value = greatest(daily_numbers.value, excluded.value)`.execute(db)
  await sql`delete from active_days where day < day_of(${now}::bigint) - 2`.execute(db)
  await saveFact(db, 'numbers', {}, now)
}

const roll: JobHandler<unknown> = ({ db, clock }) => rollNumbers(db, clock.now())

export const numberJobs = { roll_numbers: roll }
export const numberJobsWork = {
  roll_numbers: (now: number) => sql<boolean>`(exists (select from number_deltas) or exists (select from learner_deltas)
    or (select count(*) from ${runningExams(now)}) > coalesce(
      (select value from daily_numbers where day = day_of(${now}::bigint) and metric = 'exams'), 0))`,
} satisfies WorkConditions
export const numberJobsEvery = { roll_numbers: 15 }
