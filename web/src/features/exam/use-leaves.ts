import { useEffect, useRef } from 'react'
import { serverNow } from '../../api/clock'

const awayKey = 'dxx-exam-away'
/** Storage key of the time when the page was last unloaded in this tab. */
const unloadKey = 'dxx-exam-unload'
/** Shortest absence that is recorded, in seconds. */
const least = 2

/** Seconds that the browser's confirmation dialog before a reload may stay open without counting as absence. */
const askedFor = 10

/** Start of the reload that opened this page, in Unix seconds; null if the page was opened otherwise, and after use. */
let reloadedAt = takeReload()

function takeReload(): number | null {
  const [entry] = (performance.getEntriesByType?.('navigation') ?? []) as PerformanceNavigationTiming[]
  const at = read(unloadKey, 'sessionStorage')
  return entry?.type === 'reload' && at ? Number(at) : null
}

/**
 * Reports when and for how long the user left the window, including closing and reopening it. A reload is no absence,
 * however long it takes; of an absence that ends in a reload, only the time before the reload counts.
 */
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
      if (away) return
      write(unloadKey, null, 'sessionStorage')
      const until = reloadedAt ?? serverNow()
      reloadedAt = null
      if (!since) return
      write(slot, null)
      const seconds = until - since
      if (seconds >= least) latest.current.onLeave(since, Math.min(seconds, 86_400))
    }
    // The browser asks for confirmation between beforeunload and pagehide; a user who leaves that dialog open counts as
    // away. Some browsers send only pagehide.
    const unload = ({ type }: Event) => {
      const confirmationAt = Number(read(unloadKey, 'sessionStorage'))
      if (type === 'beforeunload' || serverNow() - confirmationAt > askedFor)
        write(unloadKey, String(serverNow()), 'sessionStorage')
    }
    look()
    const events = ['focus', 'blur', 'pageshow'] as const
    for (const event of events) addEventListener(event, look)
    document.addEventListener('visibilitychange', look)
    for (const event of unloads) addEventListener(event, unload)
    return () => {
      for (const event of unloads) removeEventListener(event, unload)
      for (const event of events) removeEventListener(event, look)
      document.removeEventListener('visibilitychange', look)
      // Opening another page of the product during the exam also counts as leaving.
      write(slot, latest.current.running ? (read(slot) ?? String(serverNow())) : null)
    }
  }, [attempt, running])
}

const unloads = ['beforeunload', 'pagehide'] as const

function read(slot: string, storage: 'localStorage' | 'sessionStorage' = 'localStorage'): string | null {
  try {
    return window[storage].getItem(slot)
  } catch {
    return null
  }
}

function write(slot: string, value: string | null, storage: 'localStorage' | 'sessionStorage' = 'localStorage'): void {
  try {
    if (value === null) window[storage].removeItem(slot)
    else window[storage].setItem(slot, value)
  } catch {
    // Ignored: without storage, absences cannot be recorded.
  }
}
