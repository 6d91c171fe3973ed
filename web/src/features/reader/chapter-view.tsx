import '../../styles/prose.css'
import '../../styles/code.css'
import 'katex/dist/katex-swap.min.css'
import './chapter.css'
import type { Highlight } from '@dxx/contract/calls/reading'
import type { Chapter } from '@dxx/contract/calls/study'
import { withMedia } from '@dxx/contract/rules/media'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  type Ref,
  type RefObject,
  Suspense,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type WheelEvent,
} from 'react'
import { usePage } from '../../router/page-context'
import { bindPunctuation } from '../../ui/bind-punctuation'
import { lazyComponent } from '../../ui/lazy-component'
import { Prose } from '../../ui/prose'
import { Sheet } from '../../ui/sheet'
import { appearanceVariables, isRagged, shapeOfAppearance, useAppearance } from './appearance'
import { Embeds } from './body/embeds'
import { keepPictures, offerZoom, repairPicture } from './body/pictures'
import { HighlightBoxes } from './highlights/highlight-boxes'
import { hitAt, type Painted, paintNatively, paintsNatively } from './highlights/paint'
import { type PlacedHighlight, placeHighlight } from './highlights/placed-highlight'
import { type Layout, type Seen, useLayout } from './layout/use-layout'
import type { Viewport } from './layout/viewport'
import { rangeOf, type TextIndex } from './text/text-index'
import { fontPx, type LayoutMode } from './theme'

const PrintChapter = lazyComponent(async () => (await import('./print-chapter')).PrintChapter)

/** Functions of a chapter for the reading page around it. */
export interface ChapterHandle {
  view: Viewport | null
  turn: Layout['turn']
  /** Shows a position without highlighting it. */
  show: Layout['show']
  /** Scrolls to a range and highlights it briefly. */
  jump(start: number, end: number): void
  /** Shows a range if it is not visible. */
  follow(start: number, end: number): void
  /** Returns the highlight at a point of the window. */
  markAt(x: number, y: number): PlacedHighlight | undefined
  placed: readonly PlacedHighlight[]
}

interface ChapterViewProps {
  ref: Ref<ChapterHandle>
  chapter: Chapter
  layoutMode: LayoutMode
  fontSize: number
  highlights: readonly Highlight[]
  /** Match ranges of the search in the chapter. */
  found: readonly { start: number; end: number }[]
  /** Sentence that is read aloud. */
  spoken: { start: number; end: number } | null
  /** Whether a page has two columns. */
  twoColumns: boolean
  start(index: TextIndex): number | 'end'
  onSeen(seen: Seen, view: Viewport): void
  /** Called for a tap that no element of the text handles. */
  onTap(event: MouseEvent): void
  onDiscuss(pid: string): void
  onChapter(id: string, pid?: string): void
  footer: ReactNode
}

/** Elements activated by Enter that are not native buttons or links. */
const answering = 'a[data-chapter], a[data-footnote], img'

/** Milliseconds for which a jump target is highlighted. */
const shining = 2400

export function ChapterView(props: ChapterViewProps) {
  const { ref, chapter, layoutMode, fontSize, highlights, found, spoken, twoColumns, footer } = props
  const { start, onSeen, onTap, onDiscuss, onChapter } = props
  const { active } = usePage()
  const [appearance, px] = [useAppearance(), fontPx(fontSize)]
  // Media URLs change with every response; an unchanged text must not be inserted again because of them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const html = useMemo(() => withMedia(chapter.html ?? '', chapter.media), [chapter.id, chapter.revision, chapter.html])
  const layout = useLayout({
    ...{ html, layoutMode, start, onSeen },
    typography: `${px} ${shapeOfAppearance(appearance)} ${twoColumns}`,
    prepare: bindPunctuation,
    rtl: chapter.rightToLeft,
    vertical: chapter.vertical,
  })
  const { scroller, columns, body, view, pages } = layout
  const [note, setNote] = useState<string | null>(null)
  const [here, flash] = useFlash()

  const index = view?.index
  const placed = useMemo(
    () =>
      index
        ? highlights.flatMap((item) => (item.chapterId === chapter.id ? (placeHighlight(index, item) ?? []) : []))
        : [],
    [index, highlights, chapter.id],
  )
  const painted = usePainted(index, placed, found, here, spoken)
  useEffect(() => (paintsNatively ? paintNatively(painted) : undefined), [painted])
  usePictures(body, chapter.media)

  useImperativeHandle(ref, () => ({
    ...{ view, placed, turn: layout.turn, show: layout.show },
    jump: (from, to) => {
      const block = index?.paragraphs.findLast((one) => one.start <= from)?.element
      block?.dispatchEvent(new CustomEvent('reveal', { bubbles: true }))
      for (let box = block?.closest('details'); box; box = box.parentElement?.closest('details')) box.open = true
      // Waits a frame until the tab that `reveal` opens is rendered.
      requestAnimationFrame(() => {
        layout.show(from)
        flash(to > from ? { start: from, end: to } : null)
      })
    },
    follow: (from, to) => {
      if (view && (from < view.firstSeen() || to > view.seenUntil())) layout.show(from)
    },
    markAt: (x, y) => hitAt(placed, x, y),
  }))

  function tapped(event: MouseEvent<HTMLElement>) {
    const target = event.target as Element
    if (target.closest('[data-mount], button, input, textarea, a[href], summary, video, audio, label')) return
    const link = target.closest<HTMLElement>('a[data-chapter]')
    const mark = target.closest<HTMLElement>('a[data-footnote]')
    if (link) return onChapter(link.dataset.chapter!, link.dataset.anchor)
    if (mark) return setNote(noteHtml(body.current!, mark.dataset.footnote!))
    if (target instanceof HTMLImageElement && body.current?.contains(target)) return zoomPicture(body.current, target)
    onTap(event)
  }

  // rem units, so that the browser's own font size applies.
  const style = { '--reader-font': `${px / 16}rem`, ...appearanceVariables(appearance) } as CSSProperties
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles taps on the text; keys have separate handlers */}
      <div
        ref={scroller}
        data-layout-mode={layoutMode}
        data-columns={twoColumns ? 2 : undefined}
        data-ragged={isRagged(innerWidth, px) || undefined}
        data-writing={chapter.vertical ? 'vertical' : undefined}
        dir={chapter.rightToLeft ? 'rtl' : undefined}
        style={style}
        onClick={tapped}
        onKeyDown={pressByKey}
        onWheel={chapter.vertical ? wheelSideways : undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        className="reader-scroller"
      >
        <div ref={columns} className="reader-columns">
          <h1 className="reader-title">{chapter.title}</h1>
          <Text html={html} ref={body} />
          {footer}
        </div>
        {!paintsNatively && (
          <HighlightBoxes painted={painted} layout={`${layoutMode} ${px} ${shapeOfAppearance(appearance)} ${pages}`} />
        )}
        {pages > 0 && <Snaps pages={pages} rtl={chapter.rightToLeft} />}
      </div>
      <Embeds chapter={chapter} html={html} body={body} onDiscuss={onDiscuss} onSized={layout.settle} />
      <Suspense>
        <PrintChapter chapter={chapter} body={body} active={active} />
      </Suspense>
      <Sheet open={note !== null} onClose={() => setNote(null)} title="注释">
        <Prose html={note ?? ''} />
      </Sheet>
    </>
  )
}

function pressByKey(event: KeyboardEvent) {
  const target = event.target as HTMLElement
  const pressed = event.key === 'Enter' ? target.matches(answering) : event.key === ' ' && target.matches('img')
  if (!pressed) return
  event.preventDefault()
  target.click()
}

/** Lets the mouse wheel scroll vertical text, which runs sideways. */
function wheelSideways({ currentTarget, deltaX, deltaY }: WheelEvent) {
  if (Math.abs(deltaY) > Math.abs(deltaX)) currentTarget.scrollLeft -= deltaY
}

function zoomPicture(body: HTMLElement, target: HTMLImageElement) {
  const pictures = [...body.querySelectorAll('img')].filter((one) => one.naturalWidth > 0)
  const shown = pictures.map(({ currentSrc, alt }) => ({ src: currentSrc, alt }))
  if (pictures.includes(target))
    void import('../preview/photos').then(({ showPhotos }) => showPhotos(shown, pictures.indexOf(target)))
}

/** Makes pictures zoomable, repairs those that fail to load and stores them for reading offline. */
function usePictures(body: RefObject<HTMLDivElement | null>, media: Chapter['media']): void {
  useEffect(() => {
    const box = body.current
    if (!box) return
    offerZoom(box)
    const broken = ({ target }: Event) => {
      if (target instanceof HTMLImageElement) void repairPicture(target, media)
    }
    box.addEventListener('error', broken, { capture: true })
    const idle = setTimeout(() => void keepPictures(media), 1500)
    return () => {
      clearTimeout(idle)
      box.removeEventListener('error', broken, { capture: true })
    }
  }, [media, body])
}

type Stretch = { start: number; end: number }

/** A range of the text that is highlighted for a moment. */
function useFlash() {
  const [here, setHere] = useState<Stretch | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      // Hiding the page also ends the highlight.
      setHere(null)
    },
    [],
  )
  const flash = (stretch: Stretch | null) => {
    setHere(stretch)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setHere(null), shining)
  }
  return [here, flash] as const
}

/** Not rendered again for the same text, because other components are mounted inside it. */
const Text = memo(function Text({ html, ref }: { html: string; ref: Ref<HTMLDivElement> }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server when it was imported
  return <div ref={ref} className="prose reader-text" dangerouslySetInnerHTML={{ __html: html }} />
})

/** Scroll snap points, one per page, at which a swipe stops. */
function Snaps({ pages, rtl }: { pages: number; rtl: boolean }) {
  return Array.from({ length: pages }, (_, page) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: pages are identified by number
      key={page}
      aria-hidden="true"
      className="reader-snap"
      style={{ [rtl ? 'right' : 'left']: `${page * 100}%` }}
    />
  ))
}

function usePainted(
  index: TextIndex | undefined,
  placed: readonly PlacedHighlight[],
  found: readonly { start: number; end: number }[],
  here: { start: number; end: number } | null,
  spoken: { start: number; end: number } | null,
): Painted[] {
  return useMemo(() => {
    if (!index) return []
    const painted = placed.flatMap(({ item, range }): Painted[] => {
      if (item.mark === 'bookmark') return []
      const thought: Painted[] = item.note ? [{ paint: 'thought', range }] : []
      // A thought is drawn as a dotted line, which replaces a plain underline.
      return item.note && item.mark === 'underline' ? thought : [{ paint: item.mark, range }, ...thought]
    })
    const add = (paint: 'found' | 'here' | 'spoken', { start, end }: { start: number; end: number }) => {
      const range = rangeOf(index, start, end)
      if (range) painted.push({ paint, range })
    }
    for (const one of found) add('found', one)
    if (spoken) add('spoken', spoken)
    if (here) add('here', here)
    return painted
  }, [index, placed, found, here, spoken])
}

/** Returns a footnote's HTML without its back link. */
function noteHtml(body: HTMLElement, name: string): string {
  const note = body.querySelector(`[data-note="${CSS.escape(name)}"]`)?.cloneNode(true) as Element | undefined
  for (const back of note?.querySelectorAll('[data-mount], a[data-footnote]') ?? []) back.remove()
  return note?.innerHTML ?? ''
}
