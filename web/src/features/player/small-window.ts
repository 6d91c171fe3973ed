import type { RefObject } from 'react'

/** Opens and closes picture-in-picture; undefined where the browser has none. */
export function smallWindowToggle(video: RefObject<HTMLVideoElement | null>, onRefused: () => void) {
  if (!document.pictureInPictureEnabled) return undefined
  return () => {
    const element = video.current
    if (!element) return
    if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(() => {})
    else void element.requestPictureInPicture().catch(onRefused)
  }
}
