import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { keepSettings, readSettings } from './settings'
import { type Attached, attach, type Trouble } from './source'
import type { Level } from './stream'

export interface PlaybackOptions {
  url: string
  startAt: number
  /** Whether it may start by itself; browsers refuse that before the first tap, and then it waits. */
  autoPlay: boolean
  /** A new link to the same video. */
  refresh(): Promise<string>
  kept(url: string): Promise<Blob | undefined>
}

export interface Playback {
  time: number
  duration: number
  /** Seconds that are ready to play, from the beginning. */
  buffered: number
  playing: boolean
  waiting: boolean
  ended: boolean
  rate: number
  volume: number
  /** Why it does not go on; null while it does. */
  failure: 'network' | 'broken' | null
  levels: Level[]
  level: number
  toggle(): void
  play(): void
  seek(seconds: number): void
  setRate(rate: number): void
  setVolume(volume: number): void
  setLevel(index: number): void
  retry(): void
}

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

/** What the element does, as state, and everything that can be asked of it. */
export function usePlayback(video: RefObject<HTMLVideoElement | null>, options: PlaybackOptions): Playback {
  const [state, setState] = useState(nothing)
  const [failure, setFailure] = useState<Playback['failure']>(null)
  const [levels, setLevels] = useState<Level[]>([])
  const [level, chooseLevel] = useState(-1)
  /** The link in use: the one given, or a newer one; `at` is where to go on. */
  const [link, setLink] = useState({ url: options.url, at: options.startAt })
  /** Whether it is to play once its link is good: also tapped while there is none, and not where somebody has paused it. */
  const wanted = useRef(options.autoPlay)
  const attached = useRef<Attached | null>(null)
  /** The element has one video at a time: the next one waits until the last has let go. */
  const free = useRef<Promise<unknown>>(Promise.resolve())
  /** Where the last new link was asked for: twice at the same second means that another one does not help. */
  const mendedAt = useRef(-1)

  async function mend() {
    const at = video.current?.currentTime || link.at
    mendedAt.current = at
    try {
      const url = await options.refresh()
      setFailure(null)
      setLink({ url, at })
    } catch {
      setFailure('network')
    }
  }

  const onTrouble = useEffectEvent((trouble: Trouble) => {
    const at = video.current?.currentTime || link.at
    // Once by itself, also for a network that failed: most of that is over before anybody could tap.
    if (trouble !== 'broken' && mendedAt.current !== at) return void mend()
    setFailure(trouble === 'broken' ? 'broken' : 'network')
  })

  const look = useEffectEvent(({ type }: Event) => {
    if (type === 'play' || type === 'pause') wanted.current = type === 'play'
    const element = video.current
    if (element) setState(stateOf(element))
  })

  const start = useEffectEvent((element: HTMLVideoElement) => {
    const { rate, volume } = readSettings()
    element.defaultPlaybackRate = rate
    element.playbackRate = rate
    element.volume = volume
    if (wanted.current) element.play().catch(() => {})
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new link is a new object, also to the same address
  useEffect(() => {
    const element = video.current
    if (!element) return
    let here = true
    for (const name of events) element.addEventListener(name, look)
    setLevels([])
    chooseLevel(-1)
    const ready = free.current.then(async () => {
      if (!here) return null
      const handle = await attach(element, {
        url: link.url,
        startAt: link.at,
        kept: options.kept,
        onLevels: (found) => here && setLevels(found),
        onTrouble: (trouble) => here && onTrouble(trouble),
      })
      if (here) {
        attached.current = handle
        start(element)
      }
      return handle
    })
    // The code that plays streams did not come.
    ready.catch(() => here && setFailure('network'))
    return () => {
      here = false
      for (const name of events) element.removeEventListener(name, look)
      element.pause()
      attached.current = null
      free.current = ready.then(
        (handle) => handle?.detach(),
        () => {},
      )
    }
  }, [link, video])

  const again = useEffectEvent(() => void mend())
  useEffect(() => {
    if (failure !== 'network') return
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [failure])

  const play = () => {
    wanted.current = true
    video.current?.play().catch(() => {})
  }

  return {
    ...state,
    // Before anything is loaded: where it will go on.
    time: state.ready ? state.time : link.at,
    failure,
    levels,
    level,
    toggle: () => (video.current?.paused ? play() : video.current?.pause()),
    play,
    seek: (seconds) => {
      const element = video.current
      if (!element) return
      const most = Number.isFinite(element.duration) ? element.duration : seconds
      element.currentTime = Math.min(Math.max(0, seconds), most)
    },
    setRate: (rate) => {
      keepSettings({ rate })
      if (!video.current) return
      video.current.defaultPlaybackRate = rate
      video.current.playbackRate = rate
    },
    setVolume: (volume) => {
      const next = Math.min(1, Math.max(0, volume))
      keepSettings({ volume: next })
      if (!video.current) return
      video.current.muted = next === 0
      video.current.volume = next
    },
    setLevel: (index) => {
      chooseLevel(index)
      attached.current?.setLevel(index)
    },
    retry: () => void mend(),
  }
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
