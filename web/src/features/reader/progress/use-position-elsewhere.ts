import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { serverNow } from '../../../api/clock'
import type { LastPlace } from '../highlights/store'
import type { Seen } from '../layout/use-layout'
import { readStoredPosition, type StoredPosition, storePosition } from './stored-position'

interface Options {
  curriculumId: string
  /** Whether the text is laid out and visible. */
  ready: boolean
  /** Last reading position on the server; undefined until requested. */
  newest: LastPlace | null | undefined
  go(place: LastPlace): void
}

/**
 * Why a chapter was opened: last position of the book, a chapter or position chosen in the book, or a passage looked up
 * from outside (a printed code, a search hit, a note).
 */
export type Opened = 'book' | 'chapter' | 'place' | 'passage'

/** Range of the visible characters. */
type Range = Pick<Seen, 'offset' | 'until'>

type Position = Pick<StoredPosition, 'chapterId' | 'locator'>

const keyOf = ({ chapterId, locator }: Position) => `${chapterId} ${locator.pid} ${locator.start}`

/** Whether two positions are in the same paragraph; then a jump between them is not offered. */
const isSame = (a: Position, b: Position) => a.chapterId === b.chapterId && a.locator.pid === b.locator.pid

const isApart = (a: Range, b: Range) => b.offset >= a.until || b.until <= a.offset

/**
 * Follows the reading position of another device: a book that was just opened jumps there, an open book offers
 * the jump. Until the user decides, this device must not report its own position as the newest.
 */
export function usePositionElsewhere({ curriculumId, ready, newest, go }: Options) {
  const [offer, setOffer] = useState<LastPlace | null>(null)
  const here = useRef<Position | null>(null)
  const opened = useRef<Opened>('place')
  /** Time at which the user chose this chapter; earlier positions of other devices are not offered. */
  const chosenAt = useRef(0)
  /** Time of this device's stored position when the book was opened; null after the first sync since then. */
  const atOpening = useRef<number | null>(null)
  /** Result of the last sync before the book was opened. */
  const knownBefore = useRef<LastPlace | null | undefined>(undefined)
  /** Time at which the user reached the position shown. */
  const movedAt = useRef(0)
  /** Key of the position that was reported last. */
  const reported = useRef('')
  /** Whether the user has interacted since the chapter was opened, or since the offer. */
  const touched = useRef(true)
  const touchedSinceOffer = useRef(true)
  /** Range of a looked-up passage until the user leaves it: it does not count as a reading position. */
  const passage = useRef<Range | 'opening' | null>(null)

  useEffect(() => {
    const touch = () => {
      touched.current = true
      touchedSinceOffer.current = true
    }
    const signs = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const
    for (const sign of signs) addEventListener(sign, touch, { capture: true, passive: true })
    return () => {
      for (const sign of signs) removeEventListener(sign, touch, { capture: true })
    }
  }, [])

  const settle = useEffectEvent((place: LastPlace) => {
    const stored = readStoredPosition(curriculumId)
    // Uses the time at opening: turning a page during the request must not make the older position of this device count
    // as the newer one.
    const ownAt = atOpening.current ?? stored?.at ?? 0
    if (place !== knownBefore.current) atOpening.current = null
    if (ownAt >= place.at || (stored && isSame(stored, place))) return setOffer(null)
    if (here.current && isSame(here.current, place)) return setOffer(null)
    const follows = opened.current === 'book' || place.chapterId === here.current?.chapterId
    if (!touched.current && follows) return go(place)
    if (place.at <= chosenAt.current) return setOffer(null)
    if (offer?.at !== place.at) touchedSinceOffer.current = false
    setOffer(place)
  })
  useEffect(() => {
    if (ready && newest) settle(newest)
  }, [ready, newest])

  return {
    offer,
    open: (why: Opened) => {
      opened.current = why
      chosenAt.current = why === 'book' ? 0 : serverNow()
      atOpening.current = why === 'book' ? (readStoredPosition(curriculumId)?.at ?? 0) : null
      knownBefore.current = newest
      passage.current = why === 'passage' ? 'opening' : null
      touched.current = why === 'place' || why === 'passage'
    },
    /** Called after each rendering of the text, also if only the layout has changed and not the position. */
    seen: (place: Position, range: Range) => {
      if (passage.current === 'opening') passage.current = range
      else if (passage.current && isApart(passage.current, range)) passage.current = null
      if (passage.current) {
        here.current = place
        return
      }
      const isMoved = !here.current || keyOf(here.current) !== keyOf(place)
      here.current = place
      if (isMoved) movedAt.current = serverNow()
      if (isMoved && touched.current) storePosition(curriculumId, { ...place, at: movedAt.current })
    },
    accept: () => {
      if (!offer) return
      setOffer(null)
      storePosition(curriculumId, { ...offer, at: serverNow() })
      go(offer)
    },
    /** Declining makes this device's position the newest. */
    decline: () => {
      setOffer(null)
      reported.current = ''
      movedAt.current = serverNow()
      if (here.current) storePosition(curriculumId, { ...here.current, at: serverNow() })
    },
    /** Returns a heartbeat's position. An unmoved device sends no locator: it would replace a newer position. */
    report: (place: Position & { reached: string }) => {
      if (newest === undefined || (offer && !touchedSinceOffer.current)) return null
      if (passage.current) return { locator: null, reached: place.reached }
      const isMoved = reported.current !== keyOf(place)
      reported.current = keyOf(place)
      // Sends the time of the move, because another device may have moved since then.
      if (isMoved) return { locator: place.locator, placedAt: movedAt.current, reached: place.reached }
      return { locator: null, reached: place.reached }
    },
  }
}
