import { useStaffCall } from '../../api/hooks'
import { PageHead } from '../../kit/page-head'
import { Failure, TableSkeleton } from '../../kit/states'
import { LoginCard } from './login-card'
import { LtiCard } from './lti-card'
import { RosterCard } from './roster-card'
import { XapiCard } from './xapi-card'

/** Settings of one school. */
export function CampusSchool({ id }: { id: string }) {
  const { data, error, refetch } = useStaffCall('GET /staff/v1/campus_info', { schoolId: id })
  return (
    <>
      <PageHead
        title="校园对接"
        facts={data ? `${data.name} · ${data.bound} 个账号已绑定校园账号` : '学校的登录和其他系统'}
      />
      {!data && error ? (
        <Failure error={error} noun="学校" onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton height={72} />
      ) : (
        <div className="grid max-w-280 gap-3.5">
          <LoginCard key={data.login?.updatedAt ?? 0} school={data} />
          <RosterCard school={data} />
          <LtiCard schoolId={id} />
          <XapiCard schoolId={id} />
        </div>
      )}
    </>
  )
}
