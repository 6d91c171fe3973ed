import type { ChapterRow } from '@dxx/contract/calls/catalogue'
import type { Chapter } from '@dxx/contract/calls/study'
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { randomUuid } from '../../api/random-uuid'
import { navigateTo } from '../../router/navigation'
import { usePage } from '../../router/page-context'
import { pageUrl } from '../../router/place'
import { useDesktop } from '../../ui/use-media'
import { kinds } from '../catalogue/kinds'
import { TopBar } from './bars'
import type { ChapterHandle } from './chapter-view'
import { type Highlights, type LastPlace, useHighlights } from './highlights/store'
import type { TextKind } from './kinds'
import type { Seen } from './layout/use-layout'
import { AppearancePanel } from './panels/appearance-panel'
import { LeftPane, type PanelProps, PanelSheet, RightPane } from './panels/panels'
import { useNoteEditor } from './panels/use-note-editor'
import { PhoneBar } from './phone-bar'
import { useChapterPlace } from './progress/use-chapter-place'
import type { Opened } from './progress/use-place-elsewhere'
import { ReadingArea } from './reading-area'
import { positionOf, type Target } from './target'
import { hitsHere } from './text/hits-here'
import { describe, sentenceAt } from './text/locator'
import type { TextIndex } from './text/text-index'
import { useLayoutMode } from './use-layout-mode'
import { useReaderMoves } from './use-reader-moves'
import { useReaderPanels } from './use-reader-panels'
import { useSelection } from './use-selection'

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
  const desktop = useDesktop()
  const { layoutMode, change: changeLayoutMode } = useLayoutMode(kind, chapter.html ?? '')
  const [bars, setBars] = useState(true)
  const handle = useRef<ChapterHandle>(null)
  const highlights = useHighlights(chapter.curriculum)
  const go = ({ chapterId, locator }: LastPlace): void => open(chapterId, { locator })
  const { seen, view, index, onSeen, elsewhere } = useChapterPlace({
    kind,
    chapter,
    active,
    newest: highlights.place,
    go,
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
  const { touches, turnAtEdge } = useReaderMoves({ active, chapter, layoutMode, handle, onOpen, onTurn })

  function tap(event: MouseEvent) {
    if (document.getSelection()?.isCollapsed === false) return
    const mark = handle.current?.markAt(event.clientX, event.clientY)
    if (mark && mark.item.mark !== 'bookmark') {
      return choose({ start: mark.start, end: mark.end, box: mark.range.getBoundingClientRect(), mark })
    }
    if (chosen) return choose(null)
    panels.setWords('')
    if (turnAtEdge(event.currentTarget.getBoundingClientRect(), event.clientX)) return
    if (panel === 'look') return setPanel(null)
    setBars((now) => !now)
  }

  useTypingInText(active && !desktop, () => {
    setBars(false)
    setPanel(null)
  })
  const bookmark = useBookmark(chapter, highlights, seen, index)
  const discussions = Object.values(chapter.discussions).reduce((sum, count) => sum + count, 0)
  const panes: PanelProps = {
    ...{ kind, chapter, rows, highlights, discussions, panel, words },
    about: panels.about,
    here: hitsHere(chapter, index, found),
    onPanel: setPanel,
    onWords: panels.setWords,
    onWhole: panels.discussWhole,
    onOpen: open,
    onEdit: notes.editNote,
  }
  const appearance = <AppearancePanel layoutMode={layoutMode} onLayoutMode={changeLayoutMode} />
  return (
    <>
      <TopBar
        title={desktop ? chapter.curriculum.title : chapter.title}
        shown={bars || desktop}
        desktop={desktop}
        bookmark={bookmark}
        onPanel={panels.toggle}
      />
      <ReaderPanes desktop={desktop} panes={panes} appearance={appearance}>
        <ReadingArea
          {...{ chapter, layoutMode, seen, view, found, handle, highlights, touches }}
          {...{ chosen, choose, panels, onSeen, elsewhere }}
          bars={bars || desktop}
          start={begin}
          onTap={tap}
          onEdit={notes.edit}
          onChapter={follow}
          onNeighbour={onOpen}
        >
          {!desktop && (
            <PhoneBar
              {...{ chapter, seen, layoutMode, panel, discussions, appearance, onOpen }}
              shown={bars}
              onPanel={panels.toggle}
              onSeek={(to) => handle.current?.jump(Math.floor(((index?.text.length ?? 0) * to) / 100), 0)}
            />
          )}
        </ReadingArea>
      </ReaderPanes>
      {notes.sheet}
    </>
  )
}

interface OpeningOptions extends Pick<ChapterScreenProps, 'kind' | 'chapter' | 'start' | 'onOpen'> {
  index: TextIndex | undefined
  handle: RefObject<ChapterHandle | null>
  elsewhere: ReturnType<typeof useChapterPlace>['elsewhere']
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
    const { start: from, end } = positionOf(index, to)
    if (from !== 'end') handle.current?.jump(from, end)
  }

  /** A link in the text to another chapter opens above this page, so that back returns to the sentence. */
  function follow(chapterId: string, to: Target) {
    if (chapterId === chapter.id) return open(chapterId, to)
    const place = typeof to === 'object' && 'pid' in to ? { pid: to.pid } : { at: 'start' }
    navigateTo(pageUrl(kinds[kind].study, { id: chapter.curriculum.id, chapter: chapterId, ...place }))
  }

  return { begin, open, follow }
}

interface ReaderPanesProps {
  desktop: boolean
  panes: PanelProps
  appearance: ReactNode
  children: ReactNode
}

/** Panels beside the text on desktops, over it on phones. */
function ReaderPanes({ desktop, panes, appearance, children }: ReaderPanesProps) {
  return (
    <div className="relative flex min-h-0 flex-1">
      {desktop && <LeftPane {...panes} />}
      {children}
      {desktop ? <RightPane {...panes} /> : <PanelSheet {...panes} />}
      {desktop && panes.panel === 'look' && (
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
        item.mark === 'bookmark' && item.chapterId === chapter.id && inSight(Number(positionOf(index, item).start)),
    )
  }, [highlights.list, seen, index, chapter.id])

  function toggle() {
    if (bookmark) return highlights.remove(bookmark.id)
    if (!seen || !index) return
    const { end } = sentenceAt(index, seen.offset)
    const locator = describe(index, seen.offset, Math.max(end, Math.min(seen.offset + 1, index.text.length)))
    const { id: chapterId, revision, title } = chapter
    highlights.put({ id: randomUuid(), chapterId, mark: 'bookmark', note: '', locator, revision }, title)
  }

  return { marked: bookmark !== undefined, toggle }
}
