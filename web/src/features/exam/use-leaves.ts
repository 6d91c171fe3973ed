import { useEffect, useRef } from 'react'
import { serverNow } from '../../api/clock'

const awayKey = 'dxx-exam-away'
/** A reload hides the page too; nobody looks anything up in so few seconds. */
const least = 2

/** Tells when the window was left, and for how long; also when it was closed and opened again. */
export function useLeaves(attempt: string, running: boolean, onLeave: (at: number, seconds: number) => void): void {
  const latest = useRef({ onLeave, running })
  latest.current = { onLeave, running }
  useEffect(() => {
    if (!running) return
    const slot = `${awayKey}:${attempt}`
    const look = () => {
      const away = document.hidden || !document.hasFocus()
      const since = Number(read(slot))
      if (away && !since) write(slot, String(serverNow()))
      if (away || !since) return
      write(slot, null)
      const seconds = serverNow() - since
      if (seconds >= least) latest.current.onLeave(since, Math.min(seconds, 86_400))
    }
    look()
    const events = ['focus', 'blur', 'pageshow'] as const
    for (const event of events) addEventListener(event, look)
    document.addEventListener('visibilitychange', look)
    return () => {
      for (const event of events) removeEventListener(event, look)
      document.removeEventListener('visibilitychange', look)
      // Gone to another page of the product while the exam runs: that is leaving too.
      write(slot, latest.current.running ? (read(slot) ?? String(serverNow())) : null)
    }
  }, [attempt, running])
}

function read(slot: string): string | null {
  try {
    return localStorage.getItem(slot)
  } catch {
    return null
  }
}

function write(slot: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(slot)
    else localStorage.setItem(slot, value)
  } catch {
    // Then only what happens while the page lives is noted: nothing here can be.
  }
}
