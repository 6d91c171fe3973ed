import type { UserInfo } from '@dxx/contract/calls/accounts'
import { formatDateTime } from '@dxx/contract/rules/time-from'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useState } from 'react'
import { endSession } from '../../api/error-effects'
import { useAction } from '../../api/use-action'
import { type CallData, useCall } from '../../api/use-call'
import { FormCard } from '../../features/account/form-card'
import { MobileCodeForm } from '../../features/account/mobile-code-form'
import { useWechat } from '../../features/account/use-wechat'
import { WithUser } from '../../features/account/with-user'
import { switchTab } from '../../router/navigation'
import { usePage } from '../../router/page-context'
import { showModal } from '../../state/store'
import { Button, buttonClass } from '../../ui/button'
import { Card } from '../../ui/card'
import { Checkbox } from '../../ui/checkbox'
import { Empty } from '../../ui/empty'
import { SkeletonText } from '../../ui/skeleton-shapes'

export default function CancelAccountPage() {
  return <WithUser>{(user) => <CancelAccount user={user} />}</WithUser>
}

function CancelAccount({ user }: { user: UserInfo }) {
  const { data, error, refetch } = useCall('GET /v1/cancel_account_check', {}, { fresh: true })
  const [read, setRead] = useState(false)
  const [unread, setUnread] = useState(false)
  // After the return from WeChat the notice is skipped, because the user has accepted it before.
  const [proving, setProving] = useState(usePage().query.proving === '1')
  if (!data) {
    if (error) return <Empty type="error" text={error.msg} onRetry={() => refetch()} />
    return (
      <div className="text-column px-4 pt-2">
        <SkeletonText lines={8} />
      </div>
    )
  }
  if (proving) return <Prove user={user} coolingDays={data.coolingDays} />
  return (
    <div className="text-column space-y-3 px-4 pt-2 pb-10">
      <Notice coolingDays={data.coolingDays} />
      <Checks checks={data.checks} />
      <Checkbox checked={read} onChange={setRead}>
        我已阅读注销须知，知道注销后数据无法找回
      </Checkbox>
      {unread && !read && (
        <p role="alert" className="px-1 text-13 text-danger">
          请先阅读注销须知并勾选
        </p>
      )}
      <Button
        kind="danger"
        block
        disabled={!data.canCancel}
        onClick={() => (read ? setProving(true) : setUnread(true))}
      >
        下一步
      </Button>
      {!data.canCancel && <p className="text-center text-13 text-ink-2">请先处理上面未完成的事项，再来注销。</p>}
    </div>
  )
}

function Notice({ coolingDays }: { coolingDays: number }) {
  const points = [
    `提交后有 ${coolingDays} 天冷静期。冷静期内账号会退出所有设备，重新登录即撤销注销。`,
    '冷静期结束后，手机号、微信、昵称、头像和学生认证信息会被删除，无法恢复。',
    '已购买的课程、图书、教材和题库，以及学习记录、笔记、考试成绩，都不能再查看。',
    '订单按法律要求匿名保留，不再与你关联。',
    '注销前可以在设置里导出一份自己的数据。',
  ]
  return (
    <Card>
      <h2 className="text-17 font-semibold">注销须知</h2>
      <ol className="mt-2 list-decimal space-y-2 pl-5 text-14 text-ink-2">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ol>
    </Card>
  )
}

function Checks({ checks }: Pick<CallData<'GET /v1/cancel_account_check'>, 'checks'>) {
  if (checks.length === 0) return null
  return (
    <Card>
      <h2 className="text-17 font-semibold">注销前检查</h2>
      <ul className="mt-1">
        {checks.map(({ title, ok, detail, link }) => (
          <li key={title} className="flex min-h-11 items-center gap-3 py-1.5">
            {ok ? (
              <CircleCheck aria-hidden="true" size={20} className="shrink-0 text-success" />
            ) : (
              <CircleAlert aria-hidden="true" size={20} className="shrink-0 text-danger" />
            )}
            <span className="min-w-0 flex-1">
              {ok ? title : detail}
              {ok && <span className="block text-12 text-ink-3">已通过</span>}
            </span>
            {link && (
              <a href={`#/${link}`} className={buttonClass('line', 'small')}>
                去查看
              </a>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Verifies the user by a code sent to the mobile number, or by WeChat if there is no number. */
function Prove({ user, coolingDays }: { user: UserInfo; coolingDays: number }) {
  const [problem, setProblem] = useState('')
  const cancel = useAction('POST /v1/cancel_account', {
    onDone: ({ cancelAt }) => void farewell(cancelAt),
    onError: ({ msg }) => setProblem(msg),
  })
  const check = useAction('POST /v1/check_code', {
    onDone: ({ ticket }) => void ask({ ticket }),
    onError: ({ msg }) => setProblem(msg),
  })
  const wechat = useWechat('cancel', (code) => void ask({ wechat_code: code }))

  async function ask(proof: { ticket: string } | { wechat_code: string }) {
    const answer = await showModal({
      content: `确定注销「${user.nickname}」吗？${coolingDays} 天内登录可以撤销。`,
      confirmText: '确定注销',
      type: 2,
      cancelText: '再想想',
    })
    if (answer === 'confirm') void cancel.run(proof)
  }

  if (!user.mobile) {
    return (
      <FormCard intro="用绑定的微信确认是你本人。">
        {problem && (
          <p role="alert" className="text-13 text-danger">
            {problem}
          </p>
        )}
        <Button
          kind="danger"
          block
          loading={wechat.running || cancel.running}
          onClick={() => wechat.start('/pages/setting/cancel-account?proving=1')}
        >
          微信验证并注销
        </Button>
      </FormCard>
    )
  }
  return (
    <FormCard intro="最后一步：验证手机号，确认是你本人。">
      <MobileCodeForm
        scene="cancel"
        mobile={user.mobile}
        error={problem}
        onError={setProblem}
        action="验证并注销"
        running={check.running || cancel.running}
        onSubmit={(code) => void check.run({ code, scene: 'cancel' })}
      />
    </FormCard>
  )
}

/** Ends the session on this device as well, after the server has ended all sessions of the account. */
async function farewell(cancelAt: number): Promise<void> {
  endSession()
  await showModal({
    content: `注销申请已提交。${formatDateTime(cancelAt)} 前登录可以撤销，之后数据会被删除。`,
    confirmText: '知道了',
    showCancel: false,
  })
  void switchTab('/pages/my/index')
}
