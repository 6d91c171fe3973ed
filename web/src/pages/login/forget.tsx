import { useState } from 'react'
import { useAction } from '../../api/use-action'
import { FormCard } from '../../features/account/form-card'
import { MobileCodeForm } from '../../features/account/mobile-code-form'
import { storeTicket } from '../../features/account/tickets'
import { redirectTo } from '../../router/navigation'
import { usePage } from '../../router/page-context'
import { pageUrl } from '../../router/page-url'

/** Verifies the mobile number of a user who forgot the password; the next page sets a new password. */
export default function ForgetPage() {
  const { redirect } = usePage().query
  const [mobile, setMobile] = useState('')
  const [problem, setProblem] = useState('')
  const { run, running } = useAction('POST /v1/check_code', {
    onDone: ({ ticket }) => {
      storeTicket({ ticket, mobile })
      redirectTo(pageUrl('pages/login/set-password', { redirect }))
    },
    onError: ({ msg }) => setProblem(msg),
  })
  return (
    <FormCard withHelp intro="验证注册时的手机号，然后设置新密码。">
      <MobileCodeForm
        scene="find"
        mobile={mobile}
        onMobile={setMobile}
        error={problem}
        onError={setProblem}
        action="下一步"
        running={running}
        onSubmit={(code) => void run({ mobile, code, scene: 'find' })}
      />
    </FormCard>
  )
}
