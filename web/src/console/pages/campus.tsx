import type { CampusSchoolBrief } from '@dxx/contract/calls/staff/campus'
import ChevronRight from 'lucide-react/icons/chevron-right'
import School from 'lucide-react/icons/school'
import { Link, Redirect } from 'wouter'
import { useStaffCall } from '../api/hooks'
import { PageHead } from '../kit/page-head'
import { Failure, RegionState, TableSkeleton } from '../kit/states'
import { StateTag } from '../kit/tag'
import { CampusSchool } from './campus/school'

/** 校园对接: campus login, roster check and other systems of each school. */
export function CampusPage({ id }: { id?: string }) {
  return id === undefined ? <SchoolList /> : <CampusSchool key={id} id={id} />
}

function SchoolList() {
  const { data, error, refetch } = useStaffCall('GET /staff/v1/campus_list', {})
  const [only, ...others] = data ?? []
  // Opens the school directly if there is only one, as for most administrators.
  if (only && others.length === 0) return <Redirect to={`/campus/${only.id}`} replace />
  return (
    <>
      <PageHead title="校园对接" facts="每所学校的校园账号登录、名单核对和其他系统" />
      <section aria-label="学校" className="min-h-0 flex-1 overflow-y-auto rounded-card bg-card">
        {!data ? (
          error ? (
            <Failure error={error} noun="学校" onRetry={() => void refetch()} />
          ) : (
            <TableSkeleton height={64} />
          )
        ) : data.length === 0 ? (
          <RegionState
            tone="blue"
            icon={<School size={24} />}
            title="没有学校"
            text="导入学校后，在这里设置校园账号登录"
          />
        ) : (
          <ul className="divide-y divide-line">
            {data.map((school) => (
              <SchoolRow key={school.id} school={school} />
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

function SchoolRow({ school }: { school: CampusSchoolBrief }) {
  const { id, name, loginKind, loginEnabled, bound, rosterMatch } = school
  return (
    <li>
      <Link
        href={`/campus/${id}`}
        className="flex min-h-16 items-center gap-3 px-5 py-3 -outline-offset-2 hover:bg-fill"
      >
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-48 flex-1">
            <span className="block text-14 font-semibold">{name}</span>
            <span className="block text-12 text-ink-3">
              {bound} 个账号已绑定 · {rosterMatch === 'confirm' ? '要核对学生证' : '名单一致即通过'}
            </span>
          </span>
          {loginKind === null ? (
            <StateTag tone="grey">没有校园登录</StateTag>
          ) : (
            <StateTag tone={loginEnabled ? 'green' : 'amber'}>
              {loginKind === 'cas' ? 'CAS' : 'OpenID Connect'}
              {loginEnabled ? '' : ' · 已停用'}
            </StateTag>
          )}
        </span>
        <ChevronRight size={16} className="shrink-0 text-ink-3" />
      </Link>
    </li>
  )
}
