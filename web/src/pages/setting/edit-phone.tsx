import type { UserInfo } from '@dxx/contract/calls/accounts'
import { ResponseCode } from '@dxx/contract/envelope'
import { maskMobile } from '@dxx/contract/rules/mask'
import { useState } from 'react'
import { requireMobile } from '../../api/session'
import { useAction } from '../../api/use-action'
import { storeReturnedUser } from '../../features/account/complete-login'
import { settleConflict } from '../../features/account/conflict'
import { FormCard } from '../../features/account/form-card'
import { MobileCodeForm } from '../../features/account/mobile-code-form'
import { WithUser } from '../../features/account/with-user'
import { navigateBack } from '../../router/navigation'
import { toast } from '../../state/flash'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'

/** Changes the mobile number: verifies the old number first, then the new one. */
export default function EditPhonePage() {
  return <WithUser>{(user) => (user.mobile ? <EditPhone user={user} /> : <NoPhone />)}</WithUser>
}

function NoPhone() {
  return (
    <Empty text="还没有绑定手机号">
      <Button className="min-w-36" onClick={() => requireMobile()}>
        去绑定
      </Button>
    </Empty>
  )
}

function EditPhone({ user }: { user: UserInfo }) {
  const [ticket, setTicket] = useState('')
  const [problem, setProblem] = useState('')
  const { run, running } = useAction('POST /v1/check_code', {
    onDone: (data) => setTicket(data.ticket),
    onError: ({ msg }) => setProblem(msg),
  })
  if (ticket) {
    return (
      <NewPhone
        ticket={ticket}
        onExpired={(msg) => {
          setTicket('')
          setProblem(msg)
        }}
      />
    )
  }
  return (
    <FormCard intro="第 1 步，共 2 步：验证现在的手机号。">
      <MobileCodeForm
        scene="change"
        mobile={user.mobile}
        error={problem}
        onError={setProblem}
        action="下一步"
        running={running}
        onSubmit={(code) => void run({ mobile: user.mobile, code, scene: 'change' })}
      />
    </FormCard>
  )
}

function NewPhone({ ticket, onExpired }: { ticket: string; onExpired(msg: string): void }) {
  const [mobile, setMobile] = useState('')
  const [problem, setProblem] = useState('')
  const { run, running } = useAction('POST /v1/user_change_mobile', {
    onDone: (userinfo) => {
      storeReturnedUser(userinfo)
      toast(`手机号已更换为 ${maskMobile(userinfo.mobile)}`)
      void navigateBack()
    },
    onError: (error, { code }) => {
      if (error.code === ResponseCode.conflict) void settleConflict(error, () => change(code, true))
      else if (error.name === 'ticket-invalid') onExpired(error.msg)
      else setProblem(error.msg)
    },
  })
  function change(code: string, merge = false) {
    void run({ ticket, mobile, code, merge })
  }
  return (
    <FormCard intro="第 2 步，共 2 步：验证新手机号。以后用新手机号登录。">
      <MobileCodeForm
        scene="change"
        mobile={mobile}
        onMobile={setMobile}
        mobileLabel="新手机号"
        error={problem}
        onError={setProblem}
        action="更换手机号"
        running={running}
        onSubmit={(code) => change(code)}
      />
    </FormCard>
  )
}
