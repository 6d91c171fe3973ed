import type { LoggedIn } from '@dxx/contract/calls/accounts'
import { useState } from 'react'
import { useAction } from '../../api/use-action'
import { pageUrl } from '../../router/page-url'
import { TabPanel, Tabs } from '../../ui/tabs'
import { type Agree, AgreeBox } from './agree'
import { MobileCodeForm } from './mobile-code-form'
import { PasswordForm } from './password-form'

interface LoginFormsProps {
  agree: Agree
  redirect: string | undefined
  onIn(data: LoggedIn): void
}

/** Login by SMS code or password; both forms share the mobile number. */
export function LoginForms(props: LoginFormsProps) {
  const [way, setWay] = useState<'code' | 'password'>('code')
  const [mobile, setMobile] = useState('')
  const Form = way === 'code' ? CodeLogin : PasswordLogin
  return (
    <>
      <Tabs
        id="login"
        label="登录方式"
        items={[
          { id: 'code', title: '验证码登录' },
          { id: 'password', title: '密码登录' },
        ]}
        value={way}
        onChange={setWay}
      />
      <div className="pt-3">
        <TabPanel tabs="login" value={way}>
          <Form {...props} mobile={mobile} onMobile={setMobile} />
        </TabPanel>
      </div>
    </>
  )
}

interface FormProps extends LoginFormsProps {
  mobile: string
  onMobile(mobile: string): void
}

function CodeLogin({ agree, onIn, mobile, onMobile }: FormProps) {
  const [problem, setProblem] = useState('')
  const { run, running } = useAction('POST /v1/login_code', { onDone: onIn, onError: ({ msg }) => setProblem(msg) })
  return (
    <MobileCodeForm
      scene="login"
      mobile={mobile}
      onMobile={onMobile}
      error={problem}
      onError={setProblem}
      action="登录"
      running={running}
      onSubmit={(code) => agree.whenAgreed(() => void run({ mobile, code }))}
    >
      <AgreeBox agree={agree} />
    </MobileCodeForm>
  )
}

function PasswordLogin({ agree, redirect, onIn, mobile, onMobile }: FormProps) {
  return (
    <PasswordForm
      mobile={mobile}
      onMobile={onMobile}
      onIn={onIn}
      forgetUrl={`#${pageUrl('pages/login/forget', { redirect })}`}
      before={agree.whenAgreed}
    >
      <AgreeBox agree={agree} />
    </PasswordForm>
  )
}
