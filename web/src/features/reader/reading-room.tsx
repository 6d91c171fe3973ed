import type { ChapterRow } from '@dxx/contract/calls/catalogue'
import type { Highlight, TextHit } from '@dxx/contract/calls/reading'
import type { Chapter } from '@dxx/contract/calls/study'
import type { Locator } from '@dxx/contract/locator'
import { type MouseEvent, useMemo, useRef, useState } from 'react'
import { serverNow } from '../../api/clock'
import { randomUuid } from '../../api/random-uuid'
import { usePage } from '../../router/page-context'
import { useStore } from '../../state/store'
import { useDesktop } from '../../ui/use-media'
import { BottomBar, type PanelName, ProgressRow, TopBar } from './bars'
import { ChapterEnd } from './chapter-end'
import { type ChapterHandle, ChapterView } from './chapter-view'
import type { TextKind } from './kinds'
import type { Seen } from './layout/use-layout'
import type { Viewport } from './layout/viewport'
import { type Flow, storedFlow, storeFlow, tooLongForPages } from './look'
import { ChosenMenu } from './marks/chosen-menu'
import { useMarks } from './marks/store'
import { LookPanel } from './panels/look-panel'
import { NoteSheet } from './panels/note-sheet'
import { LeftPane, type PanelProps, PanelSheet, RightPane } from './panels/panels'
import { rememberPlace } from './progress/place'
import { useBeats } from './progress/use-beats'
import { placeOf, type Target } from './reader'
import { describe, sentenceAt } from './text/locator'
import { findWords } from './text/search'
import type { TextIndex } from './text/text-index'
import { useSelection } from './use-selection'
import { useTurning } from './use-turning'

interface ReadingRoomProps {
  kind: TextKind
  chapter: Chapter
  rows: readonly ChapterRow[]
  start(index: TextIndex): { start: number | 'end'; end: number }
  onOpen(chapterId: string, to?: Target): void
}

interface Editing {
  id: string
  quote: string
  note: string
  save(note: string): void
}

/** A chapter and everything around it: bars, panels, menus. */
export function ReadingRoom({ kind, chapter, rows, start, onOpen }: ReadingRoomProps) {
  const { active } = usePage()
  const desktop = useDesktop()
  const fontSize = useStore((state) => state.fontSize)
  const [preferred, setPreferred] = useState<Flow>(() => storedFlow(kind))
  const long = useMemo(() => tooLongForPages(chapter.html ?? ''), [chapter.html])
  const flow = long ? 'scroll' : preferred
  const [bars, setBars] = useState(true)
  const [panel, setPanel] = useState<PanelName | null>(null)
  const [about, setAbout] = useState<{ pid: string; quote: string } | null>(null)
  const [words, setWords] = useState('')
  const [editing, setEditing] = useState<Editing | null>(null)
  const [shown, setShown] = useState<{ chapterId: string; seen: Seen; view: Viewport } | null>(null)
  const handle = useRef<ChapterHandle>(null)
  const root = useRef<HTMLDivElement>(null)
  const { curriculum } = chapter
  const marks = useMarks(curriculum)

  const here = shown?.chapterId === chapter.id ? shown : null
  const seen = here?.seen ?? null
  const index = here?.view.index
  const [chosen, choose] = useSelection(here?.view ?? null)
  const place = useRef<{ chapterId: string; locator: Locator; reached: string } | null>(null)
  useBeats({
    kind,
    curriculumId: curriculum.id,
    chapterId: chapter.id,
    reading: active,
    place: () => (place.current?.chapterId === chapter.id ? place.current : null),
  })

  function onSeen(now: Seen, view: Viewport) {
    const locator = describe(view.index, now.offset, Math.max(now.offset, sentenceAt(view.index, now.offset).end))
    place.current = { chapterId: chapter.id, locator, reached: view.reached() }
    rememberPlace(curriculum.id, { chapterId: chapter.id, locator, at: serverNow() })
    setShown({ chapterId: chapter.id, seen: now, view })
  }

  function begin(at: TextIndex): number | 'end' {
    const { start: from, end } = start(at)
    // Something was asked for: it shines once the text is there.
    if (from !== 'end' && end > from) setTimeout(() => handle.current?.jump(from, end))
    return from
  }

  const found = useMemo(
    () => (index ? findWords(index.text, words).map((at) => ({ start: at, end: at + words.trim().length })) : []),
    [index, words],
  )

  function go(to: Target) {
    if (!index) return
    const { start: from, end } = placeOf(index, to)
    if (from !== 'end') handle.current?.jump(from, end)
  }

  function open(chapterId: string, to: Target) {
    setPanel(null)
    if (chapterId === chapter.id) go(to)
    else onOpen(chapterId, to)
  }

  function turn(step: 1 | -1) {
    setBars(false)
    setPanel(null)
    if (handle.current?.turn(step)) return
    const next = step > 0 ? chapter.next : chapter.previous
    if (next && chapter.kind !== 'expand') onOpen(next.id, step > 0 ? 'start' : 'end')
  }

  const turning = useTurning({
    active,
    rtl: chapter.rightToLeft,
    paged: flow === 'pages',
    turn,
    toEdge: (end) => (end ? handle.current?.view?.showEnd() : handle.current?.view?.showPage(0)),
  })

  function tap(event: MouseEvent) {
    if (document.getSelection()?.isCollapsed === false) return
    const mark = handle.current?.markAt(event.clientX, event.clientY)
    if (mark && mark.item.mark !== 'bookmark') {
      return choose({ start: mark.start, end: mark.end, box: mark.range.getBoundingClientRect(), mark })
    }
    if (chosen) return choose(null)
    setWords('')
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const across = (event.clientX - left) / width
    const edge = flow === 'pages' ? (across < 0.28 ? -1 : across > 0.72 ? 1 : 0) : 0
    if (edge) return turn((chapter.rightToLeft ? -edge : edge) as 1 | -1)
    if (panel === 'look') return setPanel(null)
    setBars((now) => !now)
  }

  const bookmark = useMemo(() => {
    if (!seen || !index) return undefined
    const inSight = (start: number) => start >= seen.offset && start < Math.max(seen.until, seen.offset + 1)
    return marks.list.find(
      (item) =>
        item.mark === 'bookmark' && item.chapterId === chapter.id && inSight(Number(placeOf(index, item).start)),
    )
  }, [marks.list, seen, index, chapter.id])

  function toggleBookmark() {
    if (bookmark) return marks.remove(bookmark.id)
    if (!place.current || !seen || !index) return
    const { end } = sentenceAt(index, seen.offset)
    const locator = describe(index, seen.offset, Math.max(end, Math.min(seen.offset + 1, index.text.length)))
    const { id: chapterId, revision, title } = chapter
    marks.put({ id: randomUuid(), chapterId, mark: 'bookmark', note: '', locator, revision }, title)
  }

  const change = (item: Highlight, parts: Partial<Pick<Highlight, 'mark' | 'note'>>) => {
    const { id, chapterId, mark, note, locator } = item
    marks.put({ id, chapterId, mark, note, locator, revision: 0, ...parts }, item.chapterTitle)
  }

  function edit(item: Highlight) {
    const save = (note: string) => change(item, { note })
    setEditing({ id: item.id, quote: item.locator.exact, note: item.note, save })
  }

  function discuss(pid: string) {
    const block = index?.byPid.get(pid)
    setAbout(pid ? { pid, quote: block && index ? index.text.slice(block.start, block.end).slice(0, 300) : '' } : null)
    setPanel('discuss')
  }

  const percent = seen?.percent ?? 0
  const label = seen && flow === 'pages' ? `第 ${seen.page + 1} 页，共 ${seen.pages} 页` : `${percent}%`
  function changeFlow(next: Flow) {
    storeFlow(kind, next)
    setPreferred(next)
  }
  const look = <LookPanel flow={flow} onFlow={long ? null : changeFlow} />
  const near = (to: Chapter['next'], at: Target) => (to ? () => onOpen(to.id, at) : undefined)
  const discussions = Object.values(chapter.discussions).reduce((sum, count) => sum + count, 0)
  const panels: PanelProps = {
    ...{ kind, chapter, rows, panel, about, words, marks, discussions },
    here: hitsHere(chapter, index, found),
    onPanel: setPanel,
    onWords: setWords,
    onWhole: () => setAbout(null),
    onOpen: open,
    onEdit: edit,
  }
  const text = (
    <div ref={root} {...turning} className="relative min-h-0 min-w-0 flex-1">
      <ChapterView
        key={chapter.id}
        ref={handle}
        {...{ chapter, flow, fontSize, found, onSeen }}
        start={begin}
        marks={marks.list}
        onTap={tap}
        onDiscuss={discuss}
        onChapter={(id, pid) => open(id, pid ? { pid } : 'start')}
        footer={<ChapterEnd chapter={chapter} onChapter={onOpen} />}
      />
      <p aria-hidden="true" className="reader-foot">
        {flow === 'pages' && seen ? `${seen.page + 1} / ${seen.pages}` : `${percent}%`}
      </p>
      {chosen && index && root.current && (
        <ChosenMenu
          {...{ chosen, index, chapter, choose, marks }}
          frame={root.current.getBoundingClientRect()}
          onEdit={setEditing}
          onSearch={(found) => {
            setWords(found)
            setPanel('search')
          }}
          onDiscuss={discuss}
        />
      )}
      {!desktop && (
        <BottomBar
          shown={bars}
          panel={panel}
          discussions={discussions}
          onPanel={(name) => setPanel(panel === name ? null : name)}
        >
          {panel === 'look' ? (
            look
          ) : (
            <ProgressRow
              percent={percent}
              label={label}
              onSeek={(to) => handle.current?.jump(Math.floor(((index?.text.length ?? 0) * to) / 100), 0)}
              previous={near(chapter.previous, 'start')}
              next={near(chapter.next, 'start')}
            />
          )}
        </BottomBar>
      )}
    </div>
  )
  return (
    <>
      <TopBar
        title={desktop ? curriculum.title : chapter.title}
        shown={bars || desktop}
        desktop={desktop}
        bookmark={{ marked: bookmark !== undefined, toggle: toggleBookmark }}
        onPanel={(name) => setPanel(panel === name ? null : name)}
      />
      <div className="relative flex min-h-0 flex-1">
        {desktop && <LeftPane {...panels} />}
        {text}
        {desktop ? <RightPane {...panels} /> : <PanelSheet {...panels} />}
        {desktop && panel === 'look' && (
          <div className="reader-panel absolute top-2 right-4 z-30 w-84 animate-rise rounded-card shadow-float">
            {look}
          </div>
        )}
      </div>
      {editing && (
        <NoteSheet
          {...editing}
          onSave={(note) => {
            editing.save(note)
            setEditing(null)
          }}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}

/** What was found in the chapter that is open, as the server would tell it. */
function hitsHere(
  chapter: Chapter,
  index: TextIndex | undefined,
  found: readonly { start: number; end: number }[],
): TextHit[] {
  if (!index) return []
  return found.slice(0, 50).flatMap(({ start, end }) => {
    const block = index.paragraphs.findLast((one) => one.start <= start && one.end > one.start)
    if (!block) return []
    const from = Math.max(block.start, start - 20)
    return {
      chapterId: chapter.id,
      chapterTitle: chapter.title,
      chapterKind: chapter.kind,
      pid: block.pid,
      snippet: index.text.slice(from, Math.min(block.end, end + 40)),
      marks: [[start - from, end - start]] as [number, number][],
      start: start - block.start,
      end: end - block.start,
    }
  })
}
