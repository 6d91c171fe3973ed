import type { CodeScene } from '@dxx/contract/calls/accounts'
import { appLimits } from '@dxx/contract/rules/constants'
import { maskMobile } from '@dxx/contract/rules/mask'
import { useEffect, useRef, useState } from 'react'
import { fingerprint } from '../../state/fingerprint'
import { extractCode } from '../../ui/code-input'
import { CountdownButton } from '../../ui/countdown-button'
import { Field } from '../../ui/field'
import { isMobile } from './mobile-field'
import { useSliderAction } from './use-slider-action'

export interface CodeFieldProps {
  scene: CodeScene
  /** Mobile number the code is sent to. */
  mobile: string
  value: string
  onChange(code: string): void
  /** Called when all digits are entered: typed, pasted or autofilled. */
  onComplete(code: string): void
  error: string
  onError(problem: string): void
  /** Called when a code is requested while the mobile number is incomplete. */
  onNoMobile?(): void
}

/** Field for an SMS code with its send button. The resend delay is tracked per mobile number. */
export function CodeField(props: CodeFieldProps) {
  const { scene, mobile, value, onChange, onComplete, error, onError, onNoMobile } = props
  const input = useRef<HTMLInputElement>(null)
  const [sentTo, setSentTo] = useState('')
  const { run, slider } = useSliderAction('POST /v1/send_code', {
    onError: ({ msg, shown }) => !shown && onError(msg),
  })

  // A rejected code stays visible and selected, so that the next digit replaces it.
  useEffect(() => {
    if (error) input.current?.select()
  }, [error])

  async function send() {
    onError('')
    if (!isMobile(mobile)) {
      onNoMobile?.()
      throw new Error('no number')
    }
    if (!(await run({ mobile, scene }))) throw new Error('not sent')
    setSentTo(mobile)
    input.current?.focus()
  }

  function take(text: string) {
    const code = extractCode(text, appLimits.codeLength)
    if (code === value) return
    onError('')
    onChange(code)
    if (code.length === appLimits.codeLength) onComplete(code)
  }

  return (
    <>
      <Field
        ref={input}
        label="验证码"
        hideLabel
        placeholder="验证码"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={appLimits.codeInputMax}
        enterKeyHint="done"
        style={value ? { letterSpacing: '0.6em' } : undefined}
        value={value}
        onChange={take}
        onPaste={(event) => {
          // Parses the whole pasted message; inserting it at the cursor would truncate it.
          event.preventDefault()
          take(event.clipboardData.getData('text'))
        }}
        error={error || undefined}
        hint={sentTo && sentTo === mobile ? `验证码已发送至 ${maskMobile(sentTo)}，5 分钟内有效` : undefined}
        right={<CountdownButton key={mobile} id={fingerprint(mobile)} onSend={send} />}
      />
      {slider}
    </>
  )
}
