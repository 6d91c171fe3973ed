import type { CodeScene } from '@dxx/contract/calls/accounts'
import { limits } from '@dxx/contract/rules/constants'
import { maskMobile } from '@dxx/contract/rules/mask'
import { useEffect, useRef, useState } from 'react'
import { useAction } from '../../api/use-action'
import { fingerprint } from '../../state/fingerprint'
import { codeIn } from '../../ui/code-input'
import { CountdownButton } from '../../ui/countdown-button'
import { Field } from '../../ui/field'
import { isMobile } from './mobile-field'

export interface CodeFieldProps {
  scene: CodeScene
  /** The number that the code goes to. */
  mobile: string
  value: string
  onChange(code: string): void
  /** The last digit has arrived, typed, pasted or filled in by the phone. */
  onComplete(code: string): void
  error: string
  onError(problem: string): void
  /** Somebody wants a code although the number is not complete. */
  onNoMobile?(): void
}

/** A code from a message and the button that asks for one. The pause between two codes belongs to the number. */
export function CodeField(props: CodeFieldProps) {
  const { scene, mobile, value, onChange, onComplete, error, onError, onNoMobile } = props
  const input = useRef<HTMLInputElement>(null)
  const [sentTo, setSentTo] = useState('')
  const { run } = useAction('POST /v1/send_code', {
    onError: ({ msg, shown }) => !shown && onError(msg),
  })

  // A refused code stays to be looked at, and the next digit replaces it.
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
    const code = codeIn(text, limits.codeLength)
    if (code === value) return
    onError('')
    onChange(code)
    if (code.length === limits.codeLength) onComplete(code)
  }

  return (
    <Field
      ref={input}
      label="验证码"
      hideLabel
      placeholder="验证码"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={limits.codeInputMax}
      enterKeyHint="done"
      style={value ? { letterSpacing: '0.6em' } : undefined}
      value={value}
      onChange={take}
      onPaste={(event) => {
        // The whole message is read; inserted at the cursor it would be cut.
        event.preventDefault()
        take(event.clipboardData.getData('text'))
      }}
      error={error || undefined}
      hint={sentTo && sentTo === mobile ? `验证码已发送至 ${maskMobile(sentTo)}，5 分钟内有效` : undefined}
      right={<CountdownButton key={mobile} id={fingerprint(mobile)} onSend={send} />}
    />
  )
}
