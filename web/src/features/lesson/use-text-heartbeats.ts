import type { Chapter } from '@dxx/contract/calls/study'
import { type RefObject, useEffect } from 'react'
import { serverNow } from '../../api/clock'
import { randomUuid } from '../../api/random-uuid'
import { usePage } from '../../router/page-context'
import { scrollParent } from '../../ui/scroll-parent'
import { sendHeartbeat } from '../heartbeats/heartbeats'
import { markProgress } from './use-lesson-heartbeats'

const pulse = 15
/** Seconds without touch, mouse or key events after which the user no longer counts as reading. */
const patience = 120

/** Sends heartbeats with reading time and position of a lesson's text. */
export function useTextHeartbeats({ id, curriculum }: Chapter, text: RefObject<HTMLElement | null>): void {
  const { active } = usePage()
  const curriculumId = curriculum.id
  useEffect(() => {
    const element = text.current
    if (!element || !active) return
    const session = randomUuid()
    const scroller = scrollParent(element)
    let [seconds, sentSeconds, still, reached] = [0, 0, 0, '']

    const heartbeat = () => {
      if (seconds === sentSeconds) return
      sentSeconds = seconds
      const input = { id: curriculumId, chapterId: id, session, seconds, at: serverNow(), reached }
      void sendHeartbeat('POST /v1/course_speed', input).then((answer) => answer && markProgress(id, answer))
    }
    const timer = setInterval(() => {
      still += 1
      if (document.hidden || still > patience) return
      seconds += 1
      reached = lastShown(element, scroller) || reached
      if (seconds % pulse === 0) heartbeat()
    }, 1000)
    const moved = () => {
      still = 0
    }
    const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchmove'] as const
    for (const sign of signs) addEventListener(sign, moved, { passive: true })
    const hide = () => {
      if (document.hidden) heartbeat()
    }
    document.addEventListener('visibilitychange', hide)
    return () => {
      clearInterval(timer)
      for (const sign of signs) removeEventListener(sign, moved)
      document.removeEventListener('visibilitychange', hide)
      heartbeat()
    }
  }, [active, id, curriculumId, text])
}

/** Returns the id of the last block whose end has been scrolled into view. */
function lastShown(text: HTMLElement, scroller: HTMLElement): string {
  const bottom = scroller.getBoundingClientRect().bottom
  const blocks = [...text.querySelectorAll<HTMLElement>('[data-p]')]
  return blocks.findLast((block) => block.getBoundingClientRect().bottom <= bottom)?.dataset.p ?? ''
}
