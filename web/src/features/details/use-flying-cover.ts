import { type RefObject, useLayoutEffect } from 'react'

const flightTime = 260

/**
 * Moves the cover of the link that opened this page to its place here, while the pages slide. Only where the previous
 * page is still visible: on phones, and not with reduced motion.
 */
export function useFlyingCover(id: string, target: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const place = target.current
    // Both the skeleton and the loaded page call this; only the first call starts the movement.
    if (document.querySelector('[data-flying]')) return
    if (!place || window.matchMedia?.('(prefers-reduced-motion: reduce)').matches) return
    const cover = coverOfLink(id, place)
    if (cover) fly(cover, placeAfterSlide(place))
  }, [id, target])
}

/** Finds the visible cover in a link to the curriculum on another page. */
function coverOfLink(id: string, place: HTMLElement): Element | undefined {
  const page = place.closest('section')
  return [...document.querySelectorAll(`a[href*="details?id=${CSS.escape(id)}"]`)]
    .filter((link) => !page?.contains(link))
    .flatMap((link) => link.querySelector('svg[viewBox="0 0 120 160"], svg[viewBox="0 0 192 108"], img') ?? [])
    .find((cover) => {
      const { width, top, bottom } = cover.getBoundingClientRect()
      return width > 0 && bottom > 0 && top < innerHeight
    })
}

/** Position of an element after its page has slid in. */
function placeAfterSlide(place: HTMLElement): DOMRect {
  const { x, y, width, height } = place.getBoundingClientRect()
  const page = place.closest('section')?.getBoundingClientRect()
  return new DOMRect(x - (page?.x ?? 0), y, width, height)
}

function fly(cover: Element, to: DOMRect): void {
  const from = cover.getBoundingClientRect()
  const copy = cover.cloneNode(true) as HTMLElement
  copy.setAttribute('aria-hidden', 'true')
  copy.setAttribute('data-flying', '')
  copy.removeAttribute('class')
  Object.assign(copy.style, {
    ...{
      position: 'fixed',
      zIndex: '50',
      left: '0',
      top: '0',
      pointerEvents: 'none',
      color: '#fff',
      objectFit: 'cover',
    },
    ...{ width: `${to.width}px`, height: `${to.height}px`, transformOrigin: '0 0', borderRadius: '10px' },
  })
  document.body.append(copy)
  const start = `translate(${from.x}px, ${from.y}px) scale(${from.width / to.width}, ${from.height / to.height})`
  const end = `translate(${to.x}px, ${to.y}px)`
  const frames = [{ transform: start }, { transform: end, opacity: 1, offset: 0.85 }, { transform: end, opacity: 0 }]
  const flight = copy.animate?.(frames, { duration: flightTime, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' })
  if (!flight) {
    copy.remove()
    return
  }
  flight.onfinish = () => copy.remove()
  flight.oncancel = () => copy.remove()
}
