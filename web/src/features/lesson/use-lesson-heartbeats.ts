import type { Chapter } from '@dxx/contract/calls/study'
import { useEffect } from 'react'
import { changeAnswers, invalidateCalls } from '../../api/use-call'
import { sendHeartbeat, sendPendingHeartbeats } from '../heartbeats/heartbeats'
import type { VideoHeartbeat } from '../player/use-video-heartbeats'

/** Returns the function that sends a lesson's heartbeats; the table of contents is updated from the responses. */
export function useLessonHeartbeats({ id, curriculum }: Chapter): (heartbeat: VideoHeartbeat) => void {
  useEffect(() => {
    void sendPendingHeartbeats()
    return studied
  }, [])
  return (heartbeat) => {
    void sendHeartbeat('POST /v1/course_speed', { id: curriculum.id, chapterId: id, ...heartbeat }).then((answer) => {
      if (answer) markProgress(id, answer)
    })
  }
}

export function markProgress(id: string, { percent, done }: { percent: number; done: boolean }): void {
  changeAnswers('GET /v1/course_chapter', (rows) => {
    const row = rows.find((one) => one.id === id)
    if (!row || (row.percent === percent && row.done === done)) return rows
    return rows.map((one) => (one === row ? { ...one, percent, done } : one))
  })
}

/** Invalidates the calls that show study progress. */
function studied(): void {
  void invalidateCalls(
    'GET /v1/course_chapter',
    'GET /v1/course_info',
    'GET /v1/course_index',
    'GET /v130/recently_study',
    'GET /v130/study_afoot',
    'GET /v130/study_course',
    'GET /v130/study_statistics',
    'GET /v130/study_calendar',
  )
}
