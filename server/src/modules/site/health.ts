import type { FailedJob, ServiceState, SiteHealth } from '@dxx/contract/calls/staff/site'
import { sql } from 'kysely'
import { maskText } from '../../base/mask-personal'
import type { Config } from '../../config'
import type { Db } from '../../db/connection'
import { jobName } from './job-names'
import { reportEvery } from './process-report'

/** A process that has not reported for this many seconds is shown as silent. */
const silentAfter = 6 * reportEvery
const day = 86_400

export async function serversOf(db: Db, now: number): Promise<SiteHealth['servers']> {
  const rows = await db
    .selectFrom('server_processes')
    .selectAll()
    .where('seen_at', '>', now - day)
    .orderBy('started_at', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    host: row.host,
    pid: row.pid,
    version: row.version,
    startedAt: row.started_at,
    seenAt: row.seen_at,
    silent: now - row.seen_at > silentAfter,
    loopDelayMs: row.loop_delay_ms,
    memoryBytes: row.memory_bytes,
    connections: { used: row.connections_used, waiting: row.connections_waiting, max: row.connections_max },
    runs: { running: row.runs_running, waiting: row.runs_waiting, slots: row.runs_slots },
    disk: { freeBytes: row.disk_free_bytes, bytes: row.disk_bytes },
  }))
}

/** Counts jobs. Finished jobs are deleted, so the table contains only open and failed jobs. */
export async function jobCounts(db: Db, now: number): Promise<SiteHealth['jobs']> {
  const { rows } = await sql<SiteHealth['jobs']>`
    with open as (select kind, run_at, last_error, coalesce(locked_until > ${now}::bigint, false) as running
      from jobs where failed_at is null)
    select count(*) filter (where run_at <= ${now}::bigint and not running and kind <> 'grade_code')::int as waiting,
      count(*) filter (where running)::int as running,
      count(*) filter (where last_error is not null and not running)::int as retrying,
      (select count(*) from jobs where failed_at is not null)::int as failed,
      min(run_at) filter (where run_at <= ${now}::bigint and not running and kind <> 'grade_code') as "oldestDueAt",
      count(*) filter (where kind = 'grade_code' and not running)::int as grading
    from open`.execute(db)
  return rows[0]!
}

const providers = { console: '不发送，只显示', aliyun: '阿里云', tencent: '腾讯云' }

function providersOf({ sms, payment, ai }: Config): Record<ServiceState['service'], string> {
  const channels = [payment.wechat && '微信支付', payment.alipay && '支付宝', payment.cashier && '测试收银台']
  return {
    sms: providers[sms.kind],
    payment: channels.filter(Boolean).join('、') || '未配置',
    ai: ai.url ? ai.model : '未配置',
  }
}

const serviceNames = { sms: '短信', payment: '支付', ai: 'AI 助学' } as const

/** Errors of the last 24 hours by external service, summed from hourly counts. */
export async function servicesOf(db: Db, config: Config, now: number): Promise<ServiceState[]> {
  const rows = await db
    .selectFrom('service_errors')
    .select(['service', 'count', 'last_at', 'last_message'])
    .where('hour', '>', now - day)
    .orderBy('hour', 'desc')
    .execute()
  const provider = providersOf(config)
  return (Object.keys(serviceNames) as ServiceState['service'][]).map((service) => {
    const serviceRows = rows.filter((row) => row.service === service)
    return {
      service,
      name: serviceNames[service],
      provider: provider[service],
      errors: serviceRows.reduce((sum, { count }) => sum + count, 0),
      lastAt: serviceRows[0]?.last_at ?? null,
      lastMessage: serviceRows[0]?.last_message ?? '',
    }
  })
}

interface JobRow {
  id: number
  kind: string
  attempts: number
  last_error: string | null
  created_at: number
  failed_at: number | null
  run_at: number
}

/** Failed jobs, newest first: those that were given up, or those that will be retried. */
export async function failedJobs(db: Db, state: FailedJob['state'], before: number | null, limit: number) {
  const rows: JobRow[] = await db
    .selectFrom('jobs')
    .select(['id', 'kind', 'attempts', 'last_error', 'created_at', 'failed_at', 'run_at'])
    .where('failed_at', state === 'failed' ? 'is not' : 'is', null)
    .$if(state === 'retrying', (query) => query.where('last_error', 'is not', null))
    .$if(before !== null, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row): FailedJob => {
    const detail = maskText(row.last_error ?? '')
    return {
      id: row.id,
      kind: row.kind,
      kindName: jobName(row.kind),
      state,
      attempts: row.attempts,
      error: detail.split('\n')[0]!.slice(0, 200),
      detail,
      createdAt: row.created_at,
      failedAt: row.failed_at,
      nextAt: row.failed_at === null ? row.run_at : null,
    }
  })
}
