import type { Chapter } from '@dxx/contract/calls/study'
import type { ReactNode } from 'react'
import { BottomBar, type PanelName, ProgressRow } from './bars'
import type { Seen } from './layout/use-layout'
import type { LayoutMode } from './theme'

interface PhoneBarProps {
  chapter: Chapter
  seen: Seen | null
  layoutMode: LayoutMode
  shown: boolean
  panel: PanelName | null
  discussions: number
  onPanel(panel: PanelName): void
  listen?: { on: boolean; toggle(): void }
  onSeek(percent: number): void
  onOpen(chapterId: string, to: 'start' | 'end'): void
  /** Display settings, shown instead of the progress while their panel is open. */
  appearance: ReactNode
}

/** Bar below a chapter on phones: progress or display settings, and the panel buttons. */
export function PhoneBar({ chapter, seen, layoutMode, appearance, onSeek, onOpen, ...bar }: PhoneBarProps) {
  const percent = seen?.percent ?? 0
  const openAt = (to: Chapter['next']) => (to ? () => onOpen(to.id, 'start') : undefined)
  return (
    <BottomBar {...bar}>
      {bar.panel === 'look' ? (
        appearance
      ) : (
        <ProgressRow
          percent={percent}
          label={seen && layoutMode === 'pages' ? `第 ${seen.page + 1} 页，共 ${seen.pages} 页` : `${percent}%`}
          onSeek={onSeek}
          previous={openAt(chapter.previous)}
          next={openAt(chapter.next)}
        />
      )}
    </BottomBar>
  )
}
