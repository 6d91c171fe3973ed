import type { Chapter } from '@dxx/contract/calls/study'
import { useEffect } from 'react'
import { changeAnswers, invalidateCalls } from '../../api/use-call'
import type { VideoBeat } from '../player/use-beats'
import { sendBeat, sendLeftBeats } from '../study/beats'

/** How a lesson's beats are sent; the marks in the table of contents follow the answers. */
export function useLessonBeats({ id, curriculum }: Chapter): (beat: VideoBeat) => void {
  useEffect(() => {
    void sendLeftBeats()
    return studied
  }, [])
  return (beat) => {
    void sendBeat('POST /v1/course_speed', { id: curriculum.id, chapterId: id, ...beat }).then((answer) => {
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

/** What other pages say of studying is out of date now. */
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
