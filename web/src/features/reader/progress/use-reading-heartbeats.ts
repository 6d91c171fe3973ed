import { useEffect, useEffectEvent, useRef } from 'react'
import { serverNow } from '../../../api/clock'
import { randomUuid } from '../../../api/random-uuid'
import { type CallInput, invalidateCalls } from '../../../api/use-call'
import { kindCalls } from '../../catalogue/kind-calls'
import { sendHeartbeat, sendPendingHeartbeats } from '../../heartbeats/heartbeats'
import { type TextKind, textCalls } from '../kinds'

/** Seconds until the first heartbeat, early to record short visits; then one about every 15 seconds. */
const firstHeartbeat = 3
const heartbeatEvery = 15
/** Seconds without interaction after which the user no longer counts as reading. */
const idleAfter = 180

interface HeartbeatOptions {
  kind: TextKind
  curriculumId: string
  chapterId: string
  /** Whether the text is visible to the user. */
  reading: boolean
  place(): Pick<CallInput<'POST /v1/ebook_speed'>, 'locator' | 'placedAt' | 'reached'> | null
}

/** Counts reading time and sends it with the position. */
export function useReadingHeartbeats({ kind, curriculumId, chapterId, reading, place }: HeartbeatOptions): void {
  const done = useRef(false)

  const heartbeat = useEffectEvent(async (session: string, seconds: number) => {
    const now = place()
    if (!now) return
    const input = { id: curriculumId, chapterId, session, seconds, at: serverNow(), ...now }
    const answer = await sendHeartbeat(textCalls[kind].speed, input)
    if (!answer?.done || done.current) return
    done.current = true
    void invalidateCalls(kindCalls[kind].chapters)
  })

  useEffect(() => {
    void sendPendingHeartbeats()
    return () => {
      // Reloads the progress that other pages show.
      void invalidateCalls(
        ...[kindCalls[kind].info, kindCalls[kind].chapters, 'GET /v1/course_index' as const],
        ...(['GET /v130/recently_study', 'GET /v130/study_afoot', 'GET /v130/study_library'] as const),
        'GET /v130/study_statistics',
      )
    }
  }, [kind])

  useEffect(() => {
    if (!reading || !chapterId) return
    const session = randomUuid()
    let seconds = 0
    let sent = -1
    let touched = Date.now()
    const touch = () => {
      touched = Date.now()
    }
    const send = () => {
      if (sent === seconds) return
      sent = seconds
      void heartbeat(session, seconds)
    }
    const timer = setInterval(() => {
      if (document.hidden || Date.now() - touched > idleAfter * 1000) return
      seconds += 1
      if (seconds === firstHeartbeat || seconds - sent >= heartbeatEvery) send()
    }, 1000)
    const hidden = () => {
      if (document.hidden) send()
      else touch()
    }
    const signs = ['pointerdown', 'keydown', 'wheel', 'touchmove', 'scroll'] as const
    for (const sign of signs) addEventListener(sign, touch, { passive: true, capture: true })
    document.addEventListener('visibilitychange', hidden)
    addEventListener('pagehide', send)
    return () => {
      clearInterval(timer)
      send()
      for (const sign of signs) removeEventListener(sign, touch, { capture: true })
      document.removeEventListener('visibilitychange', hidden)
      removeEventListener('pagehide', send)
    }
  }, [chapterId, reading])
}
