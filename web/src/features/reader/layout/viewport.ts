import type { Flow } from '../look'
import { rangeOf, type TextIndex } from '../text/text-index'

/** How far below the upper edge a line must end to count as read from: the bar may lie over what is above. */
const barHeight = 52

/** What is to be seen of a chapter: where its characters stand in the window, page by page or scrolled. */
export class Viewport {
  constructor(
    readonly index: TextIndex,
    readonly scroller: HTMLElement,
    /** The element that is broken into columns, when there are pages. */
    readonly columns: HTMLElement,
    readonly flow: Flow,
    readonly rtl: boolean,
  ) {}

  get width(): number {
    return this.scroller.clientWidth || 1
  }

  /** How many pages there are. */
  pages(): number {
    return Math.max(1, Math.ceil((this.columns.scrollWidth - 1) / this.width))
  }

  page(): number {
    return Math.round(Math.abs(this.scroller.scrollLeft) / this.width)
  }

  /** The first character that can be seen, or the last one of the chapter when only what follows it is left. */
  firstSeen(): number {
    const { text } = this.index
    const page = this.page()
    const line = this.scroller.getBoundingClientRect().top + barHeight
    const passed = (offset: number) => {
      const rect = this.rectAt(offset)
      if (!rect) return true
      return this.flow === 'pages' ? this.pageOf(rect) < page : rect.bottom <= line
    }
    let low = 0
    let high = text.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (passed(middle)) low = middle + 1
      else high = middle
    }
    return Math.min(low, Math.max(0, text.length - 1))
  }

  /** The character after the last one that can be seen. */
  seenUntil(): number {
    const { text } = this.index
    const page = this.page()
    const { bottom } = this.scroller.getBoundingClientRect()
    let low = 0
    let high = text.length
    while (low < high) {
      const middle = (low + high) >> 1
      const rect = this.rectAt(middle)
      const seen = rect && (this.flow === 'pages' ? this.pageOf(rect) <= page : rect.bottom <= bottom)
      if (seen) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The last block that was shown to its end: at the end of the chapter the last one of all. */
  reached(): string {
    const { text, paragraphs } = this.index
    const until = this.seenUntil()
    if (until >= text.length || this.percent() >= 100) return paragraphs.at(-1)?.pid ?? ''
    return paragraphs.findLast(({ start, end }) => end <= until && end > start)?.pid ?? ''
  }

  /** How much of the chapter has been seen, 0 to 100. */
  percent(): number {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller
    if (this.flow === 'pages') return Math.round(((this.page() + 1) / this.pages()) * 100)
    const room = scrollHeight - clientHeight
    return room <= 8 ? 100 : Math.min(100, Math.round(((scrollTop + 8) / room) * 100))
  }

  /** Brings a character into sight; without motion, since it is a jump. `lead` is as `leadOf` told it. */
  show(offset: number, lead?: number): void {
    const first = offset <= 0 && lead === undefined
    const rect = first ? null : this.rectAt(Math.min(offset, this.index.text.length - 1))
    if (first) this.showPage(0)
    else if (rect && this.flow === 'pages') this.showPage(this.pageOf(rect))
    else if (rect) {
      const edge = this.scroller.getBoundingClientRect().top
      this.scroller.scrollTop += rect.top - edge - (lead ?? barHeight - Math.min(rect.height, 8))
    }
  }

  /** How far below the upper edge the line of a character stands. */
  leadOf(offset: number): number | undefined {
    const rect = this.flow === 'scroll' ? this.rectAt(offset) : null
    return rect ? rect.top - this.scroller.getBoundingClientRect().top : undefined
  }

  /** Of pages, or of what is scrolled: its very beginning. */
  showPage(page: number, behavior: ScrollBehavior = 'instant'): void {
    if (this.flow === 'pages') this.scroller.scrollTo({ left: page * this.width * (this.rtl ? -1 : 1), behavior })
    else this.scroller.scrollTo({ top: 0, behavior })
  }

  showEnd(): void {
    if (this.flow === 'pages') this.showPage(this.pages() - 1)
    else this.scroller.scrollTop = this.scroller.scrollHeight
  }

  /** One page on or back; false where there is none. What is scrolled moves by nearly a window. */
  turn(step: 1 | -1, behavior: ScrollBehavior): boolean {
    if (this.flow === 'pages') {
      const next = this.page() + step
      if (next < 0 || next >= this.pages()) return false
      this.showPage(next, behavior)
      return true
    }
    const { scrollTop, scrollHeight, clientHeight } = this.scroller
    const end = step > 0 ? scrollTop + clientHeight >= scrollHeight - 2 : scrollTop <= 0
    if (end) return false
    this.scroller.scrollBy({ top: step * (clientHeight - barHeight - 24), behavior })
    return true
  }

  /** Where a character stands. What is hidden (a closed tab, code whose editor took its place) is where it would be. */
  rectAt(offset: number): DOMRect | null {
    const range = rangeOf(this.index, offset, offset + 1)
    if (!range) return null
    const rect = [...range.getClientRects()].find(({ width, height }) => width > 0 || height > 0)
    if (rect) return rect
    const node = range.startContainer
    for (let up = node instanceof Element ? node : node.parentElement; up; up = up.parentElement) {
      const beside = up.nextElementSibling?.hasAttribute('data-mount') ? up.nextElementSibling : null
      const box = (beside ?? up).getClientRects()[0]
      if (box) return box
    }
    return null
  }

  private pageOf(rect: DOMRect): number {
    const edge = this.scroller.getBoundingClientRect()
    const from = this.rtl ? edge.right - rect.right : rect.left - edge.left
    return Math.max(0, Math.floor((from + Math.abs(this.scroller.scrollLeft) + 1) / this.width))
  }
}
