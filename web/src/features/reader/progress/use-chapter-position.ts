import type { Chapter } from '@dxx/contract/calls/study'
import type { Locator } from '@dxx/contract/locator'
import { useEffect, useRef, useState } from 'react'
import { track } from '../../tracking/track'
import type { LastPlace } from '../highlights/store'
import type { TextKind } from '../kinds'
import type { Seen } from '../layout/use-layout'
import type { Viewport } from '../layout/viewport'
import { createLocator, sentenceAt } from '../text/locator'
import { usePositionElsewhere } from './use-position-elsewhere'
import { useReadingHeartbeats } from './use-reading-heartbeats'

interface ChapterPositionOptions {
  kind: TextKind
  chapter: Chapter
  active: boolean
  /** Last reading position on the server; undefined until requested. */
  newest: LastPlace | null | undefined
  go(place: LastPlace): void
}

/** Tracks the visible range, sends it with the reading time, and follows positions of other devices. */
export function useChapterPosition({ kind, chapter, active, newest, go }: ChapterPositionOptions) {
  const [shown, setShown] = useState<{ chapterId: string; seen: Seen; view: Viewport } | null>(null)
  const here = shown?.chapterId === chapter.id ? shown : null
  useEffect(() => {
    if (active) track('read', chapter.id)
  }, [active, chapter.id])
  const place = useRef<{ chapterId: string; locator: Locator; reached: string } | null>(null)
  const curriculumId = chapter.curriculum.id
  const elsewhere = usePositionElsewhere({ curriculumId, ready: here !== null && active, newest, go })
  useReadingHeartbeats({
    kind,
    curriculumId,
    chapterId: chapter.id,
    reading: active,
    place: () => (place.current?.chapterId === chapter.id ? elsewhere.report(place.current) : null),
  })

  function onSeen(now: Seen, view: Viewport) {
    const locator = createLocator(view.index, now.offset, Math.max(now.offset, sentenceAt(view.index, now.offset).end))
    place.current = { chapterId: chapter.id, locator, reached: view.reached() }
    elsewhere.seen({ chapterId: chapter.id, locator }, now)
    setShown({ chapterId: chapter.id, seen: now, view })
  }

  return { seen: here?.seen ?? null, view: here?.view ?? null, index: here?.view.index, onSeen, elsewhere }
}
