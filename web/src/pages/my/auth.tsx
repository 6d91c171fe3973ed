import type { School, StudentAuthInfo } from '@dxx/contract/calls/students'
import { withoutStop } from '@dxx/contract/rules/format'
import { formatDateTime } from '@dxx/contract/rules/time-from'
import BadgeCheck from 'lucide-react/icons/badge-check'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import { useState } from 'react'
import { loadUser } from '../../api/session'
import { invalidateCalls, useCall } from '../../api/use-call'
import { StudentForm } from '../../features/account/student-form'
import { studentStates } from '../../features/account/student-states'
import { navigateBack, navigateTo } from '../../router/navigation'
import { usePage } from '../../router/page-context'
import { pageUrl } from '../../router/page-url'
import type { RoutePath } from '../../router/routes'
import { toast } from '../../state/flash'
import { useStore } from '../../state/store'
import { Button, buttonClass } from '../../ui/button'
import { Card } from '../../ui/card'
import { Cell, CellGroup } from '../../ui/cell'
import { Empty } from '../../ui/empty'
import { Skeleton } from '../../ui/skeleton'

/** Student authentication. `?from=auth`: returns to the page that requires it once it has passed. */
export default function AuthPage() {
  const { path, query } = usePage()
  const { data, error, refetch } = useCall('GET /v1/student_auth_info', {}, { fresh: true })
  const [again, setAgain] = useState(false)
  const noMobile = useStore(({ userinfo }) => userinfo?.mobile === '')
  if (!data) {
    if (error) return <Empty type="error" text={error.msg} onRetry={() => refetch()} />
    return (
      <div className="text-column space-y-3 px-4 pt-2">
        <Skeleton className="h-24 rounded-card" />
        <Skeleton className="h-48 rounded-card" />
      </div>
    )
  }

  function done({ status }: StudentAuthInfo) {
    setAgain(false)
    void invalidateCalls('GET /v1/student_auth_info')
    void loadUser()
    toast(status === 'passed' ? '学生认证已通过，可以查看考试了' : '已提交，审核结果会通知你')
    if (status === 'passed' && query.from === 'auth') void navigateBack()
  }

  const { status, application } = data
  const editing = status === 'none' || status === 'rejected' || again
  return (
    <div className="text-column space-y-3 px-4 pt-2 pb-10">
      <Status info={data} />
      {editing && noMobile && <NoMobile />}
      {editing && (
        <a href={`#${pageUrl('pages/study/class')}`} className={buttonClass('line', 'large', true)}>
          有班级码？用班级码加入班级
        </a>
      )}
      {editing ? (
        <StudentForm
          application={application}
          route={pageUrl(path as RoutePath, query)}
          onPassed={() => done({ status: 'passed', application: null })}
          onDone={done}
        />
      ) : (
        <>
          {application && <Application {...application} />}
          {status === 'passed' && (
            <a href={`#${pageUrl('pages/exam/index')}`} className={buttonClass('primary', 'large', true)}>
              去看考试
            </a>
          )}
          {status === 'pending' && (
            <Button kind="line" block onClick={() => setAgain(true)}>
              修改后重新提交
            </Button>
          )}
        </>
      )}
    </div>
  )
}

/** Asks for a mobile number before the form is filled in, because the form cannot be submitted without one. */
function NoMobile() {
  const { path, query } = usePage()
  function bind() {
    useStore.setState({ path: pageUrl(path as RoutePath, query) })
    navigateTo('/pages/login/bind-mobile')
  }
  return (
    <Card>
      <h2 className="text-15 font-semibold">先绑定手机号</h2>
      <p className="mt-1 mb-4 text-13 text-ink-2">提交认证需要手机号，审核结果也会通知到它。绑定后回到这里继续填写。</p>
      <Button kind="line" block onClick={bind}>
        绑定手机号
      </Button>
    </Card>
  )
}

const looks = {
  none: { icon: BadgeCheck, box: 'bg-primary-soft text-primary', note: '认证通过后，可以查看学校发布的考试。' },
  pending: { icon: Clock, box: 'bg-amber-soft text-amber', note: '我们会尽快核对，结果在消息里通知你。' },
  passed: { icon: BadgeCheck, box: 'bg-success-soft text-success', note: '现在可以查看学校发布的考试了。' },
  rejected: { icon: CircleX, box: 'bg-danger-soft text-danger', note: '请修改后重新提交。' },
}

function Status({ info: { status, application } }: { info: StudentAuthInfo }) {
  const { icon: Icon, box, note } = looks[status]
  return (
    <div className="flex items-center gap-4 rounded-card bg-card p-4">
      <span className={`grid size-13 shrink-0 place-items-center rounded-card ${box}`}>
        <Icon aria-hidden="true" size={26} />
      </span>
      <div className="min-w-0">
        <h2 className="text-17 font-semibold">{studentStates[status].title}</h2>
        <p className="text-13 text-ink-2">
          {status === 'rejected' && application?.reason ? `原因：${withoutStop(application.reason)}。` : ''}
          {note}
        </p>
      </div>
    </div>
  )
}

function Application(application: NonNullable<StudentAuthInfo['application']>) {
  const { schoolId, school: name } = application
  const schools = useCall('GET /v1/get_schools', { keyword: name }, { enabled: schoolId !== null }).data
  const school = schools?.list.find(({ id }) => id === schoolId)
  return (
    <CellGroup>
      <Cell title="学校" value={application.school} />
      {school && <Cell title="学校地址" value={school.address} href={`#${placeOfSchool(school)}`} />}
      <Cell title="班级" value={application.className} />
      <Cell title="学号" value={application.studentNo} />
      <Cell title="姓名" value={application.name} />
      <Cell title="提交时间" value={formatDateTime(application.submittedAt)} />
    </CellGroup>
  )
}

const placeOfSchool = ({ name, address, latitude, longitude }: School) =>
  pageUrl('open-location', {
    name,
    address,
    latitude: latitude ?? undefined,
    longitude: longitude ?? undefined,
  })
