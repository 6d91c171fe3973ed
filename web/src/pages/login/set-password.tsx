import { maskMobile } from '@dxx/contract/rules/mask'
import { useState } from 'react'
import { useAction } from '../../api/use-action'
import { storeReturnedUser } from '../../features/account/complete-login'
import { FormCard } from '../../features/account/form-card'
import { NewPassword } from '../../features/account/new-password'
import { type FindTicket, storedTicket, storeTicket } from '../../features/account/tickets'
import { useCurrentUser } from '../../features/account/with-user'
import { navigateBack, redirectTo } from '../../router/navigation'
import { usePage } from '../../router/page-context'
import { pageUrl } from '../../router/page-url'
import { getView } from '../../router/view'
import { toast } from '../../state/flash'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'

/** Sets a new password after a verification, or the first password of a user who logged in by code. */
export default function SetPasswordPage() {
  const [found] = useState(storedTicket)
  const { user } = useCurrentUser()
  if (found) return <AfterCode {...found} />
  if (user && !user.hasPassword) return <FirstPassword mobile={user.mobile} />
  return (
    <Empty text="请先验证手机号，再设置密码">
      <a href="#/pages/login/forget" className={`${buttonClass()} min-w-36`}>
        去验证
      </a>
    </Empty>
  )
}

function AfterCode({ ticket, mobile }: FindTicket) {
  const { redirect } = usePage().query
  const [problem, setProblem] = useState('')
  const { run, running } = useAction('POST /v1/user_find_password', {
    onDone: () => {
      storeTicket(null)
      toast('密码已更新，请用新密码登录')
      // Returns to the login page if it is the previous page, otherwise opens it.
      if (getView().stack.pages.at(-2)?.path === 'pages/login/index') void navigateBack()
      else redirectTo(pageUrl('pages/login/index', { redirect }))
    },
    onError: ({ name, msg }) => {
      if (name === 'ticket-invalid') storeTicket(null)
      setProblem(msg)
    },
  })
  return (
    <FormCard withHelp intro={`为 ${maskMobile(mobile)} 设置新密码。设置后，其他设备需要重新登录。`}>
      <NewPassword
        mobile={mobile}
        error={problem}
        running={running}
        action="完成"
        onSubmit={(password) => void run({ ticket, password })}
      />
    </FormCard>
  )
}

function FirstPassword({ mobile }: { mobile: string }) {
  const { user } = useCurrentUser()
  const [problem, setProblem] = useState('')
  const { run, running } = useAction('POST /v1/user_edit_password', {
    onDone: () => {
      if (user) storeReturnedUser({ ...user, hasPassword: true })
      toast('密码已设置')
      void navigateBack()
    },
    onError: ({ msg }) => setProblem(msg),
  })
  return (
    <FormCard withHelp intro="设置密码后，可以用手机号和密码登录。">
      <NewPassword
        mobile={mobile}
        error={problem}
        running={running}
        action="设置密码"
        onSubmit={(password) => void run({ password })}
      />
    </FormCard>
  )
}
