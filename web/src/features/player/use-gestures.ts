import { type PointerEvent, useRef, useState } from 'react'

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
/** Pixels; smaller movements count as a tap. */
const start = 12
/** Maximum seconds that a swipe across the whole width seeks. */
const widthSeconds = 120

/**
 * Touch gestures: tap, double tap, horizontal swipe to seek; vertical swipe for brightness (left half) and volume
 * (right half) in full screen only, since otherwise a vertical swipe scrolls the page. The mouse uses the controls.
 */
export function useGestures(actions: GestureActions) {
  const [swipe, setSwipe] = useState<Swipe | null>(null)
  const from = useRef<{ id: number; x: number; y: number; kind: Swipe['kind'] | null } | null>(null)
  const tapped = useRef<{ timer: ReturnType<typeof setTimeout>; x: number } | null>(null)
  const latest = useRef(actions)
  latest.current = actions

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.pointerType === 'mouse' || !event.isPrimary) return
    from.current = { id: event.pointerId, x: event.clientX, y: event.clientY, kind: null }
    event.currentTarget.setPointerCapture?.(event.pointerId)
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const began = from.current
    if (!began || began.id !== event.pointerId) return
    const box = event.currentTarget.getBoundingClientRect()
    const { time, duration, volume, brightness, fullScreen } = latest.current
    const [dx, dy] = [event.clientX - began.x, event.clientY - began.y]
    if (!began.kind) {
      if (Math.hypot(dx, dy) < start) return
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

  function onPointerUp(event: PointerEvent<HTMLElement>) {
    const began = from.current
    if (!began || began.id !== event.pointerId) return
    from.current = null
    if (began.kind === 'seek' && swipe) latest.current.onSeek(swipe.value)
    setSwipe(null)
    if (!began.kind && Math.hypot(event.clientX - began.x, event.clientY - began.y) < start) tap(event)
  }

  function tap(event: PointerEvent<HTMLElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    const before = tapped.current
    if (before) {
      clearTimeout(before.timer)
      tapped.current = null
      return latest.current.onDoubleTap((event.clientX - box.left) / box.width)
    }
    const timer = setTimeout(() => {
      tapped.current = null
      latest.current.onTap()
    }, doubleTime)
    tapped.current = { timer, x: event.clientX }
  }

  function onPointerCancel() {
    from.current = null
    setSwipe(null)
  }

  return { swipe, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } }
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
