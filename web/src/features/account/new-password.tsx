import { passwordMin, passwordProblem } from '@dxx/contract/rules/password'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { PasswordField } from './password-field'

interface NewPasswordProps {
  /** The account's own number; it must not be used as the password. */
  mobile: string
  /** Server error for the submitted password. */
  error: string
  running: boolean
  action: string
  onSubmit(password: string): void
}

/** Form for a new password, typed once and optionally visible. */
export function NewPassword({ mobile, error, running, action, onSubmit }: NewPasswordProps) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState('')
  // Last submitted password: the server's error stays visible until the password is changed.
  const [refused, setRefused] = useState('')

  function submit() {
    const weak = passwordProblem(password, mobile)
    setProblem(weak ?? '')
    if (weak || running) return
    setRefused(password)
    onSubmit(password)
  }

  const shown = problem || (refused === password ? error : '')
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {/* Identifies the account for password managers. */}
      <input type="text" name="username" autoComplete="username" value={mobile} readOnly hidden />
      <PasswordField
        label="新密码"
        autoComplete="new-password"
        value={password}
        onChange={(text) => {
          setPassword(text)
          setProblem('')
        }}
        error={shown || undefined}
        hint={`至少 ${passwordMin} 个字符，不要用生日、手机号或常见密码`}
      />
      <Button type="submit" block loading={running}>
        {action}
      </Button>
    </form>
  )
}
