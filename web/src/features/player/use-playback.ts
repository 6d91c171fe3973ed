import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { AttachedSource, Level, Trouble } from './attachment'
import { holdRate, readSettings, storeSettings } from './settings'
import { attach } from './source'
import { useElementState } from './use-element-state'
import { useVideoLink } from './use-video-link'

export interface PlaybackOptions {
  url: string
  startAt: number
  /** Whether to start automatically. Before the first tap browsers block this, and playback stays paused. */
  autoPlay: boolean
  /** Requests a new link to the same video. */
  refresh(): Promise<string>
  readOffline(url: string): Promise<Blob | undefined>
}

export interface Playback {
  time: number
  duration: number
  /** Seconds buffered from the start. */
  buffered: number
  playing: boolean
  waiting: boolean
  ended: boolean
  rate: number
  volume: number
  /** Why playback stopped; null while it works. */
  failure: 'network' | 'broken' | null
  levels: Level[]
  level: number
  toggle(): void
  play(): void
  seek(seconds: number): void
  setRate(rate: number): void
  /** Plays faster while `held`, without storing the speed. */
  holdFast(held: boolean): void
  setVolume(volume: number): void
  setLevel(index: number): void
  retry(): void
  /** Continues at `second`, also if the video is not attached yet. */
  resumeFrom(second: number): void
}

/** State of the media element, and its controls. */
export function usePlayback(video: RefObject<HTMLVideoElement | null>, options: PlaybackOptions): Playback {
  const { link, failure, setFailure, refresh, onTrouble } = useVideoLink(video, options)
  /** Whether to play once the video is attached: set by autoplay and by the user's last play or pause. */
  const wanted = useRef(options.autoPlay)
  const state = useElementState(video, link, wanted)
  const { keepPosition, ...levels } = useAttachedVideo(video, link, {
    readOffline: options.readOffline,
    onTrouble,
    onLost: () => setFailure('network'),
    onReady: (element) => {
      const { rate, volume } = readSettings()
      element.defaultPlaybackRate = rate
      element.playbackRate = rate
      element.volume = volume
      if (wanted.current) element.play().catch(() => {})
    },
  })

  const play = () => {
    wanted.current = true
    video.current?.play().catch(() => {})
  }

  return {
    ...state,
    ...levels,
    ...elementControls(video),
    // Until the video is loaded, the start position.
    time: state.ready ? state.time : link.at,
    failure,
    toggle: () => (video.current?.paused ? play() : video.current?.pause()),
    play,
    retry: () => void refresh(),
    resumeFrom: (second) => {
      keepPosition(second)
      wanted.current = true
      if (!video.current?.readyState) return
      video.current.currentTime = second
      play()
    },
  }
}

interface AttachOptions {
  readOffline: PlaybackOptions['readOffline']
  onTrouble(trouble: Trouble): void
  /** Called if the code that plays streams cannot be loaded. */
  onLost(): void
  onReady(element: HTMLVideoElement): void
}

/** Attaches the link to the element. Returns the qualities of the video. */
function useAttachedVideo(
  video: RefObject<HTMLVideoElement | null>,
  link: { url: string; at: number },
  options: AttachOptions,
): Pick<Playback, 'levels' | 'level' | 'setLevel'> & { keepPosition(second: number): void } {
  const [levels, setLevels] = useState<Level[]>([])
  const [level, chooseLevel] = useState(-1)
  const attached = useRef<AttachedSource | null>(null)
  /** Resolves when the previous video is detached; the element can have only one video at a time. */
  const free = useRef<Promise<unknown>>(Promise.resolve())
  /** Position when the link was detached, at which a page that was covered continues. */
  const left = useRef<{ link: object; at: number } | null>(null)
  const onTrouble = useEffectEvent(options.onTrouble)
  const onLost = useEffectEvent(options.onLost)
  const onReady = useEffectEvent(options.onReady)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new link object may have the same URL
  useEffect(() => {
    const element = video.current
    if (!element) return
    let here = true
    setLevels([])
    chooseLevel(-1)
    const ready = free.current.then(async () => {
      if (!here) return null
      const handle = await attach(element, {
        url: link.url,
        startAt: left.current?.link === link ? left.current.at : link.at,
        readOffline: options.readOffline,
        onLevels: (found) => here && setLevels(found),
        onTrouble: (trouble) => here && onTrouble(trouble),
      })
      if (here) {
        attached.current = handle
        onReady(element)
      }
      return handle
    })
    ready.catch(() => here && onLost())
    return () => {
      here = false
      // An element without data reports 0, which must not replace the position.
      if (element.readyState > 0) left.current = { link, at: element.currentTime }
      element.pause()
      attached.current = null
      free.current = ready.then(
        (handle) => handle?.detach(),
        () => {},
      )
    }
  }, [link, video])

  const setLevel = (index: number) => {
    chooseLevel(index)
    attached.current?.setLevel(index)
  }
  const keepPosition = (second: number) => {
    left.current = { link, at: second }
  }
  return { levels, level, setLevel, keepPosition }
}

/** Seeking, rate and volume; rate and volume are stored for the next video. */
function elementControls(
  video: RefObject<HTMLVideoElement | null>,
): Pick<Playback, 'seek' | 'setRate' | 'holdFast' | 'setVolume'> {
  return {
    seek: (seconds) => {
      const element = video.current
      if (!element) return
      const most = Number.isFinite(element.duration) ? element.duration : seconds
      element.currentTime = Math.min(Math.max(0, seconds), most)
    },
    setRate: (rate) => {
      storeSettings({ rate })
      if (!video.current) return
      video.current.defaultPlaybackRate = rate
      video.current.playbackRate = rate
    },
    holdFast: (isHeld) => {
      if (video.current) video.current.playbackRate = isHeld ? holdRate : video.current.defaultPlaybackRate
    },
    setVolume: (volume) => {
      const next = Math.min(1, Math.max(0, volume))
      storeSettings({ volume: next })
      if (!video.current) return
      video.current.muted = next === 0
      video.current.volume = next
    },
  }
}
