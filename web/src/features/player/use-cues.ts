import { type RefObject, useEffect, useState } from 'react'

/** The subtitle of this second. Drawn by us: the browser's own lie under the controls. */
export function useCues(video: RefObject<HTMLVideoElement | null>, source: string | null, on: boolean): string {
  const [text, setText] = useState('')
  useEffect(() => {
    const element = video.current
    const track = element?.textTracks[0]
    if (!element || !track || !source) return setText('')
    // Hidden tracks still tell of their cues.
    track.mode = on ? 'hidden' : 'disabled'
    // By the time itself: after a jump the browser has been seen to keep a cue that was over among the active ones.
    const show = () => {
      const { currentTime: at } = element
      const now = [...(track.cues ?? [])].filter(({ startTime, endTime }) => startTime <= at && at < endTime)
      setText(on ? now.map(plain).join('\n') : '')
    }
    // iPhones play full screen in a window of their own, where only theirs can be seen.
    const hand = () => {
      if (on) track.mode = 'showing'
    }
    const takeBack = () => {
      if (on) track.mode = 'hidden'
    }
    show()
    track.addEventListener('cuechange', show)
    element.addEventListener('timeupdate', show)
    element.addEventListener('webkitbeginfullscreen', hand)
    element.addEventListener('webkitendfullscreen', takeBack)
    return () => {
      track.removeEventListener('cuechange', show)
      element.removeEventListener('timeupdate', show)
      element.removeEventListener('webkitbeginfullscreen', hand)
      element.removeEventListener('webkitendfullscreen', takeBack)
    }
  }, [video, source, on])
  return text
}

const plain = (cue: TextTrackCue) => (cue as VTTCue).text.replace(/<[^>]*>/g, '')
