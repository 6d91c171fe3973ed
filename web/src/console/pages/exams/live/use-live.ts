import { useEffect, useRef, useState } from 'react'
import type { Data } from '../../../api/client'
import { useStaff } from '../../../api/hooks'
import { changesBetween, type LiveEvent } from './live-state'

/** Milliseconds between two looks; a closed room changes rarely. */
const [fast, slow] = [2000, 30_000]
const mostEvents = 100

export type Live = Data<'GET /staff/v1/exam_live'>

/** The room, refreshed while the page is visible, and what happened since it was opened. */
export function useLive(exam: string) {
  const query = useStaff(
    'GET /staff/v1/exam_live',
    { id: exam },
    {
      staleTime: 0,
      // Hidden pages do not poll; shown again they ask at once.
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

/** Current second of the server, counted on from the last response; the clock of a paused exam stands still. */
export function useServerSeconds(live: Live, updatedAt: number): { now: number; age: number } {
  const [tick, setTick] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setTick(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const age = Math.max(0, Math.round((tick - updatedAt) / 1000))
  return { now: live.paused ? live.now : live.now + age, age }
}
