import type { FailedJob, SiteHealth } from '@dxx/contract/calls/staff/site'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useState } from 'react'
import { toast } from '../../../state/flash'
import { Segmented } from '../../../ui/segmented'
import { useStaffAction, useStaffList } from '../../api/hooks'
import { ageText } from '../../kit/age'
import { ConsoleButton } from '../../kit/button'
import { Failure } from '../../kit/states'
import { timeText } from '../../kit/time'
import { Figure, HealthCard, HealthFigures } from './figure'

/** Background jobs: number of waiting jobs, and failed jobs with error and retry button. */
export function JobsCard({ jobs, now }: { jobs: SiteHealth['jobs']; now: number }) {
  return (
    <HealthCard title="后台任务" note="完成的任务不再列出">
      <HealthFigures>
        <Figure name="等待运行">
          {jobs.waiting}
          {jobs.oldestDueAt !== null && `，最早 ${ageText(jobs.oldestDueAt, now)}`}
        </Figure>
        <Figure name="运行中">{jobs.running}</Figure>
        <Figure name="等待评判的程序">{jobs.grading}</Figure>
        <Figure name="出错，会自动重试">{jobs.retrying}</Figure>
        <Figure name="失败，不再重试">{jobs.failed}</Figure>
      </HealthFigures>
      {(jobs.failed > 0 || jobs.retrying > 0) && <FailedJobs jobs={jobs} now={now} />}
    </HealthCard>
  )
}

function FailedJobs({ jobs: { failed, retrying }, now }: { jobs: SiteHealth['jobs']; now: number }) {
  const [chosen, setState] = useState<FailedJob['state'] | null>(null)
  const state = chosen ?? (failed > 0 ? 'failed' : 'retrying')
  const list = useStaffList('GET /staff/v1/job_list', { state })
  return (
    <div className="mt-4 border-t border-line pt-3">
      <Segmented
        label="任务"
        options={[
          { value: 'failed', title: `失败 ${failed}` },
          { value: 'retrying', title: `重试中 ${retrying}` },
        ]}
        value={state}
        onChange={setState}
      />
      {list.error && list.rows.length === 0 ? (
        <Failure error={list.error} noun="任务" onRetry={list.refetch} />
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {list.rows.map((job) => (
            <JobRow key={job.id} job={job} now={now} />
          ))}
          {!list.isPending && list.rows.length === 0 && <li className="py-3 text-ink-3">没有这样的任务</li>}
        </ul>
      )}
      {list.hasMore && (
        <ConsoleButton size="small" loading={list.isLoadingMore} onClick={list.loadMore}>
          再看 50 个
        </ConsoleButton>
      )}
    </div>
  )
}

function JobRow({ job, now }: { job: FailedJob; now: number }) {
  const { run, running } = useStaffAction('POST /staff/v1/job_retry', {
    changes: ['GET /staff/v1/job_list', 'GET /staff/v1/site_health'],
    onDone: () => toast(`${job.kindName}：已排队，马上再运行一次`),
  })
  const when =
    job.failedAt !== null ? `失败于 ${timeText(job.failedAt, now)}` : `下次 ${timeText(job.nextAt ?? now, now)}`
  return (
    <li className="flex items-start gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p>
          <b className="font-semibold">{job.kindName}</b>
          <span className="text-12 text-ink-3">
            {' '}
            · 任务 {job.id} · 试过 {job.attempts} 次 · {when}
          </span>
        </p>
        <details className="text-12 text-ink-2">
          <summary className="cursor-pointer wrap-anywhere">{job.error || '没有记下原因'}</summary>
          <pre className="mt-1 max-h-48 overflow-auto rounded-item bg-fill p-2 text-11 wrap-anywhere whitespace-pre-wrap">
            {job.detail}
          </pre>
        </details>
      </div>
      <ConsoleButton
        size="small"
        icon={<RotateCcw size={14} />}
        loading={running}
        onClick={() => void run({ id: job.id })}
      >
        重试
      </ConsoleButton>
    </li>
  )
}
