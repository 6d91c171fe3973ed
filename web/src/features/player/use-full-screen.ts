import { type RefObject, useEffect, useState } from 'react'

interface OldVideo extends HTMLVideoElement {
  webkitEnterFullscreen?(): void
}
interface Lockable {
  lock?(orientation: 'landscape'): Promise<void>
  unlock?(): void
}

export interface FullScreen {
  on: boolean
  toggle(): void
}

/** Full screen for the player with its controls; on iPhones for the video only. */
export function useFullScreen(
  box: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
): FullScreen {
  const [on, setOn] = useState(false)
  useEffect(() => {
    const changed = () => setOn(document.fullscreenElement !== null && document.fullscreenElement === box.current)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [box])

  async function toggle() {
    const orientation = screen.orientation as (ScreenOrientation & Lockable) | undefined
    if (document.fullscreenElement) {
      orientation?.unlock?.()
      return document.exitFullscreen().catch(() => {})
    }
    try {
      if (!box.current?.requestFullscreen) throw new Error('no full screen for boxes')
      await box.current.requestFullscreen()
    } catch {
      return (video.current as OldVideo | null)?.webkitEnterFullscreen?.()
    }
    const { videoWidth = 0, videoHeight = 0 } = video.current ?? {}
    // Where the orientation cannot be locked, RotationHint is shown.
    if (videoWidth > videoHeight) await orientation?.lock?.('landscape').catch(() => {})
  }

  return { on, toggle: () => void toggle() }
}
