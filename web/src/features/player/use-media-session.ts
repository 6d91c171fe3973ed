import { appConstants } from '@dxx/contract/rules/constants'
import { type RefObject, useEffect, useEffectEvent } from 'react'

interface MediaSessionOptions {
  title: string
  /** Course of the lesson; the product's name without one. */
  album?: string
  poster?: string | null
  next?: () => void
}

/** Metadata, position and actions for the lock screen and headset buttons. */
export function useMediaSession(
  video: RefObject<HTMLVideoElement | null>,
  { title, album, poster, next }: MediaSessionOptions,
): void {
  const goOn = useEffectEvent(() => next?.())
  const hasNext = next !== undefined
  useEffect(() => {
    const session = navigator.mediaSession
    if (!session || !('MediaMetadata' in window)) return
    const artwork = poster ? [{ src: new URL(poster, location.href).href }] : []
    session.metadata = new MediaMetadata({
      title,
      artist: appConstants.name,
      album: album ?? appConstants.name,
      artwork,
    })
    const actions = actionsOf(video, hasNext ? goOn : null)
    for (const [name, act] of actions) setAction(session, name, act)
    return () => {
      session.metadata = null
      for (const [name] of actions) setAction(session, name, null)
    }
  }, [video, title, album, poster, hasNext])

  useEffect(() => {
    const element = video.current
    const session = navigator.mediaSession
    if (!element || !session?.setPositionState) return
    const updateState = () => {
      session.playbackState = element.paused ? 'paused' : 'playing'
      const { duration, currentTime, playbackRate } = element
      if (!Number.isFinite(duration) || duration <= 0) return
      session.setPositionState({ duration, position: Math.min(currentTime, duration), playbackRate })
    }
    const events = ['play', 'pause', 'seeked', 'ratechange', 'durationchange'] as const
    for (const event of events) element.addEventListener(event, updateState)
    return () => {
      for (const event of events) element.removeEventListener(event, updateState)
      session.playbackState = 'none'
    }
  }, [video])
}

type Action = [MediaSessionAction, MediaSessionActionHandler | null]

function actionsOf(video: RefObject<HTMLVideoElement | null>, next: (() => void) | null): Action[] {
  const skip = (by: number) => () => {
    if (video.current) video.current.currentTime += by
  }
  return [
    ['play', () => void video.current?.play().catch(() => {})],
    ['pause', () => video.current?.pause()],
    ['seekbackward', skip(-10)],
    ['seekforward', skip(10)],
    [
      'seekto',
      ({ seekTime }) => {
        if (video.current && seekTime !== undefined) video.current.currentTime = seekTime
      },
    ],
    ['nexttrack', next],
  ]
}

/** Browsers throw for actions that they do not know. */
function setAction(session: MediaSession, ...[name, act]: Action): void {
  try {
    session.setActionHandler(name, act)
  } catch {}
}
