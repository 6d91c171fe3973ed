import { type RefObject, useEffect, useState } from 'react'

/** Current subtitle. Drawn by us, because the browser's own subtitles are below the controls. */
export function useCues(video: RefObject<HTMLVideoElement | null>, source: string | null, on: boolean): string {
  const [text, setText] = useState('')
  useEffect(() => {
    const element = video.current
    const track = element?.textTracks[0]
    if (!element || !track || !source) return setText('')
    // Hidden tracks still provide their cues.
    track.mode = on ? 'hidden' : 'disabled'
    // Selects cues by time, because after a seek browsers may keep an expired cue among the active ones.
    const show = () => {
      const { currentTime: at } = element
      const now = [...(track.cues ?? [])].filter(({ startTime, endTime }) => startTime <= at && at < endTime)
      setText(on ? now.map(plain).join('\n') : '')
    }
    // Shows native subtitles in the full-screen player of iPhones, which supports no others.
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
