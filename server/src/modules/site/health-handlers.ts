import type { site } from '@dxx/contract/calls/staff/site'
import { totalMax } from '@dxx/contract/staff'
import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Handlers } from '../../context'
import { siteFact } from './facts'
import { failedJobs, jobCounts, serversOf, servicesOf } from './health'
import { jobName } from './job-names'
import type { StorageFact } from './jobs'

type Calls = 'GET /staff/v1/site_health' | 'GET /staff/v1/job_list' | 'POST /staff/v1/job_retry'

function afterOf(text: string | undefined): number | null {
  if (text === undefined) return null
  return /^\d{1,15}$/.test(text) ? Number(text) : fail('invalid-input')
}

export const healthHandlers: Pick<Handlers<typeof site>, Calls> = {
  'GET /staff/v1/site_health': async ({ db, clock, config }) => {
    const now = clock.now()
    const storage = await siteFact<StorageFact>(db, 'storage')
    const backup = await siteFact<{ file: string; bytes: number; seconds: number }>(db, 'backup')
    return {
      at: now,
      servers: await serversOf(db, now),
      jobs: await jobCounts(db, now),
      storage: storage && {
        at: storage.at,
        place: config.storage.kind === 's3' ? '对象存储' : '本机文件夹',
        ...storage.value,
      },
      backup: backup && { at: backup.at, ...backup.value },
      services: await servicesOf(db, config, now),
    }
  },

  'GET /staff/v1/job_list': async ({ db }, { state, after, limit }) => {
    const found = await failedJobs(db, state, afterOf(after), limit + 1)
    const given = state === 'failed' ? sql`failed_at is not null` : sql`failed_at is null and last_error is not null`
    const { rows } = await sql<{ total: number }>`
      select count(*)::int as total from (select from jobs where ${given} limit ${totalMax}) counted`.execute(db)
    const list = found.slice(0, limit)
    return { list, next: found.length > limit ? String(list.at(-1)!.id) : null, total: rows[0]!.total }
  },

  'POST /staff/v1/job_retry': async (ctx, { id }) => {
    const { db, clock } = ctx
    const now = clock.now()
    const job = await db
      .selectFrom('jobs')
      .select(['id', 'kind', 'attempts', 'failed_at', 'run_at', 'locked_until', 'unique_key'])
      .where('id', '=', id)
      .where('last_error', 'is not', null)
      .forUpdate()
      .executeTakeFirst()
    if (!job) return fail('job-not-found')
    if (job.failed_at === null && (job.locked_until ?? 0) > now) fail('job-running')
    // Nothing is updated if a job with the same key was queued in the meantime: that job does the same work, and keys
    // are unique.
    const { numUpdatedRows } = await db
      .updateTable('jobs')
      .set({ failed_at: null, attempts: 0, deaths: 0, locked_until: null, run_at: now })
      .where('id', '=', id)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('jobs as other')
              .select('other.id')
              .where('other.unique_key', '=', job.unique_key)
              .where('other.failed_at', 'is', null)
              .where('other.id', '<>', id),
          ),
        ),
      )
      .executeTakeFirst()
    const superseded = numUpdatedRows === 0n
    if (superseded) await db.deleteFrom('jobs').where('id', '=', id).execute()
    ctx.audit({
      target: { kind: 'job', id: String(id), name: jobName(job.kind) },
      before: { state: job.failed_at === null ? '重试中' : '失败', attempts: job.attempts },
      after: { state: superseded ? '由排队中的同一任务代替' : '排队' },
    })
    return {}
  },
}
