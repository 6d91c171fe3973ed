import '../../styles/prose.css'
import '../../styles/code.css'
import 'katex/dist/katex-swap.min.css'
import './chapter.css'
import type { Highlight } from '@dxx/contract/calls/reading'
import type { Chapter } from '@dxx/contract/calls/study'
import { withMedia } from '@dxx/contract/rules/media'
import {
  type CSSProperties,
  type MouseEvent,
  memo,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Prose } from '../../ui/prose'
import { Sheet } from '../../ui/sheet'
import { Embeds } from './body/embeds'
import { keepPictures, offerZoom, repairPicture } from './body/pictures'
import { type Layout, type Seen, useLayout } from './layout/use-layout'
import type { Viewport } from './layout/viewport'
import { type Flow, fontPx } from './look'
import { MarkBoxes } from './marks/mark-boxes'
import { hitAt, type Painted, paintNatively, paintsNatively } from './marks/paint'
import { type PlacedMark, placeMark } from './marks/placed'
import { rangeOf, type TextIndex } from './text/text-index'

/** What the reader around a chapter can do with it. */
export interface ChapterHandle {
  view: Viewport | null
  turn: Layout['turn']
  /** Brings characters into sight and lets them shine for a moment. */
  jump(start: number, end: number): void
  /** The highlight under a point of the window. */
  markAt(x: number, y: number): PlacedMark | undefined
  placed: readonly PlacedMark[]
}

interface ChapterViewProps {
  ref: Ref<ChapterHandle>
  chapter: Chapter
  flow: Flow
  fontSize: number
  marks: readonly Highlight[]
  /** Words that are being searched for, as stretches of the chapter. */
  found: readonly { start: number; end: number }[]
  start(index: TextIndex): number | 'end'
  onSeen(seen: Seen, view: Viewport): void
  /** A tap that nothing in the text answers to. */
  onTap(event: MouseEvent): void
  onDiscuss(pid: string): void
  onChapter(id: string, pid?: string): void
  footer: ReactNode
}

/** What Enter presses: none of it is a button or a link to the browser. */
const answering = 'a[data-chapter], a[data-footnote], img'

/** How long a place shines that was jumped to, in milliseconds. */
const shining = 2400

export function ChapterView(props: ChapterViewProps) {
  const { ref, chapter, flow, fontSize, marks, found, start, onSeen, onTap, onDiscuss, onChapter, footer } = props
  const px = fontPx(fontSize)
  // Addresses change with every answer, the text does not: it must not be put in anew for them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const html = useMemo(() => withMedia(chapter.html ?? '', chapter.media), [chapter.id, chapter.revision, chapter.html])
  const layout = useLayout({ html, flow, px, rtl: chapter.rightToLeft, start, onSeen })
  const { scroller, columns, body, view, pages } = layout
  const [note, setNote] = useState<string | null>(null)
  const [here, setHere] = useState<{ start: number; end: number } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const index = view?.index
  const placed = useMemo(
    () => (index ? marks.flatMap((item) => (item.chapterId === chapter.id ? (placeMark(index, item) ?? []) : [])) : []),
    [index, marks, chapter.id],
  )
  const painted = usePainted(index, placed, found, here)
  useEffect(() => (paintsNatively ? paintNatively(painted) : undefined), [painted])
  useEffect(() => () => clearTimeout(timer.current), [])

  useEffect(() => {
    const box = body.current
    if (!box) return
    offerZoom(box)
    const broken = ({ target }: Event) => {
      if (target instanceof HTMLImageElement) void repairPicture(target, chapter.media)
    }
    box.addEventListener('error', broken, { capture: true })
    const idle = setTimeout(() => void keepPictures(chapter.media), 1500)
    return () => {
      clearTimeout(idle)
      box.removeEventListener('error', broken, { capture: true })
    }
  }, [chapter.media, body])

  useImperativeHandle(ref, () => ({
    view,
    turn: layout.turn,
    jump: (from, to) => {
      index?.paragraphs
        .findLast((one) => one.start <= from)
        ?.element.dispatchEvent(new CustomEvent('reveal', { bubbles: true }))
      // A tab that opens is drawn first.
      requestAnimationFrame(() => {
        layout.show(from)
        setHere(to > from ? { start: from, end: to } : null)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => setHere(null), shining)
      })
    },
    markAt: (x, y) => hitAt(placed, x, y),
    placed,
  }))

  function tapped(event: MouseEvent<HTMLElement>) {
    const target = event.target as Element
    if (target.closest('[data-mount], button, input, textarea, a[href], summary, video, audio, label')) return
    const link = target.closest<HTMLElement>('a[data-chapter]')
    const mark = target.closest<HTMLElement>('a[data-footnote]')
    if (link) return onChapter(link.dataset.chapter!, link.dataset.anchor)
    if (mark) return setNote(noteHtml(body.current!, mark.dataset.footnote!))
    if (target instanceof HTMLImageElement && body.current?.contains(target)) {
      const pictures = [...body.current.querySelectorAll('img')].filter((one) => one.naturalWidth > 0)
      const shown = pictures.map(({ currentSrc, alt }) => ({ src: currentSrc, alt }))
      if (pictures.includes(target))
        void import('../preview/photos').then(({ showPhotos }) => showPhotos(shown, pictures.indexOf(target)))
      return
    }
    onTap(event)
  }

  // Larger too where the browser's own letters are set larger.
  const style = { '--reader-font': `${px / 16}rem` } as CSSProperties
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears taps on the text; keys have their own ways */}
      <div
        ref={scroller}
        data-flow={flow}
        dir={chapter.rightToLeft ? 'rtl' : undefined}
        style={style}
        onClick={tapped}
        onKeyDown={(event) => {
          const target = event.target as HTMLElement
          const pressed = event.key === 'Enter' ? target.matches(answering) : event.key === ' ' && target.matches('img')
          if (!pressed) return
          event.preventDefault()
          target.click()
        }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        tabIndex={0}
        className="reader-scroller"
      >
        <div ref={columns} className="reader-columns">
          <h1 className="reader-title">{chapter.title}</h1>
          <Text html={html} ref={body} />
          {footer}
        </div>
        {!paintsNatively && <MarkBoxes painted={painted} layout={`${flow} ${px} ${pages}`} />}
        {pages > 0 && <Snaps pages={pages} rtl={chapter.rightToLeft} />}
      </div>
      <Embeds chapter={chapter} html={html} body={body} onDiscuss={onDiscuss} onSized={layout.settle} />
      <Sheet open={note !== null} onClose={() => setNote(null)} title="注释">
        <Prose html={note ?? ''} />
      </Sheet>
    </>
  )
}

/** Never drawn again for the same text: what has been mounted inside it stays. */
const Text = memo(function Text({ html, ref }: { html: string; ref: Ref<HTMLDivElement> }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server when it was imported
  return <div ref={ref} className="prose reader-text" dangerouslySetInnerHTML={{ __html: html }} />
})

/** Where a swipe comes to rest. */
function Snaps({ pages, rtl }: { pages: number; rtl: boolean }) {
  return Array.from({ length: pages }, (_, page) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
      key={page}
      aria-hidden="true"
      className="reader-snap"
      style={{ [rtl ? 'right' : 'left']: `${page * 100}%` }}
    />
  ))
}

function usePainted(
  index: TextIndex | undefined,
  placed: readonly PlacedMark[],
  found: readonly { start: number; end: number }[],
  here: { start: number; end: number } | null,
): Painted[] {
  return useMemo(() => {
    if (!index) return []
    const painted = placed.flatMap(({ item, range }): Painted[] =>
      item.mark === 'bookmark' ? [] : [{ paint: item.mark, range }],
    )
    const add = (paint: 'found' | 'here', { start, end }: { start: number; end: number }) => {
      const range = rangeOf(index, start, end)
      if (range) painted.push({ paint, range })
    }
    for (const one of found) add('found', one)
    if (here) add('here', here)
    return painted
  }, [index, placed, found, here])
}

/** A note's text without the way back to its mark. */
function noteHtml(body: HTMLElement, name: string): string {
  const note = body.querySelector(`[data-note="${CSS.escape(name)}"]`)?.cloneNode(true) as Element | undefined
  for (const back of note?.querySelectorAll('[data-mount], a[data-footnote]') ?? []) back.remove()
  return note?.innerHTML ?? ''
}
