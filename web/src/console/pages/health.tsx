import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useStaffCall } from '../api/hooks'
import { ageText, useServerTime } from '../kit/age'
import { PageHead } from '../kit/page-head'
import { Failure, TableSkeleton } from '../kit/states'
import { StateTag } from '../kit/tag'
import { JobsCard } from './health/jobs-card'
import { problemsOf } from './health/problems'
import { ServersCard } from './health/servers-card'
import { ServicesCard } from './health/services-card'
import { StorageCard } from './health/storage-card'

/** Milliseconds between two requests. */
const interval = 10_000

/** 站点状态: servers, jobs, storage, backup and external services, each with the age of its data. */
export function HealthPage() {
  const { data, error, refetch, dataUpdatedAt } = useStaffCall(
    'GET /staff/v1/site_health',
    {},
    { refetchInterval: interval },
  )
  const now = useServerTime(data?.at, dataUpdatedAt)
  if (!data && error) return <Failure error={error} noun="站点状态" onRetry={() => void refetch()} />
  const problems = data ? problemsOf(data) : []
  return (
    <>
      <PageHead
        title="站点状态"
        state={data && <Verdict problems={problems} />}
        facts={data ? `读取于 ${ageText(data.at, now)}，每 10 秒自动更新` : '每 10 秒自动更新'}
      />
      {!data ? (
        <TableSkeleton height={56} />
      ) : (
        <>
          <Problems problems={problems} />
          <div className="grid gap-3.5 wide:grid-cols-2">
            <ServersCard servers={data.servers} now={now} />
            <JobsCard jobs={data.jobs} now={now} />
            <StorageCard storage={data.storage} backup={data.backup} now={now} />
            <ServicesCard services={data.services} now={now} />
          </div>
        </>
      )}
    </>
  )
}

function Verdict({ problems }: { problems: string[] }) {
  if (problems.length === 0)
    return (
      <StateTag tone="green" icon={<CircleCheck size={13} />}>
        一切正常
      </StateTag>
    )
  return (
    <StateTag tone="amber" icon={<TriangleAlert size={13} />}>
      {problems.length} 处要看
    </StateTag>
  )
}

/** List of problems. Screen readers announce a change, since the page is often left open. */
function Problems({ problems }: { problems: string[] }) {
  return (
    <div role="status">
      {problems.length > 0 && (
        <ul className="flex flex-wrap gap-x-5 gap-y-1 rounded-card bg-amber-soft px-5 py-3 text-amber">
          {problems.map((problem) => (
            <li key={problem} className="flex items-center gap-1.5">
              <TriangleAlert size={14} className="shrink-0" />
              {problem}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
