import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { haptic } from '../../platform/haptic'

export interface GestureActions {
  time: number
  duration: number
  volume: number
  brightness: number
  fullScreen: boolean
  /** Toggles the controls. */
  onTap(): void
  /** Double tap; `part` is the horizontal position, 0 left to 1 right. */
  onDoubleTap(part: number): void
  /** Called with true when a long press begins and with false when it ends. Returns whether the press has an effect. */
  onHold(held: boolean): boolean
  onSeek(seconds: number): void
  onVolume(volume: number): void
  onBrightness(brightness: number): void
}

export interface Swipe {
  kind: 'seek' | 'volume' | 'brightness'
  value: number
}

/** Maximum milliseconds between the taps of a double tap. */
const doubleTime = 280
/** Milliseconds after which a press counts as a long press. */
const holdTime = 450
/** Movements below this number of pixels count as a tap. */
const start = 12
/** Maximum seconds that a swipe across the whole width seeks. */
const widthSeconds = 120

interface Press {
  id: number
  x: number
  y: number
  kind: Swipe['kind'] | 'hold' | null
}

/**
 * Touch gestures: tap, double tap, long press, horizontal swipe to seek; vertical swipe for brightness (left half) and
 * volume (right half) in full screen only, since otherwise a vertical swipe scrolls the page. The mouse uses the
 * controls.
 */
export function useGestures(actions: GestureActions) {
  const [swipe, setSwipe] = useState<Swipe | null>(null)
  const from = useRef<Press | null>(null)
  const holding = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(actions)
  latest.current = actions
  const tap = useTaps(latest)
  useEffect(() => () => clearTimeout(holding.current), [])

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.pointerType === 'mouse' || !event.isPrimary) return
    const press: Press = { id: event.pointerId, x: event.clientX, y: event.clientY, kind: null }
    from.current = press
    event.currentTarget.setPointerCapture?.(event.pointerId)
    clearTimeout(holding.current)
    holding.current = setTimeout(() => {
      if (from.current !== press || press.kind || !latest.current.onHold(true)) return
      press.kind = 'hold'
      haptic()
    }, holdTime)
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const began = from.current
    if (!began || began.id !== event.pointerId || began.kind === 'hold') return
    const box = event.currentTarget.getBoundingClientRect()
    const { time, duration, volume, brightness, fullScreen } = latest.current
    const [dx, dy] = [event.clientX - began.x, event.clientY - began.y]
    if (!began.kind) {
      if (Math.hypot(dx, dy) < start) return
      clearTimeout(holding.current)
      const sideways = Math.abs(dx) > Math.abs(dy)
      if (!sideways && !fullScreen) return
      began.kind = sideways ? 'seek' : began.x < box.left + box.width / 2 ? 'brightness' : 'volume'
    }
    if (began.kind === 'seek') {
      const span = Math.min(duration, widthSeconds)
      setSwipe({ kind: 'seek', value: clamp(time + (dx / box.width) * span, 0, duration) })
    } else {
      const before = began.kind === 'volume' ? volume : brightness
      const value = clamp(before - dy / box.height, began.kind === 'volume' ? 0 : 0.2, 1)
      // Reset, so that the next move is relative to this one.
      began.y = event.clientY
      setSwipe({ kind: began.kind, value })
      if (began.kind === 'volume') latest.current.onVolume(value)
      else latest.current.onBrightness(value)
    }
  }

  /** Ends the press. Returns it if it belongs to this pointer. */
  function release(event: PointerEvent<HTMLElement>): Press | null {
    const began = from.current
    if (!began || began.id !== event.pointerId) return null
    from.current = null
    clearTimeout(holding.current)
    if (began.kind === 'hold') latest.current.onHold(false)
    setSwipe(null)
    return began
  }

  function onPointerUp(event: PointerEvent<HTMLElement>) {
    const began = release(event)
    if (!began) return
    if (began.kind === 'seek' && swipe) latest.current.onSeek(swipe.value)
    if (!began.kind && Math.hypot(event.clientX - began.x, event.clientY - began.y) < start) tap(event)
  }

  /** A long press must not open the browser's menu of the video. */
  function onContextMenu(event: MouseEvent) {
    if (from.current) event.preventDefault()
  }

  const handlers = { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: release, onContextMenu }
  return { swipe, handlers }
}

/** Returns the function that distinguishes taps from double taps. */
function useTaps(latest: { readonly current: GestureActions }) {
  const tapped = useRef<ReturnType<typeof setTimeout>>(undefined)
  return (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    if (tapped.current) {
      clearTimeout(tapped.current)
      tapped.current = undefined
      return latest.current.onDoubleTap((event.clientX - box.left) / box.width)
    }
    tapped.current = setTimeout(() => {
      tapped.current = undefined
      latest.current.onTap()
    }, doubleTime)
  }
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
