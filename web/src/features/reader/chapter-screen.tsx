import type { ChapterRow } from '@dxx/contract/calls/catalogue'
import type { Highlight } from '@dxx/contract/calls/reading'
import type { Chapter } from '@dxx/contract/calls/study'
import { rpxSizes as sizes } from '@dxx/contract/rules/constants'
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { randomUuid } from '../../api/random-uuid'
import { navigateTo } from '../../router/navigation'
import { usePage } from '../../router/page-context'
import { pageUrl } from '../../router/page-url'
import { openAsk } from '../../state/ask'
import { cx } from '../../ui/cx'
import { rpxToPx } from '../../ui/rpx'
import { useSideRoom } from '../../ui/use-side-room'
import { curriculumKinds } from '../catalogue/kinds'
import { useAppearance } from './appearance'
import { TopBar } from './bars'
import type { ChapterHandle } from './chapter-view'
import { type Highlights, useHighlights } from './highlights/store'
import type { TextKind } from './kinds'
import type { Seen } from './layout/use-layout'
import type { Viewport } from './layout/viewport'
import { lazyFeature } from './lazy-feature'
import { useListening } from './listen/use-listening'
import { AppearancePanel } from './panels/appearance-panel'
import { listedDiscussions } from './panels/listed-discussions'
import { LeftPane, type PanelProps, PanelSheet, RightPane } from './panels/panels'
import { ThoughtSheet } from './panels/thought-sheet'
import { useNoteEditor } from './panels/use-note-editor'
import { PhoneBar } from './phone-bar'
import { useChapterPosition } from './progress/use-chapter-position'
import type { Opened } from './progress/use-position-elsewhere'
import { ReadingArea } from './reading-area'
import { type Target, targetRange } from './target'
import { findChapterHits } from './text/hits-here'
import { createLocator, sentenceAt } from './text/locator'
import type { TextIndex } from './text/text-index'
import type { LayoutMode } from './theme'
import { useBarsOnScroll } from './use-bars-on-scroll'
import { useLayoutMode } from './use-layout-mode'
import { fitPanes, type Side, usePanes } from './use-panes'
import { useReaderKeys } from './use-reader-keys'
import { useReaderMoves } from './use-reader-moves'
import { useReaderPanels } from './use-reader-panels'
import { type Chosen, useSelection } from './use-selection'

const ListenBar = lazyFeature<object>(() => import('./listen/listen-bar').then(({ ListenBar }) => ListenBar))

interface ChapterScreenProps {
  kind: TextKind
  chapter: Chapter
  rows: readonly ChapterRow[]
  start(index: TextIndex): { start: number | 'end'; end: number; why: Opened }
  onOpen(chapterId: string, to?: Target): void
}

/** A chapter with bars, panels and menus. */
export function ChapterScreen({ kind, chapter, rows, start, onOpen }: ChapterScreenProps) {
  const { active } = usePage()
  const desktop = useSideRoom()
  const { layoutMode, change: changeLayoutMode } = useLayoutMode(kind, chapter.html ?? '')
  const [bars, setBars] = useState(true)
  const handle = useRef<ChapterHandle>(null)
  const highlights = useHighlights(chapter.curriculum)
  const { seen, view, index, onSeen, elsewhere } = useChapterPosition({
    ...{ kind, chapter, active },
    newest: highlights.place,
    go: ({ chapterId, locator }) => open(chapterId, { locator }),
  })
  const panels = useReaderPanels(index)
  const { panel, words, found, setPanel } = panels
  const notes = useNoteEditor(highlights)
  const [chosen, choose] = useSelection(view)

  const { begin, open, follow } = useOpening({ kind, chapter, index, handle, elsewhere, setPanel, start, onOpen })
  const onTurn = () => {
    setBars(false)
    setPanel(null)
  }
  const moves = useReaderMoves({ active, chapter, layoutMode, handle, onOpen, onTurn })
  const { listen, spoken } = useListening({ chapter, index, handle, from: seen?.offset ?? 0, onOpen })
  const { panes, toggle: togglePane, close } = useReaderPanes(layoutMode, panels)
  const thought = useThought(notes.editNote, choose)

  useBarsOnScroll(view, active && !desktop, (shown) => {
    setBars(shown)
    if (!shown && panel === 'look') setPanel(null)
  })
  const onPane = (side: Side) => desktop && togglePane(side)
  useReaderKeys({ active, handle, onEscape: close, onPane, onSearch: panels.openSearch })

  /** Handles a tap outside of links and buttons: opens a highlight, turns a page at the edges, or toggles the bars. */
  function tap(event: MouseEvent) {
    if (document.getSelection()?.isCollapsed === false) return
    const menu = highlightAt(handle.current, event)
    // On desktops the right pane shows the thought, and the menu opens the pane.
    if (menu) return menu.mark?.item.note && !desktop ? thought.open(menu) : choose(menu)
    if (chosen) return choose(null)
    panels.setWords('')
    if (moves.turnAtEdge(event.currentTarget.getBoundingClientRect(), event.clientX)) return
    if (panel === 'look') return setPanel(null)
    setBars((now) => !now)
  }

  useTypingInText(active && !desktop, onTurn)
  const onTop = toTopOf(layoutMode, view, handle)
  const bookmark = useBookmark(chapter, highlights, seen, index)
  const discussions = listedDiscussions(chapter.discussions, null)
  const panelProps: PanelProps = {
    ...{ kind, chapter, rows, highlights, discussions, panel, words },
    about: panels.about,
    here: findChapterHits(chapter, index, found),
    ...{ onPanel: setPanel, onWords: panels.setWords, onWhole: panels.discussWhole },
    ...{ onOpen: open, onEdit: notes.editNote },
  }
  const appearance = <AppearancePanel layoutMode={layoutMode} onLayoutMode={changeLayoutMode} />
  return (
    <>
      <TopBar
        title={desktop ? chapter.curriculum.title : chapter.title}
        shown={bars || desktop}
        {...{ desktop, bookmark, listen, onTop }}
        panes={desktop ? { ...panes, toggle: togglePane } : undefined}
        onPanel={panels.toggle}
      />
      <ReaderPanes desktop={desktop} open={panes} panels={panelProps} appearance={appearance}>
        <ReadingArea
          {...{ chapter, desktop, layoutMode, seen, view, found, handle, highlights, moves }}
          {...{ chosen, choose, panels, onSeen, elsewhere }}
          onTop={onTop}
          spoken={spoken}
          start={begin}
          onTap={tap}
          onEdit={notes.edit}
          onAsk={(passage) => openAsk({ kind: 'passage', chapterId: chapter.id, ...passage })}
          onChapter={follow}
          onNeighbour={onOpen}
        >
          <BottomControls listening={listen?.on === true} raised={bars && !desktop}>
            {!desktop && (
              <PhoneBar
                {...{ chapter, seen, layoutMode, panel, discussions, appearance, listen, onOpen }}
                shown={bars}
                onPanel={panels.toggle}
                onSeek={(to) => handle.current?.jump(Math.floor(((index?.text.length ?? 0) * to) / 100), 0)}
              />
            )}
          </BottomControls>
        </ReadingArea>
      </ReaderPanes>
      {notes.sheet}
      {thought.sheet}
      <Dimming />
    </>
  )
}

/** Returns the function that scrolls to the start of the chapter; undefined near the start. */
function toTopOf(layoutMode: LayoutMode, view: Viewport | null, handle: RefObject<ChapterHandle | null>) {
  const isFar = layoutMode === 'scroll' && view !== null && Math.abs(view.position) > rpxToPx(sizes.backToTop)
  return isFar ? () => handle.current?.jump(0, 0) : undefined
}

/** Returns the highlight at a click, as the selection for its menu; bookmarks have none. */
function highlightAt(handle: ChapterHandle | null, { clientX, clientY }: MouseEvent): Chosen | null {
  const mark = handle?.markAt(clientX, clientY)
  if (!mark || mark.item.mark === 'bookmark') return null
  return { start: mark.start, end: mark.end, box: mark.range.getBoundingClientRect(), mark }
}

/** Layer that dims the reader. */
function Dimming() {
  const dim = useAppearance((state) => state.dim)
  return dim > 0 && <div aria-hidden="true" className="reader-dim" style={{ opacity: dim / 100 }} />
}

/** Controls of 听书 above the phone's bar, or at the lower edge while the bar is hidden. */
function BottomControls({ listening, raised, children }: { listening: boolean; raised: boolean; children: ReactNode }) {
  return (
    <>
      {listening && (
        <div
          className={cx(
            'absolute inset-x-0 z-20 mx-auto max-w-120',
            raised ? 'bottom-[calc(env(safe-area-inset-bottom)+6.5rem)]' : 'bottom-(--reader-strip)',
          )}
        >
          <Suspense>
            <ListenBar />
          </Suspense>
        </div>
      )}
      {children}
    </>
  )
}

/** Panes of the reader. A panel that belongs into the right pane opens it; closing the pane closes the panel. */
function useReaderPanes(layoutMode: LayoutMode, panels: ReturnType<typeof useReaderPanels>) {
  const { panel, setPanel } = panels
  const { panes, set, closeOpened, isNarrow } = usePanes(layoutMode)
  const isRight = panel !== null && panel !== 'look' && panel !== 'contents'
  const open = fitPanes({ left: panes.left, right: panes.right || isRight }, isNarrow)
  return {
    panes: open,
    /** Escape closes the panel; in narrow windows it also closes panes that show no panel. */
    close: () => [panels.close(), closeOpened()].some(Boolean),
    toggle: (side: Side) => {
      set(side, !open[side])
      const closesRight = side === 'right' ? open.right : isNarrow
      if (closesRight && isRight) setPanel(null)
    },
  }
}

/** Sheet with a thought that was tapped in the text. */
function useThought(edit: (item: Highlight) => void, choose: (menu: Chosen) => void) {
  const [menu, setMenu] = useState<Chosen | null>(null)
  const item = menu?.mark?.item
  const close = () => setMenu(null)
  const sheet = menu && item && (
    <ThoughtSheet
      thought={item}
      onClose={close}
      onEdit={() => {
        close()
        edit(item)
      }}
      onMore={() => {
        close()
        choose(menu)
      }}
    />
  )
  return { open: setMenu, sheet }
}

interface OpeningOptions extends Pick<ChapterScreenProps, 'kind' | 'chapter' | 'start' | 'onOpen'> {
  index: TextIndex | undefined
  handle: RefObject<ChapterHandle | null>
  elsewhere: ReturnType<typeof useChapterPosition>['elsewhere']
  setPanel(panel: null): void
}

/** Opens positions: `begin` the first one of the chapter, `open` any in the book, `follow` the target of a link. */
function useOpening({ kind, chapter, index, handle, elsewhere, setPanel, start, onOpen }: OpeningOptions) {
  function begin(at: TextIndex): number | 'end' {
    const { start: from, end, why } = start(at)
    elsewhere.open(why)
    // Highlights the requested passage, after the text is rendered.
    if (from !== 'end' && end > from) setTimeout(() => handle.current?.jump(from, end))
    return from
  }

  function open(chapterId: string, to: Target) {
    setPanel(null)
    if (chapterId !== chapter.id) return onOpen(chapterId, to)
    if (!index) return
    const { start: from, end } = targetRange(index, to)
    if (from !== 'end') handle.current?.jump(from, end)
  }

  /** A link in the text to another chapter opens above this page, so that back returns to the sentence. */
  function follow(chapterId: string, to: Target) {
    if (chapterId === chapter.id) return open(chapterId, to)
    const place = typeof to === 'object' && 'pid' in to ? { pid: to.pid } : { at: 'start' }
    navigateTo(pageUrl(curriculumKinds[kind].study, { id: chapter.curriculum.id, chapter: chapterId, ...place }))
  }

  return { begin, open, follow }
}

interface ReaderPanesProps {
  desktop: boolean
  /** Which panes are open on desktops. */
  open: { left: boolean; right: boolean }
  panels: PanelProps
  appearance: ReactNode
  children: ReactNode
}

/** Panels beside the text on desktops, over it on phones. */
function ReaderPanes({ desktop, open, panels, appearance, children }: ReaderPanesProps) {
  return (
    <div className="relative flex min-h-0 flex-1">
      {desktop && open.left && <LeftPane {...panels} />}
      {children}
      {desktop ? open.right && <RightPane {...panels} /> : <PanelSheet {...panels} />}
      {desktop && panels.panel === 'look' && (
        <div className="reader-panel absolute top-2 right-4 z-30 w-84 animate-rise rounded-card shadow-float">
          {appearance}
        </div>
      )}
    </div>
  )
}

/** Calls `onTyping` when a field in the text gets the focus, because keyboard and bars would cover each other. */
function useTypingInText(enabled: boolean, onTyping: () => void): void {
  const typing = useEffectEvent(onTyping)
  useEffect(() => {
    if (!enabled) return
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || !target.closest('.reader-text')) return
      if (target.shadowRoot || target.matches('textarea, input:not([type="radio"], [type="checkbox"])')) typing()
    }
    addEventListener('focusin', onFocus)
    return () => removeEventListener('focusin', onFocus)
  }, [enabled])
}

/** The bookmark of the visible text, with functions to set and remove it. */
function useBookmark(chapter: Chapter, highlights: Highlights, seen: Seen | null, index: TextIndex | undefined) {
  const bookmark = useMemo(() => {
    if (!seen || !index) return undefined
    const inSight = (start: number) => start >= seen.offset && start < Math.max(seen.until, seen.offset + 1)
    return highlights.list.find(
      (item) =>
        item.mark === 'bookmark' && item.chapterId === chapter.id && inSight(Number(targetRange(index, item).start)),
    )
  }, [highlights.list, seen, index, chapter.id])

  function toggle() {
    if (bookmark) return highlights.remove(bookmark.id)
    if (!seen || !index) return
    const { end } = sentenceAt(index, seen.offset)
    const locator = createLocator(index, seen.offset, Math.max(end, Math.min(seen.offset + 1, index.text.length)))
    const { id: chapterId, revision, title } = chapter
    highlights.put({ id: randomUuid(), chapterId, mark: 'bookmark', note: '', locator, revision }, title)
  }

  return { marked: bookmark !== undefined, toggle }
}
