import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

const events = [
  'timeupdate',
  'durationchange',
  'progress',
  'play',
  'playing',
  'pause',
  'waiting',
  'seeking',
  'seeked',
  'canplay',
  'ended',
  'ratechange',
  'volumechange',
  'emptied',
]

const nothing = {
  ready: false,
  time: 0,
  duration: 0,
  buffered: 0,
  playing: false,
  waiting: false,
  ended: false,
  rate: 1,
  volume: 1,
}

/**
 * State of the media element, read again on each of its events. `wanted` records whether the user wants to play. Each
 * new link replaces the listeners, so that detaching the old video does not count as a pause by the user.
 */
export function useElementState(
  video: RefObject<HTMLVideoElement | null>,
  link: object,
  wanted: RefObject<boolean>,
): typeof nothing {
  const [state, setState] = useState(nothing)

  const look = useEffectEvent(({ type }: Event) => {
    if (type === 'play' || type === 'pause') wanted.current = type === 'play'
    const element = video.current
    if (element) setState(stateOf(element))
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new link object may have the same URL
  useEffect(() => {
    const element = video.current
    if (!element) return
    for (const name of events) element.addEventListener(name, look)
    return () => {
      for (const name of events) element.removeEventListener(name, look)
    }
  }, [link, video])

  return state
}

function stateOf(video: HTMLVideoElement) {
  const { currentTime, duration, paused, ended, readyState, seeking, playbackRate, volume, muted, buffered } = video
  let ready = 0
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime + 0.5) ready = Math.max(ready, buffered.end(index))
  }
  return {
    ready: readyState >= HTMLMediaElement.HAVE_CURRENT_DATA,
    time: currentTime,
    duration: Number.isFinite(duration) ? duration : 0,
    buffered: ready,
    playing: !paused && !ended,
    waiting: !paused && !ended && (seeking || readyState < HTMLMediaElement.HAVE_FUTURE_DATA),
    ended,
    rate: playbackRate,
    volume: muted ? 0 : volume,
  }
}
