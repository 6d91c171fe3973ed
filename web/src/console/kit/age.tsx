import { formatTimeAgo } from '@dxx/contract/rules/time-from'
import { useEffect, useState } from 'react'

/** Text for how long ago `then` was, more exact than in the student app: 12 秒前, 3 分钟前. */
export function ageText(then: number, now: number): string {
  const passed = Math.max(0, now - then)
  if (passed < 60) return `${passed} 秒前`
  if (passed < 3600) return `${Math.floor(passed / 60)} 分钟前`
  return formatTimeAgo(then, now)
}

const seconds = () => Math.floor(Date.now() / 1000)

/** The server's time in seconds, updated every second from `at`, the server time of the last response. */
export function useServerTime(at: number | undefined, receivedAt: number): number {
  const [now, setNow] = useState(seconds)
  useEffect(() => {
    const timer = setInterval(() => setNow(seconds()), 1000)
    return () => clearInterval(timer)
  }, [])
  if (at === undefined) return now
  return at + Math.max(0, now - Math.floor(receivedAt / 1000))
}
