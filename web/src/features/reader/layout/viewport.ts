import { rangeOf, type TextIndex } from '../text/text-index'
import type { LayoutMode } from '../theme'

/** A line must end this far below the upper edge to count as visible, because the bar may cover the area above. */
const barHeight = 52
/** Distance of the first line of vertical text from the right edge. */
const sideGap = 24

/** Visible part of a chapter: positions of its characters in the window, paged or scrolled. */
export class Viewport {
  constructor(
    readonly index: TextIndex,
    readonly scroller: HTMLElement,
    /** Element broken into columns in paged mode. */
    readonly columns: HTMLElement,
    readonly layoutMode: LayoutMode,
    readonly rtl: boolean,
    /** Whether lines are vertical, from right to left; such text always scrolls sideways. */
    readonly vertical = false,
  ) {}

  /** Scroll position on the axis along which the text is read. */
  get position(): number {
    return this.layoutMode === 'pages' || this.vertical ? this.scroller.scrollLeft : this.scroller.scrollTop
  }

  get width(): number {
    return this.scroller.clientWidth || 1
  }

  /** Number of pages. */
  pages(): number {
    return Math.max(1, Math.ceil((this.columns.scrollWidth - 1) / this.width))
  }

  page(): number {
    return Math.round(Math.abs(this.scroller.scrollLeft) / this.width)
  }

  /** Offset of the first visible character, or of the chapter's last one if only the footer is visible. */
  firstSeen(): number {
    const { text } = this.index
    const page = this.page()
    const { top, right } = this.scroller.getBoundingClientRect()
    const passed = (offset: number) => {
      const rect = this.rectAt(offset)
      if (!rect) return true
      if (this.layoutMode === 'pages') return this.pageOf(rect) < page
      return this.vertical ? rect.left >= right - sideGap / 2 : rect.bottom <= top + barHeight
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

  /** Offset of the character after the last visible one. */
  seenUntil(): number {
    const { text } = this.index
    const page = this.page()
    const { bottom, left } = this.scroller.getBoundingClientRect()
    const isInside = (rect: DOMRect) => (this.vertical ? rect.left >= left : rect.bottom <= bottom)
    let low = 0
    let high = text.length
    while (low < high) {
      const middle = (low + high) >> 1
      const rect = this.rectAt(middle)
      const seen = rect && (this.layoutMode === 'pages' ? this.pageOf(rect) <= page : isInside(rect))
      if (seen) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Id of the last block that was shown to its end; at the end of the chapter, of its last block. */
  reached(): string {
    const { text, paragraphs } = this.index
    const until = this.seenUntil()
    if (until >= text.length || this.percent() >= 100) return paragraphs.at(-1)?.pid ?? ''
    return paragraphs.findLast(({ start, end }) => end <= until && end > start)?.pid ?? ''
  }

  /** Percentage of the chapter that the user has seen, 0 to 100. */
  percent(): number {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = this.scroller
    if (this.layoutMode === 'pages') return Math.round(((this.page() + 1) / this.pages()) * 100)
    const room = this.vertical ? scrollWidth - clientWidth : scrollHeight - clientHeight
    return room <= 8 ? 100 : Math.min(100, Math.round(((Math.abs(this.position) + 8) / room) * 100))
  }

  /** Jumps to a character without animation. `lead` is the value of `leadOf`. */
  show(offset: number, lead?: number): void {
    const first = offset <= 0 && lead === undefined
    const rect = first ? null : this.rectAt(Math.min(offset, this.index.text.length - 1))
    if (first) this.showPage(0)
    else if (rect && this.layoutMode === 'pages') this.showPage(this.pageOf(rect))
    else if (rect && this.vertical) {
      const edge = this.scroller.getBoundingClientRect().right
      this.scroller.scrollLeft += rect.right - edge + (lead ?? sideGap)
    } else if (rect) {
      const edge = this.scroller.getBoundingClientRect().top
      this.scroller.scrollTop += rect.top - edge - (lead ?? barHeight - Math.min(rect.height, 8))
    }
  }

  /** Distance of a character's line from the edge where reading starts: the top, or the right in vertical text. */
  leadOf(offset: number): number | undefined {
    const rect = this.layoutMode === 'scroll' ? this.rectAt(offset) : null
    const edge = this.scroller.getBoundingClientRect()
    return rect ? (this.vertical ? edge.right - rect.right : rect.top - edge.top) : undefined
  }

  /** Shows a page, or the top in scroll mode. */
  showPage(page: number, behavior: ScrollBehavior = 'instant'): void {
    if (this.layoutMode === 'pages') this.scroller.scrollTo({ left: page * this.width * (this.rtl ? -1 : 1), behavior })
    else this.scroller.scrollTo({ top: 0, left: 0, behavior })
  }

  showEnd(): void {
    if (this.layoutMode === 'pages') this.showPage(this.pages() - 1)
    else if (this.vertical) this.scroller.scrollLeft = -this.scroller.scrollWidth
    else this.scroller.scrollTop = this.scroller.scrollHeight
  }

  /** Turns one page, in scroll mode almost one window. Returns false at the beginning and at the end. */
  turn(step: 1 | -1, behavior: ScrollBehavior): boolean {
    if (this.layoutMode === 'pages') {
      const next = this.page() + step
      if (next < 0 || next >= this.pages()) return false
      this.showPage(next, behavior)
      return true
    }
    if (this.vertical) return this.turnSideways(step, behavior)
    const { scrollTop, scrollHeight, clientHeight } = this.scroller
    const end = step > 0 ? scrollTop + clientHeight >= scrollHeight - 2 : scrollTop <= 0
    if (end) return false
    this.scroller.scrollBy({ top: step * (clientHeight - barHeight - 24), behavior })
    return true
  }

  private turnSideways(step: 1 | -1, behavior: ScrollBehavior): boolean {
    const { scrollLeft, scrollWidth, clientWidth } = this.scroller
    const end = step > 0 ? clientWidth - scrollLeft >= scrollWidth - 2 : scrollLeft >= 0
    if (!end) this.scroller.scrollBy({ left: -step * (clientWidth - 2 * sideGap), behavior })
    return !end
  }

  /** Rectangle of a character; for hidden text (closed tab, code behind its editor), of the nearest visible element. */
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
