import type { LoggedIn } from '@dxx/contract/calls/accounts'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button'
import { isMobile, MobileField, mobileProblem } from './mobile-field'
import { PasswordField } from './password-field'
import { useSliderAction } from './use-slider-action'

interface PasswordFormProps {
  mobile: string
  onMobile(mobile: string): void
  onIn(data: LoggedIn): void
  /** URL of the page that resets a password. */
  forgetUrl: string
  /** Runs the login once a condition holds, such as the user's agreement. */
  before?(run: () => void): void
  /** Whether a step after the login is still running. */
  opening?: boolean
  children?: ReactNode
}

/** Login by mobile number and password, used by the student app and the staff console. */
export function PasswordForm(props: PasswordFormProps) {
  const { mobile, onMobile, onIn, forgetUrl, before = (run) => run(), opening = false, children } = props
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
    before(() => void run({ mobile, password }))
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
        <a href={forgetUrl} className="tap float-right rounded-item text-13 text-primary">
          忘记密码？
        </a>
        <Button type="submit" block loading={running || opening} className="mt-3">
          登录
        </Button>
        {children}
      </form>
      {slider}
    </>
  )
}
