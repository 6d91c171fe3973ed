import { passwordMin, passwordProblem } from '@dxx/contract/rules/password'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { PasswordField } from './password-field'

interface NewPasswordProps {
  /** The owner's number, which is no password. */
  mobile: string
  /** What the server had against it. */
  error: string
  running: boolean
  action: string
  onSubmit(password: string): void
}

/** A new password, typed once and looked at if one likes. Stands in a form of its own. */
export function NewPassword({ mobile, error, running, action, onSubmit }: NewPasswordProps) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState('')
  // What the server refused counts until something else is typed.
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
      {/* Tells password managers whose password this is. */}
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
