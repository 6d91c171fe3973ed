import { type OrderStatus, orderStatus } from '@dxx/contract/rules/order-state'
import { useEffect, useEffectEvent, useState } from 'react'
import { callApi } from '../../api/client'
import { ApiError } from '../../api/error'

/** Delay between two polls in milliseconds; doubled after each failure, up to `longestPause`. */
const pause = 2000
const longestPause = 16_000

/** Polls an unpaid order and reports each change of its status. */
export function useOrderWatch(id: string, watching: boolean, onChange: (status: OrderStatus) => void): void {
  /** Returns the delay before the next poll, or null to stop. */
  const ask = useEffectEvent(async (last: number): Promise<number | null> => {
    // Skip polling while the page is hidden.
    if (document.hidden) return pause
    try {
      const { status } = await callApi('GET /v1/get_order_status', { id })
      if (status === orderStatus.unpaid) return pause
      onChange(status)
      return null
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return error.decided ? null : Math.min(last * 2, longestPause)
    }
  })
  useEffect(() => {
    if (!watching) return
    let timer: ReturnType<typeof setTimeout>
    let here = true
    let asking = false
    let wait: number | null = pause
    async function next() {
      if (asking || wait === null) return
      clearTimeout(timer)
      asking = true
      wait = await ask(wait)
      asking = false
      if (here && wait !== null) timer = setTimeout(next, wait)
    }
    const seen = () => !document.hidden && void next()
    void next()
    document.addEventListener('visibilitychange', seen)
    return () => {
      here = false
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [watching])
}

/** Seconds until `until` by the server's clock; `now` is the time in the server's response. */
export function useSecondsLeft(until: number, now: number): number {
  const [left, setLeft] = useState(until - now)
  useEffect(() => {
    const answered = Date.now()
    const look = () => setLeft(Math.max(0, Math.ceil(until - now - (Date.now() - answered) / 1000)))
    look()
    const timer = setInterval(look, 500)
    return () => clearInterval(timer)
  }, [until, now])
  return left
}
