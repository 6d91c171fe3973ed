import type { Chapter } from '@dxx/contract/calls/study'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react'
import { useStore } from '../../state/store'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/icon-button'
import { TopButton } from '../../ui/top-button'
import { ChapterEnd } from './chapter-end'
import { type ChapterHandle, ChapterView } from './chapter-view'
import { ChosenMenu } from './highlights/chosen-menu'
import type { Highlights } from './highlights/store'
import type { Seen } from './layout/use-layout'
import type { Viewport } from './layout/viewport'
import { OfflineNote } from './offline-note'
import { PositionOffer } from './progress/position-offer'
import type { useChapterPosition } from './progress/use-chapter-position'
import { canTurn, type useReaderMoves } from './use-reader-moves'
import type { useReaderPanels } from './use-reader-panels'
import { useTwoColumns } from './use-two-columns'

type ViewProps = ComponentProps<typeof ChapterView>
type MenuProps = ComponentProps<typeof ChosenMenu>

interface ReadingAreaProps
  extends Pick<ViewProps, 'layoutMode' | 'found' | 'spoken' | 'start' | 'onSeen' | 'onTap'>,
    Pick<MenuProps, 'choose' | 'onEdit' | 'onAsk'> {
  chapter: Chapter
  desktop: boolean
  handle: RefObject<ChapterHandle | null>
  highlights: Highlights
  seen: Seen | null
  view: Viewport | null
  chosen: MenuProps['chosen'] | null
  moves: ReturnType<typeof useReaderMoves>
  panels: ReturnType<typeof useReaderPanels>
  elsewhere: ReturnType<typeof useChapterPosition>['elsewhere']
  /** Opens the target of a link in the text. */
  onChapter(id: string, to: 'start' | { pid: string }): void
  /** Opens the previous or the next chapter from the chapter's footer. */
  onNeighbour: ComponentProps<typeof ChapterEnd>['onChapter']
  /** Scrolls to the start of the chapter; omitted near it. */
  onTop?: () => void
  /** Bar below the text. */
  children: ReactNode
}

/** The text with its overlays: page number, offer of another position, selection menu. */
export function ReadingArea(props: ReadingAreaProps) {
  const { chapter, desktop, layoutMode, found, spoken, handle, highlights, seen, view, chosen, onTop, children } = props
  const { choose, panels, elsewhere, moves, start, onSeen, onTap, onEdit, onAsk, onChapter, onNeighbour } = props
  const fontSize = useStore((state) => state.fontSize)
  const root = useRef<HTMLDivElement>(null)
  const twoColumns = useTwoColumns(root, layoutMode)
  return (
    <div ref={root} {...moves.gestures} className="relative min-h-0 min-w-0 flex-1">
      <ChapterView
        key={chapter.id}
        ref={handle}
        {...{ chapter, layoutMode, fontSize, found, spoken, twoColumns, start, onSeen, onTap }}
        highlights={highlights.list}
        onDiscuss={panels.discuss}
        onChapter={(id, pid) => onChapter(id, pid ? { pid } : 'start')}
        footer={<ChapterEnd chapter={chapter} onChapter={onNeighbour} />}
      />
      <OfflineNote />
      <p aria-hidden="true" className="reader-foot">
        {layoutMode === 'pages' && seen ? `${seen.page + 1} / ${seen.pages}` : `${seen?.percent ?? 0}%`}
      </p>
      {desktop && layoutMode === 'pages' && (
        <PageArrows rtl={chapter.rightToLeft} canTurn={(step) => canTurn(chapter, seen, step)} onTurn={moves.turn} />
      )}
      {/* On phones the top bar contains this button, because here it would cover the text. */}
      {desktop && onTop && <TopButton onClick={onTop} className="absolute right-4 bottom-10 z-10" />}
      {elsewhere.offer && (
        <PositionOffer
          offer={elsewhere.offer}
          chapterId={chapter.id}
          onAccept={elsewhere.accept}
          onDecline={elsewhere.decline}
        />
      )}
      {chosen && view && root.current && (
        <ChosenMenu
          {...{ chosen, chapter, choose, highlights, desktop, onEdit, onAsk }}
          index={view.index}
          scroller={view.scroller}
          frame={root.current.getBoundingClientRect()}
          onSearch={panels.search}
          onDiscuss={panels.discuss}
        />
      )}
      {children}
    </div>
  )
}

interface PageArrowsProps {
  rtl: boolean
  canTurn(step: 1 | -1): boolean
  onTurn(step: 1 | -1): void
}

/** Buttons beside the page, for the mouse; dimmed at the beginning and at the end of the book. */
function PageArrows({ rtl, canTurn, onTurn }: PageArrowsProps) {
  const arrow = (side: 'left' | 'right') => {
    const step = (side === 'right') === rtl ? -1 : 1
    const possible = canTurn(step)
    return (
      // Not disabled, because a disabled button would lose the focus on the last page.
      <IconButton
        label={step > 0 ? '下一页' : '上一页'}
        aria-disabled={!possible || undefined}
        onClick={() => possible && onTurn(step)}
        className={cx(
          'absolute top-1/2 z-10 -translate-y-1/2 bg-fill/80 text-ink-2',
          side === 'left' ? 'left-1' : 'right-1',
          possible ? 'hover:bg-track' : 'cursor-default! opacity-40',
        )}
      >
        {side === 'left' ? <ChevronLeft aria-hidden="true" size={24} /> : <ChevronRight aria-hidden="true" size={24} />}
      </IconButton>
    )
  }
  return (
    <>
      {arrow('left')}
      {arrow('right')}
    </>
  )
}
