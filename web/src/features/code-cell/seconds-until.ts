import { useEffect, useReducer } from 'react'

/** Counts down the seconds until a time in milliseconds; 0 if it has passed or is null. */
export function useSecondsUntil(time: number | null): number {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (time === null) return
    const timer = setInterval(() => {
      tick()
      if (Date.now() >= time) clearInterval(timer)
    }, 500)
    return () => clearInterval(timer)
  }, [time])
  return time === null ? 0 : Math.max(0, Math.ceil((time - Date.now()) / 1000))
}
