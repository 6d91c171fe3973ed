import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { serverNow } from '../../api/clock'
import { randomUuid } from '../../api/random-uuid'
import { createWatched } from './watched'

export interface VideoHeartbeat {
  session: string
  seconds: number
  at: number
  second: number
  watched: [number, number][]
}

/** Milliseconds between two heartbeats. */
const pulse = 15_000

/**
 * Sends heartbeats of a video: one session per player, with its cumulative state. Every 15 s while playing, and at once
 * on pause, end and leaving the page.
 */
export function useVideoHeartbeats(
  video: RefObject<HTMLVideoElement | null>,
  send: (heartbeat: VideoHeartbeat) => void,
): void {
  const session = useRef<{ id: string; watched: ReturnType<typeof createWatched>; sent: string } | null>(null)
  const tell = useEffectEvent(send)

  useEffect(() => {
    const element = video.current
    if (!element) return
    session.current ??= { id: randomUuid(), watched: createWatched(), sent: '' }
    const { id, watched } = session.current

    const heartbeat = () => {
      const news = session.current
      const second = Math.floor(element.currentTime)
      const seconds = watched.seconds()
      if (!news || seconds === 0 || news.sent === `${seconds} ${second}`) return
      news.sent = `${seconds} ${second}`
      tell({ session: id, seconds, at: serverNow(), second, watched: watched.ranges() })
    }
    const tick = () => {
      if (!element.paused && !element.seeking) watched.tick(element.currentTime, element.playbackRate)
    }
    const stop = () => {
      watched.tick(element.currentTime, element.playbackRate)
      watched.breakOff()
      heartbeat()
    }
    const hide = () => {
      if (document.hidden) heartbeat()
    }
    const timer = setInterval(() => !element.paused && heartbeat(), pulse)
    element.addEventListener('timeupdate', tick)
    element.addEventListener('seeking', watched.breakOff)
    element.addEventListener('emptied', watched.breakOff)
    element.addEventListener('pause', stop)
    element.addEventListener('ended', stop)
    document.addEventListener('visibilitychange', hide)
    addEventListener('pagehide', heartbeat)
    return () => {
      clearInterval(timer)
      element.removeEventListener('timeupdate', tick)
      element.removeEventListener('seeking', watched.breakOff)
      element.removeEventListener('emptied', watched.breakOff)
      element.removeEventListener('pause', stop)
      element.removeEventListener('ended', stop)
      document.removeEventListener('visibilitychange', hide)
      removeEventListener('pagehide', heartbeat)
      heartbeat()
    }
  }, [video])
}
