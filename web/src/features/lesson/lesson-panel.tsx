import type { ChapterRow } from '@dxx/contract/calls/catalogue'
import type { Chapter } from '@dxx/contract/calls/study'
import type { RefObject } from 'react'
import { cx } from '../../ui/cx'
import { Prose } from '../../ui/prose'
import type { Playhead } from '../player/playhead'
import { ChapterList } from './chapter-list'
import { Materials } from './materials'
import { Notes } from './notes'
import { Questions } from './questions'
import { Transcript } from './transcript'

export type PanelId = 'chapters' | 'transcript' | 'text' | 'notes' | 'materials' | 'discuss'

export interface PanelProps {
  lesson: Chapter
  html: string
  rows: readonly ChapterRow[] | undefined
  downloadedIds: ReadonlySet<string>
  playhead: Playhead
  video: RefObject<HTMLVideoElement | null>
  onOpen(chapter: { id: string; locked: boolean }): void
  onJump(seconds: number): void
}

/** Content of a lesson's tab. `inner`: inside the card beside the video, which scrolls by itself. */
export function LessonPanel({ id, inner, ...props }: PanelProps & { id: PanelId; inner: boolean }) {
  const { lesson, html, rows, downloadedIds, playhead, video, onOpen, onJump } = props
  const now = () => video.current?.currentTime ?? null
  switch (id) {
    case 'chapters':
      return (
        <div className={cx(!inner && 'rounded-card bg-card p-2.5')}>
          <ChapterList
            courseId={lesson.curriculum.id}
            follows={inner}
            rows={rows}
            current={lesson.id}
            downloadedIds={downloadedIds}
            owned={lesson.curriculum.owned}
            onOpen={onOpen}
          />
        </div>
      )
    case 'transcript':
      return (
        <div className={cx(!inner && 'rounded-card bg-card p-1.5')}>
          <Transcript {...{ playhead, inner, onJump }} />
        </div>
      )
    case 'text':
      return (
        <div className="rounded-card bg-card p-4">
          <Prose html={html} />
        </div>
      )
    case 'notes':
      return (
        // Notes are cards; inside another card they stand on the colour of the page.
        <div className={cx(inner && 'min-h-full rounded-item bg-page p-2')}>
          <Notes {...{ lesson, playhead, inner, now, onJump }} />
        </div>
      )
    case 'materials':
      return <Materials list={lesson.resources} />
    case 'discuss':
      return <Questions {...{ lesson, now, onJump }} />
  }
}
