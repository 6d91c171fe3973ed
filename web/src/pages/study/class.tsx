import type { MyClasses } from '@dxx/contract/calls/classes'
import { useState } from 'react'
import { loadUser } from '../../api/session'
import { useAction } from '../../api/use-action'
import { invalidateCalls, useCall } from '../../api/use-call'
import { navigateTo } from '../../router/navigation'
import { usePage } from '../../router/page-context'
import { pageUrl } from '../../router/page-url'
import type { RoutePath } from '../../router/routes'
import { toast } from '../../state/flash'
import { useStore } from '../../state/store'
import { Button, buttonClass } from '../../ui/button'
import { Card } from '../../ui/card'
import { Empty } from '../../ui/empty'
import { Field } from '../../ui/field'
import { Skeleton } from '../../ui/skeleton'

/** 我的班级: classes of the student, and joining one by its code. `?code=` is filled in by the QR code. */
export default function ClassPage() {
  const { data, error, refetch } = useCall('GET /v1/my_classes', {}, { fresh: true })
  if (!data) {
    if (error) return <Empty type="error" text={error.msg} onRetry={() => refetch()} />
    return (
      <div className="side-by-side px-4 pt-2">
        <Skeleton className="h-24 rounded-card" />
        <Skeleton className="h-48 rounded-card" />
      </div>
    )
  }
  return (
    <div className={`${data.classes.length > 0 ? 'side-by-side' : 'text-column'} px-4 pt-2 pb-10`}>
      {data.classes.length > 0 && (
        <div className="space-y-3">
          {data.classes.map((one) => (
            <Card key={one.id}>
              <h2 className="text-17 font-semibold">{one.name}</h2>
              <ClassFacts of={one} />
              <div className="mt-3 flex gap-3">
                <a href={`#${pageUrl('pages/study/assignments')}`} className={`${buttonClass('line', 'small')} tap`}>
                  作业
                </a>
                <a
                  href={`#${pageUrl('pages/study/grades', { class: one.id })}`}
                  className={`${buttonClass('line', 'small')} tap`}
                >
                  成绩
                </a>
              </div>
            </Card>
          ))}
        </div>
      )}
      {data.request?.state === 'waiting' ? <Waiting request={data.request} /> : <Join request={data.request} />}
    </div>
  )
}

type Request = NonNullable<MyClasses['request']>

function ClassFacts({ of: { school, college, teachers } }: { of: Request['class'] }) {
  const facts = [school, college, teachers.length > 0 && `教师 ${teachers.join('、')}`].filter(Boolean)
  return <p className="mt-0.5 text-13 text-ink-2">{facts.join(' · ')}</p>
}

const changed = () => {
  void invalidateCalls('GET /v1/my_classes', 'GET /v1/student_auth_info')
  void loadUser()
}

function Waiting({ request }: { request: Request }) {
  const { run, running } = useAction('POST /v1/class_join_withdraw', {
    onDone: () => {
      changed()
      toast('已撤回申请')
    },
  })
  return (
    <Card>
      <h2 className="text-17 font-semibold">等老师同意：{request.class.name}</h2>
      <ClassFacts of={request.class} />
      <p className="mt-2 text-14 text-ink-2">
        {request.name}，学号 {request.studentNo}。老师同意后会通知你，同时通过学生认证。
      </p>
      <Button kind="line" block className="mt-4" loading={running} onClick={() => void run({})}>
        撤回申请
      </Button>
    </Card>
  )
}

function Join({ request }: { request: Request | null }) {
  const { path, query } = usePage()
  const noMobile = useStore(({ userinfo }) => userinfo?.mobile === '')
  const [code, setCode] = useState((query.code ?? '').toUpperCase())
  const [studentNo, setStudentNo] = useState(request?.studentNo ?? '')
  const [name, setName] = useState(request?.name ?? '')
  const [problem, setProblem] = useState('')
  const isCode = /^[2-9A-HJKMNP-Z]{6}$/.test(code)
  const found = useCall('GET /v1/class_by_code', { code }, { enabled: isCode })
  const { run, running } = useAction('POST /v1/class_join', {
    onDone: () => {
      changed()
      toast('已申请，等老师同意')
    },
    onError: (error) => !error.shown && setProblem(error.msg),
  })
  function submit() {
    setProblem('')
    if (noMobile) {
      useStore.setState({ path: pageUrl(path as RoutePath, { ...query, code }) })
      navigateTo('/pages/login/bind-mobile')
      return
    }
    if (!isCode) return setProblem('班级码是 6 位字母和数字，请检查一下')
    if (!studentNo.trim() || !name.trim()) return setProblem('请填写学号和姓名')
    void run({ code, studentNo, name })
  }
  return (
    <Card className="space-y-4">
      <div>
        <h2 className="text-17 font-semibold">用班级码加入班级</h2>
        <p className="mt-0.5 text-13 text-ink-2">班级码问老师要，也可以扫老师给的二维码。</p>
      </div>
      {request && (
        <p role="status" className="rounded-cover bg-danger-soft p-3 text-14 text-danger">
          {request.class.name}没有同意：{request.reason}
        </p>
      )}
      <Field
        label="班级码"
        value={code}
        maxLength={6}
        autoCapitalize="characters"
        onChange={(text) => setCode(text.toUpperCase().replace(/[^0-9A-Z]/g, ''))}
        error={isCode ? found.error?.msg : undefined}
      />
      {found.data && (
        <div className="rounded-cover bg-primary-soft p-3">
          <p className="font-semibold">{found.data.name}</p>
          <ClassFacts of={found.data} />
        </div>
      )}
      <Field label="学号" value={studentNo} maxLength={32} onChange={setStudentNo} />
      <Field label="姓名" value={name} maxLength={40} autoComplete="name" onChange={setName} />
      {problem && (
        <p role="alert" className="text-14 text-danger">
          {problem}
        </p>
      )}
      <Button block loading={running} onClick={submit}>
        {noMobile ? '先绑定手机号' : '申请加入'}
      </Button>
    </Card>
  )
}
