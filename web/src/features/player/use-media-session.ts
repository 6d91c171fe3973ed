import { app } from '@dxx/contract/rules/constants'
import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Metadata and actions for the lock screen and headset buttons. */
export function useMediaSession(video: RefObject<HTMLVideoElement | null>, title: string, next?: () => void): void {
  const goOn = useEffectEvent(() => next?.())
  const hasNext = next !== undefined
  useEffect(() => {
    const session = navigator.mediaSession
    if (!session || !('MediaMetadata' in window)) return
    session.metadata = new MediaMetadata({ title, artist: app.name })
    const skip = (by: number) => () => {
      if (video.current) video.current.currentTime += by
    }
    const actions: [MediaSessionAction, (() => void) | null][] = [
      ['seekbackward', skip(-10)],
      ['seekforward', skip(10)],
      ['nexttrack', hasNext ? goOn : null],
    ]
    for (const [name, act] of actions) session.setActionHandler(name, act)
    return () => {
      session.metadata = null
      for (const [name] of actions) session.setActionHandler(name, null)
    }
  }, [video, title, hasNext])
}
