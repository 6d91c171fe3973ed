import type { UserInfo } from '@dxx/contract/calls/accounts'
import { useState } from 'react'
import { requireMobile } from '../../api/session'
import { useAction } from '../../api/use-action'
import { storeReturnedUser } from '../../features/account/complete-login'
import { FormCard } from '../../features/account/form-card'
import { MobileCodeForm } from '../../features/account/mobile-code-form'
import { NewPassword } from '../../features/account/new-password'
import { WithUser } from '../../features/account/with-user'
import { navigateBack } from '../../router/navigation'
import { toast } from '../../state/flash'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'

/** Sets a new password for a logged-in user who forgot it; a code to the account's number verifies the user. */
export default function ForgetPasswordPage() {
  return (
    <WithUser>
      {(user) =>
        user.mobile ? (
          <ForgetPassword user={user} />
        ) : (
          <Empty text="绑定手机号后才能找回密码">
            <Button className="min-w-36" onClick={() => requireMobile()}>
              去绑定
            </Button>
          </Empty>
        )
      }
    </WithUser>
  )
}

function ForgetPassword({ user }: { user: UserInfo }) {
  const [ticket, setTicket] = useState('')
  const [problem, setProblem] = useState('')
  const check = useAction('POST /v1/check_code', {
    onDone: (data) => setTicket(data.ticket),
    onError: ({ msg }) => setProblem(msg),
  })
  const change = useAction('POST /v1/user_find_password', {
    onDone: () => {
      storeReturnedUser({ ...user, hasPassword: true })
      toast('密码已更新')
      void navigateBack()
    },
    onError: ({ name, msg }) => {
      if (name === 'ticket-invalid') setTicket('')
      setProblem(msg)
    },
  })
  const { mobile } = user
  return (
    <FormCard intro={ticket ? '设置新密码，其他设备需要重新登录。' : '先验证绑定的手机号。'}>
      {ticket ? (
        <NewPassword
          mobile={mobile}
          error={problem}
          running={change.running}
          action="完成"
          onSubmit={(password) => void change.run({ ticket, password })}
        />
      ) : (
        <MobileCodeForm
          scene="find"
          mobile={mobile}
          error={problem}
          onError={setProblem}
          action="下一步"
          running={check.running}
          onSubmit={(code) => void check.run({ mobile, code, scene: 'find' })}
        />
      )}
    </FormCard>
  )
}
