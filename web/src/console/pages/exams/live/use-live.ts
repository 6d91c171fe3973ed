import { useEffect, useRef, useState } from 'react'
import type { StaffData } from '../../../api/client'
import { useStaffCall } from '../../../api/hooks'
import { changesBetween, type LiveEvent } from './live-state'

/** Milliseconds between two requests: fast until the exam is over, slow afterwards. */
const [fast, slow] = [2000, 30_000]
const mostEvents = 100

export type Live = StaffData<'GET /staff/v1/exam_live'>

/** State of the exam, refreshed while the page is visible, and the events since the page was opened. */
export function useLive(exam: string) {
  const query = useStaffCall(
    'GET /staff/v1/exam_live',
    { id: exam },
    {
      staleTime: 0,
      // A hidden page does not poll; a page that becomes visible refetches at once.
      refetchInterval: ({ state: { data } }) =>
        data && data.state !== 'running' && data.state !== 'scheduled' ? slow : fast,
    },
  )
  const [events, setEvents] = useState<LiveEvent[]>([])
  const before = useRef<Live | undefined>(undefined)
  const { data } = query
  useEffect(() => {
    const old = before.current
    before.current = data
    if (!old || !data || old === data) return
    const fresh = changesBetween(old.students, data.students, data.now, data.questions)
    if (fresh.length > 0) setEvents((all) => [...fresh.reverse(), ...all].slice(0, mostEvents))
  }, [data])
  return { ...query, events }
}

/** Server time, advanced by the age of the last response in seconds, except while the exam is paused. */
export function useServerSeconds(live: Live, updatedAt: number): { now: number; age: number } {
  const [tick, setTick] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setTick(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const age = Math.max(0, Math.round((tick - updatedAt) / 1000))
  return { now: live.paused ? live.now : live.now + age, age }
}
