import { hasModifier, isKeyTaken } from '../ui/key-target'
import { scrollBehavior } from '../ui/use-media'

/** Pixels per arrow key, and fraction of a screen per Space and PageDown, as in browsers. */
const line = 40
const screen = 0.875

/** Scrolls the page for an unused key where the browser has no focused scroller. */
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

/** Returns the page's own scroller, or the largest one inside it: questions and panels have their own. */
function mainScroller(page: HTMLElement): Element | undefined {
  const main = page.querySelector(':scope > main')
  if (!main || scrolls(main)) return main ?? undefined
  const area = ({ clientWidth, clientHeight }: Element) => clientWidth * clientHeight
  return [...main.querySelectorAll('*')].filter(scrolls).sort((a, b) => area(b) - area(a))[0]
}
