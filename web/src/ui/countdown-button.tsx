import { texts, timing } from '@dxx/contract/rules/constants'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Spinner } from './spinner'
import { readStored, writeStored } from './stored'

export interface CountdownButtonProps {
  /** Whose countdown it is, kept across pages and reloads: the scene of the code. */
  id: string
  /** Sends the code; the countdown begins when it succeeded. */
  onSend(): Promise<unknown>
  disabled?: boolean
}

const wait = timing.codeCountdownSeconds

/** Seconds left until a code may be sent again; a clock that was set back never makes it longer than a minute. */
function secondsLeft(key: string): number {
  const left = Math.ceil((Number(readStored(key)) - Date.now()) / 1000)
  return left > 0 && left <= wait ? left : 0
}

export function CountdownButton({ id, onSend, disabled }: CountdownButtonProps) {
  const key = `dxx-code-until:${id}`
  const [left, setLeft] = useState(() => secondsLeft(key))
  const [again, setAgain] = useState(left > 0)
  const [sending, setSending] = useState(false)
  // Beside the state, which a second click of the same moment would still see unchanged.
  const busy = useRef(false)

  const look = useCallback(() => {
    const now = secondsLeft(key)
    setLeft(now)
    if (now > 0) setAgain(true)
    else writeStored(key, null)
  }, [key])

  useEffect(() => {
    look()
    // Another tab may have sent one.
    addEventListener('storage', look)
    return () => removeEventListener('storage', look)
  }, [look])

  const running = left > 0
  useEffect(() => {
    if (!running) return
    const timer = setInterval(look, 250)
    return () => clearInterval(timer)
  }, [running, look])

  async function press() {
    if (busy.current || secondsLeft(key) > 0) return
    busy.current = true
    setSending(true)
    try {
      await onSend()
      writeStored(key, String(Date.now() + wait * 1000))
      setAgain(true)
      setLeft(wait)
    } catch {
      // Whoever sends tells why it failed; the button is simply ready again.
    } finally {
      busy.current = false
      setSending(false)
    }
  }

  return (
    <button
      type="button"
      disabled={disabled || running}
      aria-busy={sending || undefined}
      onClick={press}
      className="tabular-nums tap inline-flex shrink-0 items-center gap-1.5 rounded-item text-14 text-primary disabled:text-ink-3"
    >
      {sending && <Spinner />}
      {running ? `${left}秒${texts.codeAgain}` : again ? texts.codeAgain : texts.getCode}
    </button>
  )
}
