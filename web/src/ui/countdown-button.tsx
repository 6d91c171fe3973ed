import { timing } from '@dxx/contract/rules/constants'
import { codeTexts } from '@dxx/contract/rules/list-texts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { readStored, writeStored } from '../state/local-storage'
import { Spinner } from './spinner'

export interface CountdownButtonProps {
  /** Storage key of the countdown, which pages and reloads share. */
  id: string
  /** Sends the code; the countdown starts on success. */
  onSend(): Promise<unknown>
  disabled?: boolean
}

const wait = timing.codeCountdownSeconds

/** Returns the seconds until a code may be sent again; 0 if they exceed a minute, because the clock was set back. */
function secondsLeft(key: string): number {
  const left = Math.ceil((Number(readStored(key)) - Date.now()) / 1000)
  return left > 0 && left <= wait ? left : 0
}

export function CountdownButton({ id, onSend, disabled }: CountdownButtonProps) {
  const key = `dxx-code-until:${id}`
  const [left, setLeft] = useState(() => secondsLeft(key))
  const [again, setAgain] = useState(left > 0)
  const [sending, setSending] = useState(false)
  // A ref, because a second click in the same tick still sees the old state.
  const busy = useRef(false)

  const look = useCallback(() => {
    const now = secondsLeft(key)
    setLeft(now)
    if (now > 0) setAgain(true)
    else writeStored(key, null)
  }, [key])

  useEffect(() => {
    look()
    // Reads the countdown again, because another tab may have sent a code.
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
      // The caller reports the failure.
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
      {running ? `${left}秒${codeTexts.codeAgain}` : again ? codeTexts.codeAgain : codeTexts.getCode}
    </button>
  )
}
