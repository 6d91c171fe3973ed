import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'

interface FactorFormProps {
  action: string
  error: string
  running: boolean
  /** Whether a recovery code can be entered instead of the six digits. */
  recovery?: boolean
  onSubmit(code: string): void
}

const digits = /^\d{6}$/
const recoveryCode = /^[0-9a-z]{4}-?[0-9a-z]{4}-?[0-9a-z]{4}$/i

/** Field for the six digits of the authenticator app, submitted with the last digit, or for a recovery code. */
export function FactorForm({ action, error, running, recovery = true, onSubmit }: FactorFormProps) {
  const [byRecovery, setByRecovery] = useState(false)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const shown = problem || error

  // A rejected code stays visible and selected, so that typing replaces it.
  useEffect(() => {
    if (error) input.current?.select()
  }, [error])

  function submit(text: string) {
    if (running) return
    const isWhole = byRecovery ? recoveryCode.test(text) : digits.test(text)
    setProblem(isWhole ? '' : byRecovery ? '恢复码是三组各 4 位的字母和数字' : '请输入 6 位动态验证码')
    if (isWhole) onSubmit(text)
  }

  return (
    <form
      noValidate
      className="space-y-3.5"
      onSubmit={(event) => {
        event.preventDefault()
        submit(code)
      }}
    >
      <Field
        ref={input}
        key={String(byRecovery)}
        label={byRecovery ? '恢复码' : '动态验证码'}
        autoFocus
        data-autofocus
        inputMode={byRecovery ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={byRecovery ? 20 : 12}
        placeholder={byRecovery ? 'xxxx-xxxx-xxxx' : '6 位数字'}
        value={code}
        onChange={(text) => {
          setProblem('')
          const next = byRecovery ? text.trim() : text.replace(/\D/g, '').slice(0, 6)
          if (next === code) return
          setCode(next)
          if (!byRecovery && digits.test(next)) submit(next)
        }}
        error={shown || undefined}
      />
      <Button type="submit" block loading={running}>
        {action}
      </Button>
      {recovery && (
        <button
          type="button"
          onClick={() => {
            setByRecovery(!byRecovery)
            setCode('')
            setProblem('')
          }}
          className="tap mx-auto block w-fit rounded-item text-13 text-primary"
        >
          {byRecovery ? '用动态验证码' : '手机不在身边？用恢复码'}
        </button>
      )}
    </form>
  )
}
