import type { CodeScene } from '@dxx/contract/calls/accounts'
import { appLimits } from '@dxx/contract/rules/constants'
import { maskMobile } from '@dxx/contract/rules/mask'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button'
import { CodeField } from './code-field'
import { isMobile, MobileField, mobileProblem } from './mobile-field'

interface MobileCodeFormProps {
  scene: CodeScene
  mobile: string
  /** Receives the typed number. Without this callback, the account's own number is shown read-only. */
  onMobile?(mobile: string): void
  mobileLabel?: string
  /** Server error of the last try; cleared by `onError('')`. */
  error: string
  onError(problem: string): void
  action: string
  running: boolean
  onSubmit(code: string): void
  /** Content below the button. */
  children?: ReactNode
}

/** Form for a mobile number and its SMS code. The last digit submits the form; the button is for retries. */
export function MobileCodeForm(props: MobileCodeFormProps) {
  const { scene, mobile, onMobile, mobileLabel, error, onError, action, running, onSubmit, children } = props
  const [code, setCode] = useState('')
  const [noMobile, setNoMobile] = useState(false)

  function submit(digits: string) {
    const complete = isMobile(mobile)
    setNoMobile(!complete)
    if (!complete || running) return
    if (digits.length === appLimits.codeLength) onSubmit(digits)
    else onError(`请输入 ${appLimits.codeLength} 位数字验证码`)
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
      {onMobile ? (
        <MobileField
          label={mobileLabel}
          value={mobile}
          onChange={(next) => {
            onMobile(next)
            setNoMobile(false)
            onError('')
          }}
          error={noMobile ? mobileProblem : undefined}
        />
      ) : (
        <p className="px-1 text-15 text-ink-2">
          验证码将发送至 <b className="tabular-nums font-semibold text-ink">{maskMobile(mobile)}</b>
        </p>
      )}
      <CodeField
        scene={scene}
        mobile={mobile}
        value={code}
        onChange={setCode}
        onComplete={submit}
        error={error}
        onError={onError}
        onNoMobile={() => setNoMobile(true)}
      />
      <Button type="submit" block loading={running} className="mt-3">
        {action}
      </Button>
      {children}
    </form>
  )
}
