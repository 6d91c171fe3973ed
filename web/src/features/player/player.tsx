import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { getCurrentPage } from '../../router/navigation'
import { usePage } from '../../router/page-context'
import { cx } from '../../ui/cx'
import { track } from '../tracking/track'
import { Controls } from './controls'
import { EndCard, type NextLesson } from './end-card'
import { agreeMobileData, mobileDataAgreed, onMobileData } from './mobile-data'
import { BigPlay, Bubble, Failed, MobileDataHint, RotationHint, SoundOnly, swipeText } from './overlays'
import { BufferingSpinner, GestureLayer, Subtitle, VideoPicture } from './picture'
import { Playhead, sectionsOf } from './playhead'
import { holdRate, readSettings, storeSettings } from './settings'
import { SettingsPanel } from './settings-panel'
import { smallWindowToggle } from './small-window'
import { useControlsVisible } from './use-awake'
import { useCues } from './use-cues'
import { useFullScreen } from './use-full-screen'
import { useGestures } from './use-gestures'
import { useKeys } from './use-keys'
import { useMediaSession } from './use-media-session'
import { type Playback, type PlaybackOptions, usePlayback } from './use-playback'
import { usePlayhead } from './use-playhead'
import { useVideoHeartbeats, type VideoHeartbeat } from './use-video-heartbeats'

export interface PlayerProps extends PlaybackOptions {
  video: RefObject<HTMLVideoElement | null>
  title: string
  subtitles: string | null
  poster?: string | null
  durationSeconds: number
  noteSeconds?: readonly number[]
  questionSeconds?: readonly number[]
  next?: NextLesson
  /** Whether the video has no sound. */
  isSilent?: boolean
  /** Course of the lesson, for the lock screen. */
  album?: string
  /** Receives the time and the subtitles for elements beside the video. */
  playhead?: Playhead
  onHeartbeat(heartbeat: VideoHeartbeat): void
  /** Called if the page is left or covered while the video plays; otherwise the video only stops. */
  onLeave?(second: number): void
  /** Called when the page is shown. Returns the second at which the video continues, or null. */
  onReturn?(): number | null
}

/** On a phone held sideways, the whole picture fits below the title of the page. */
const wholeInShortWindow = '[@media(max-height:480px)]:max-h-[calc(100dvh-56px)]'

/** Video player with controls for touch, mouse and keyboard. Use the chapter as `key`: one player per chapter. */
export function Player(props: PlayerProps) {
  const [asked, setAsked] = useState(() => onMobileData() && !mobileDataAgreed())
  const [tapped, setTapped] = useState(false)
  if (!asked) return <Playing {...props} autoPlay={props.autoPlay || tapped} />
  return (
    <div className={cx('relative aspect-video w-full overflow-hidden bg-black desk:rounded-card', wholeInShortWindow)}>
      <MobileDataHint
        minutes={Math.round(props.durationSeconds / 60)}
        onAgree={() => {
          agreeMobileData()
          setTapped(true)
          setAsked(false)
        }}
      />
    </div>
  )
}

function Playing(props: PlayerProps) {
  const { video, title, subtitles, durationSeconds, noteSeconds = [], questionSeconds = [], next } = props
  const box = useRef<HTMLDivElement>(null)
  const [captions, showCaptions] = useCaptions()
  const [settings, setSettings] = useState(false)
  const [brightness, setBrightness] = useState(1)
  const { playhead, sections } = useTimeline(props.playhead)
  const { active } = usePage()
  const playback = usePlayback(video, props)
  const { isPressed, onHold } = useHold(playback)
  useVideoHeartbeats(video, props.onHeartbeat)
  const fullScreen = useFullScreen(box, video)
  const cue = useCues(video, subtitles, captions, playhead)
  const { awake, wake, sleep } = useControlsVisible(playback.playing && !settings)
  const duration = playback.duration || durationSeconds
  useMediaSession(video, { ...props, next: next && !next.locked ? next.play : undefined })
  useTracking(playback.playing, title)
  const [shortText, showShortText] = useShortText()
  useLeaving(video, playback, props)
  useStartFocus(box, playback.playing)
  const { audioOnly, setAudioOnly } = useAudioOnly(playback)
  const smallWindow = smallWindowToggle(video, () => showShortText('现在不能小窗播放'))

  const { swipe, handlers } = useGestures({
    ...playback,
    ...{ duration, brightness },
    fullScreen: fullScreen.on,
    onTap: () => (awake ? sleep() : wake()),
    onDoubleTap: (part) => doubleTap(part, playback, showShortText),
    ...{ onHold, onSeek: playback.seek },
    onVolume: playback.setVolume,
    onBrightness: setBrightness,
  })
  useKeys(active, {
    ...{ ...playback, duration, box },
    fullScreen: fullScreen.on,
    toggleFullScreen: fullScreen.toggle,
    toggleSubtitles: () => showCaptions(!captions),
    onDone: (text) => {
      wake()
      showShortText(text)
    },
  })

  const idle = !playback.playing && !playback.failure
  const choices = {
    subtitles: subtitles ? captions : null,
    onSubtitles: showCaptions,
    onSmallWindow: audioOnly ? undefined : smallWindow,
  }
  return (
    <section
      ref={box}
      aria-label="视频播放器"
      // Focusable, so that the keys control the player after a click on the picture.
      tabIndex={-1}
      onPointerMove={(event) => event.pointerType === 'mouse' && wake()}
      onFocus={wake}
      className={cx(
        'relative overflow-hidden bg-black outline-none select-none',
        fullScreen.on ? 'size-full' : cx('aspect-video w-full desk:rounded-card', wholeInShortWindow),
        !awake && playback.playing && 'cursor-none',
      )}
    >
      <VideoPicture {...props} brightness={brightness} />
      {audioOnly && <SoundOnly title={title} onPicture={() => setAudioOnly(false)} />}
      <GestureLayer handlers={handlers} onClick={playback.toggle} fullScreen={fullScreen} />
      {cue && !idle && <Subtitle text={cue} large={fullScreen.on} raised={awake} />}
      {playback.waiting && !playback.failure && <BufferingSpinner />}
      {(swipe || isPressed || shortText) && (
        <Bubble>{swipe ? swipeText(swipe, duration) : isPressed ? `${holdRate} 倍速播放中` : shortText}</Bubble>
      )}
      {fullScreen.on && <RotationHint />}
      <StatusOverlay playback={playback} next={next} />
      {!playback.failure && (
        <Controls
          {...choices}
          playback={{ ...playback, duration }}
          shown={(awake || idle) && !isPressed}
          {...{ noteSeconds, questionSeconds, sections }}
          url={props.url}
          fullScreen={fullScreen.on}
          onFullScreen={fullScreen.toggle}
          onSettings={() => setSettings(true)}
          next={next?.locked ? undefined : next}
        />
      )}
      {settings && (
        <SettingsPanel
          {...choices}
          playback={playback}
          audioOnly={audioOnly}
          fullScreen={fullScreen.on}
          onAudioOnly={props.isSilent ? undefined : setAudioOnly}
          onClose={() => setSettings(false)}
        />
      )}
    </section>
  )
}

/** Whether subtitles are shown, stored for the next video. */
function useCaptions() {
  const [captions, setCaptions] = useState(() => readSettings().subtitles)
  const showCaptions = (on: boolean) => {
    storeSettings({ subtitles: on })
    setCaptions(on)
  }
  return [captions, showCaptions] as const
}

/** Stops the video when its page is left or covered, and continues when it is shown again if `onReturn` says so. */
function useLeaving(
  video: PlayerProps['video'],
  { playing, resumeFrom }: Pick<Playback, 'playing' | 'resumeFrom'>,
  props: Pick<PlayerProps, 'onLeave' | 'onReturn'>,
): void {
  const { active, key } = usePage()
  const onLeave = useEffectEvent((second: number) => props.onLeave?.(second))
  const onReturn = useEffectEvent(() => {
    const second = props.onReturn?.() ?? null
    if (second !== null) resumeFrom(second)
  })
  const leaves = props.onLeave !== undefined
  // State at the last event of the element: the shell pauses all media of a hidden page before the cleanup below runs.
  const wasPlaying = useRef(playing)
  wasPlaying.current = playing
  // A layout effect: its cleanup runs before the video is detached, also if the page is removed at once.
  useLayoutEffect(() => {
    const element = video.current
    if (!active || !element) return
    onReturn()
    return () => {
      // If another lesson of the same page was opened, the small player does not continue this one.
      if (leaves && wasPlaying.current && getCurrentPage().key !== key) onLeave(element.currentTime)
      element.pause()
    }
  }, [active, video, key, leaves])
}

/** Returns the playhead, which a page may pass, and the sections of the video. */
function useTimeline(given: Playhead | undefined) {
  const [localPlayhead] = useState(() => new Playhead())
  const playhead = given ?? localPlayhead
  const cues = usePlayhead(playhead, (head) => head.cues)
  return { playhead, sections: useMemo(() => sectionsOf(cues), [cues]) }
}

/** Plays faster during a long press. A paused video is not started. */
function useHold({ playing, holdFast }: Playback) {
  const [isPressed, setIsPressed] = useState(false)
  function onHold(on: boolean): boolean {
    if (on && !playing) return false
    holdFast(on)
    setIsPressed(on)
    return true
  }
  return { isPressed, onHold }
}

/** Double tap: seeks at the sides, plays or pauses in the middle. `part`: horizontal position from 0 to 1. */
function doubleTap(part: number, { seek, time, toggle }: Playback, say: (text: string) => void): void {
  if (part >= 1 / 3 && part <= 2 / 3) {
    toggle()
    return
  }
  seek(part < 1 / 3 ? time - 10 : time + 10)
  say(part < 0.5 ? '后退 10 秒' : '快进 10 秒')
}

/** Overlay of the picture: play button, end of the video or failure. */
function StatusOverlay({ playback, next }: { playback: Playback; next: PlayerProps['next'] }) {
  const { playing, ended, failure, play, retry } = playback
  return (
    <>
      {!playing && !failure && !ended && <BigPlay onClick={play} />}
      {ended && <EndCard next={next} onAgain={play} />}
      {failure && <Failed failure={failure} onRetry={retry} />}
    </>
  )
}

/** Moves the focus to the player when the pressed play button disappears, so that the keys control the player. */
function useStartFocus(box: RefObject<HTMLElement | null>, playing: boolean): void {
  useEffect(() => {
    const { activeElement } = document
    if (playing && (!activeElement || activeElement === document.body)) box.current?.focus({ preventScroll: true })
  }, [playing, box])
}

/** Tracks the first start of each lesson. */
function useTracking(playing: boolean, title: string): void {
  const { query } = usePage()
  const tracked = useRef('')
  useEffect(() => {
    if (!playing || tracked.current === title) return
    tracked.current = title
    track('play', query.chapter ?? query.id)
  }, [playing, title, query])
}

/** A text that disappears after 900 ms. */
function useShortText() {
  const [text, setText] = useState('')
  useEffect(() => {
    if (!text) return
    const timer = setTimeout(() => setText(''), 900)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText] as const
}

function useAudioOnly({ levels, setLevel }: Playback) {
  const [audioOnly, set] = useState(false)
  function setAudioOnly(on: boolean) {
    set(on)
    // With audio only, the hidden picture is fetched at the lowest quality.
    if (levels.length > 1) setLevel(on ? 0 : -1)
  }
  return { audioOnly, setAudioOnly }
}
