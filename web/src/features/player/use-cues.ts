import { type RefObject, useEffect, useState } from 'react'
import { type Cue, cueOf, type Playhead } from './playhead'

/**
 * Current subtitle, drawn by us, because the browser's own subtitles are below the controls. Reports all subtitles and
 * the current time to the playhead, also while subtitles are off.
 */
export function useCues(
  video: RefObject<HTMLVideoElement | null>,
  source: string | null,
  on: boolean,
  playhead: Playhead,
): string {
  const [text, setText] = useState('')
  useEffect(() => {
    const element = video.current
    if (!element) return
    const move = () => playhead.set({ time: element.currentTime })
    element.addEventListener('timeupdate', move)
    element.addEventListener('seeking', move)
    return () => {
      element.removeEventListener('timeupdate', move)
      element.removeEventListener('seeking', move)
    }
  }, [video, playhead])

  useEffect(() => {
    const element = video.current
    const track = element?.textTracks[0]
    if (!element || !track || !source) return setText('')
    // Hidden tracks still provide their cues.
    track.mode = 'hidden'
    let cues: readonly Cue[] = []
    const read = () => {
      if (cues.length === (track.cues?.length ?? 0)) return
      cues = [...(track.cues ?? [])].map((cue) => cueOf(cue as VTTCue))
      playhead.set({ cues })
    }
    // Selects cues by time, because after a seek browsers may keep an expired cue among the active ones.
    const show = () => {
      read()
      const { currentTime: at } = element
      const now = cues.filter(({ start, end }) => start <= at && at < end)
      setText(on ? now.map((cue) => cue.text).join('\n') : '')
    }
    // In the full-screen player of iPhones, which shows no other subtitles, the native ones are switched on.
    const hand = () => {
      if (on) track.mode = 'showing'
    }
    const takeBack = () => {
      track.mode = 'hidden'
    }
    const file = element.querySelector('track')
    show()
    track.addEventListener('cuechange', show)
    file?.addEventListener('load', show)
    element.addEventListener('timeupdate', show)
    element.addEventListener('webkitbeginfullscreen', hand)
    element.addEventListener('webkitendfullscreen', takeBack)
    return () => {
      track.removeEventListener('cuechange', show)
      file?.removeEventListener('load', show)
      element.removeEventListener('timeupdate', show)
      element.removeEventListener('webkitbeginfullscreen', hand)
      element.removeEventListener('webkitendfullscreen', takeBack)
    }
  }, [video, source, on, playhead])
  return text
}
