import { hasModifier, isKeyTaken } from '../ui/key-target'
import { scrollBehavior } from '../ui/use-media'

/** Distances as in browsers: pixels per arrow key, and fraction of the scroller's height per Space or PageDown. */
const line = 40
const screen = 0.875

/** Scrolls the page by a key that no element handles, if the focus is in no scroll container. */
export function scrollByKey(event: KeyboardEvent, path: readonly EventTarget[], page: HTMLElement): void {
  if (event.defaultPrevented || hasModifier(event) || isKeyTaken(event, path)) return
  if (document.querySelector('dialog[open]') || scrollerAround(event.target as Element)) return
  const scroller = mainScroller(page)
  if (!scroller) return
  scroller.scrollBy({ top: distance(event, scroller), behavior: event.repeat ? 'auto' : scrollBehavior() })
}

function distance({ key, shiftKey }: KeyboardEvent, { clientHeight, scrollHeight }: Element): number {
  switch (key) {
    case ' ':
      return clientHeight * screen * (shiftKey ? -1 : 1)
    case 'PageDown':
      return clientHeight * screen
    case 'PageUp':
      return -clientHeight * screen
    case 'ArrowDown':
      return line
    case 'ArrowUp':
      return -line
    case 'End':
      return scrollHeight
    default:
      return -scrollHeight
  }
}

const scrolls = (one: Element) =>
  one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY)

function scrollerAround(target: Element): Element | null {
  let one: Element | null = target
  while (one && !scrolls(one)) one = one.parentElement
  return one
}

/** Returns the page's own scroll container, or the largest one inside it, for pages that scroll in panels. */
function mainScroller(page: HTMLElement): Element | undefined {
  const main = page.querySelector(':scope > main')
  if (!main || scrolls(main)) return main ?? undefined
  const area = ({ clientWidth, clientHeight }: Element) => clientWidth * clientHeight
  return [...main.querySelectorAll('*')].filter(scrolls).sort((a, b) => area(b) - area(a))[0]
}
