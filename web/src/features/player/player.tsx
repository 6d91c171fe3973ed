import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { inlineVideo } from '../../platform/inline-video'
import { usePage } from '../../router/page-context'
import { cx } from '../../ui/cx'
import { Spinner } from '../../ui/spinner'
import { Controls } from './controls'
import { keyIsTaken, pressKey } from './keys'
import { agreeMobileData, mobileDataAgreed, onMobileData } from './mobile-data'
import { BigPlay, Bubble, Failed, Finished, MobileDataHint, RotationHint, SoundOnly, swipeText } from './overlays'
import { keepSettings, readSettings } from './settings'
import { SettingsPanel } from './settings-panel'
import { useAwake } from './use-awake'
import { useBeats, type VideoBeat } from './use-beats'
import { useCues } from './use-cues'
import { useFullScreen } from './use-full-screen'
import { useGestures } from './use-gestures'
import { useMediaSession } from './use-media-session'
import { type PlaybackOptions, usePlayback } from './use-playback'

export interface PlayerProps extends PlaybackOptions {
  video: RefObject<HTMLVideoElement | null>
  title: string
  subtitles: string | null
  poster?: string | null
  durationSeconds: number
  marks?: readonly number[]
  next?: { title: string; play(): void }
  onBeat(beat: VideoBeat): void
}

/** A video with controls for fingers, mouse and keys. Give it the chapter as `key`: a new one is a new player. */
export function Player(props: PlayerProps) {
  const [asked, setAsked] = useState(() => onMobileData() && !mobileDataAgreed())
  const [tapped, setTapped] = useState(false)
  if (!asked) return <Playing {...props} autoPlay={props.autoPlay || tapped} />
  return (
    <div className="relative aspect-video w-full overflow-hidden bg-black desk:rounded-card">
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
  const { video, title, subtitles, poster, durationSeconds, marks = [], next } = props
  const box = useRef<HTMLDivElement>(null)
  const [captions, setCaptions] = useState(() => readSettings().subtitles)
  const [audioOnly, setAudioOnly] = useState(false)
  const [settings, setSettings] = useState(false)
  const [brightness, setBrightness] = useState(1)
  const [said, setSaid] = useState('')
  const { active } = usePage()
  const playback = usePlayback(video, props)
  useBeats(video, props.onBeat)
  const fullScreen = useFullScreen(box, video)
  const cue = useCues(video, subtitles, captions)
  const { awake, wake, sleep } = useAwake(playback.playing && !settings)
  const duration = playback.duration || durationSeconds
  useMediaSession(video, title, next?.play)

  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => setSaid(''), 900)
    return () => clearTimeout(timer)
  }, [said])

  // A page that another one covers is silent.
  useEffect(() => {
    if (!active) video.current?.pause()
  }, [active, video])

  function showCaptions(on: boolean) {
    keepSettings({ subtitles: on })
    setCaptions(on)
  }

  function listen(on: boolean) {
    setAudioOnly(on)
    // The picture that nobody looks at is fetched as small as it comes.
    if (playback.levels.length > 1) playback.setLevel(on ? 0 : -1)
  }

  const { swipe, handlers } = useGestures({
    ...playback,
    duration,
    brightness,
    fullScreen: fullScreen.on,
    onTap: () => (awake ? sleep() : wake()),
    onDoubleTap: (part) => {
      if (part < 1 / 3) playback.seek(playback.time - 10)
      else if (part > 2 / 3) playback.seek(playback.time + 10)
      else return playback.toggle()
      setSaid(part < 0.5 ? '后退 10 秒' : '快进 10 秒')
    },
    onSeek: playback.seek,
    onVolume: playback.setVolume,
    onBrightness: setBrightness,
  })

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || keyIsTaken(event.key, event.target)) return
    const done = pressKey(event.key, {
      ...playback,
      duration,
      toggleFullScreen: fullScreen.toggle,
      toggleSubtitles: () => showCaptions(!captions),
    })
    if (done === null) return
    event.preventDefault()
    wake()
    setSaid(done)
  })
  useEffect(() => {
    if (!active) return
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [active])

  const smallWindow =
    document.pictureInPictureEnabled && !audioOnly
      ? () => {
          const element = video.current
          if (!element) return
          if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(() => {})
          else void element.requestPictureInPicture().catch(() => setSaid('现在不能小窗播放'))
        }
      : undefined

  const idle = !playback.playing && !playback.failure
  return (
    <section
      ref={box}
      aria-label="视频播放器"
      onPointerMove={(event) => event.pointerType === 'mouse' && wake()}
      onFocus={wake}
      className={cx(
        'relative overflow-hidden bg-black select-none',
        fullScreen.on ? 'size-full' : 'aspect-video w-full desk:rounded-card',
        !awake && playback.playing && 'cursor-none',
      )}
    >
      <video
        ref={video}
        {...inlineVideo}
        preload="metadata"
        poster={poster ?? undefined}
        aria-label={title}
        tabIndex={-1}
        style={brightness < 1 ? { filter: `brightness(${brightness})` } : undefined}
        className="size-full object-contain"
      >
        {subtitles && <track kind="subtitles" srcLang="zh" label="中文字幕" src={subtitles} />}
      </video>
      {audioOnly && <SoundOnly title={title} onPicture={() => listen(false)} />}
      {/* Takes the fingers' gestures and the mouse's clicks; keys and screen readers have the buttons. */}
      <div
        {...handlers}
        aria-hidden="true"
        onClick={(event) => {
          if ((event.nativeEvent as PointerEvent).pointerType === 'mouse') playback.toggle()
        }}
        onDoubleClick={(event) => {
          if ((event.nativeEvent as PointerEvent).pointerType === 'mouse') fullScreen.toggle()
        }}
        className={cx('absolute inset-0', fullScreen.on ? 'touch-none' : 'touch-pan-y')}
      />
      {cue && !idle && (
        <p
          className={cx(
            'pointer-events-none absolute inset-x-4 mx-auto w-fit max-w-[92%] rounded-item bg-black/65 px-2 py-0.5 text-center whitespace-pre-line text-white transition-[bottom]',
            fullScreen.on ? 'text-19' : 'text-14',
            awake ? 'bottom-22' : 'bottom-3',
          )}
        >
          {cue}
        </p>
      )}
      {playback.waiting && !playback.failure && (
        <span role="status" className="pointer-events-none absolute inset-0 grid place-items-center text-28 text-white">
          <Spinner />
          <span className="sr-only">正在加载...</span>
        </span>
      )}
      {(swipe || said) && <Bubble>{swipe ? swipeText(swipe, duration) : said}</Bubble>}
      {fullScreen.on && <RotationHint />}
      {idle && !playback.ended && <BigPlay onClick={playback.play} />}
      {playback.ended && <Finished next={next} onAgain={playback.play} />}
      {playback.failure && <Failed failure={playback.failure} onRetry={playback.retry} />}
      {!playback.failure && (
        <Controls
          playback={{ ...playback, duration }}
          shown={awake || idle}
          marks={marks}
          subtitles={subtitles ? captions : null}
          fullScreen={fullScreen.on}
          onSubtitles={showCaptions}
          onFullScreen={fullScreen.toggle}
          onSmallWindow={smallWindow}
          onSettings={() => setSettings(true)}
          next={next}
        />
      )}
      {settings && (
        <SettingsPanel
          playback={playback}
          subtitles={subtitles ? captions : null}
          audioOnly={audioOnly}
          onSubtitles={showCaptions}
          onAudioOnly={listen}
          onSmallWindow={smallWindow}
          onClose={() => setSettings(false)}
        />
      )}
    </section>
  )
}
