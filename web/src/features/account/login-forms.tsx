import type { LoggedIn } from '@dxx/contract/calls/accounts'
import { useState } from 'react'
import { useAction } from '../../api/use-action'
import { pageUrl } from '../../router/place'
import { Button } from '../../ui/button'
import { TabPanel, Tabs } from '../../ui/tabs'
import { type Agree, AgreeBox } from './agree'
import { MobileCodeForm } from './mobile-code-form'
import { isMobile, MobileField, mobileProblem } from './mobile-field'
import { PasswordField } from './password-field'
import { useSliderAction } from './use-slider-action'

interface LoginFormsProps {
  agree: Agree
  redirect: string | undefined
  onIn(data: LoggedIn): void
}

/** Login by code or password; both forms share the input. */
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
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<{ mobile?: string; password?: string }>({})
  const { run, running, slider } = useSliderAction('POST /v1/login_password', {
    onDone: onIn,
    onError: ({ msg }) => setProblems({ password: msg }),
  })

  function submit() {
    const found = {
      ...(!isMobile(mobile) && { mobile: mobileProblem }),
      ...(!password && { password: '请输入密码' }),
    }
    setProblems(found)
    if (Object.keys(found).length > 0 || running) return
    agree.whenAgreed(() => void run({ mobile, password }))
  }

  return (
    <>
      <form
        noValidate
        className="space-y-3.5"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <MobileField
          autoComplete="username"
          value={mobile}
          onChange={(next) => {
            onMobile(next)
            setProblems({})
          }}
          error={problems.mobile}
        />
        <PasswordField
          label="密码"
          autoComplete="current-password"
          value={password}
          onChange={(next) => {
            setPassword(next)
            setProblems({})
          }}
          error={problems.password}
        />
        <a
          href={`#${pageUrl('pages/login/forget', { redirect })}`}
          className="tap float-right rounded-item text-13 text-primary"
        >
          忘记密码？
        </a>
        <Button type="submit" block loading={running} className="mt-3">
          登录
        </Button>
        <AgreeBox agree={agree} />
      </form>
      {slider}
    </>
  )
}
