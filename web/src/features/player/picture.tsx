import type { ComponentProps, RefObject } from 'react'
import { inlineVideo } from '../../platform/inline-video'
import { cx } from '../../ui/cx'
import { Spinner } from '../../ui/spinner'
import type { FullScreen } from './use-full-screen'

interface PictureProps {
  video: RefObject<HTMLVideoElement | null>
  title: string
  subtitles: string | null
  poster?: string | null
  brightness: number
}

export function VideoPicture({ video, title, subtitles, poster, brightness }: PictureProps) {
  return (
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
  )
}

interface GestureLayerProps {
  handlers: ComponentProps<'div'>
  onClick(): void
  fullScreen: FullScreen
}

/** Receives touch gestures and mouse clicks; keyboard and screen reader users have the buttons. */
export function GestureLayer({ handlers, onClick, fullScreen }: GestureLayerProps) {
  return (
    <div
      {...handlers}
      aria-hidden="true"
      onClick={(event) => {
        if ((event.nativeEvent as PointerEvent).pointerType === 'mouse') onClick()
      }}
      onDoubleClick={(event) => {
        if ((event.nativeEvent as PointerEvent).pointerType === 'mouse') fullScreen.toggle()
      }}
      className={cx('absolute inset-0', fullScreen.on ? 'touch-none' : 'touch-pan-y')}
    />
  )
}

/** Subtitle text; `raised` moves it above the controls. */
export function Subtitle({ text, large, raised }: { text: string; large: boolean; raised: boolean }) {
  return (
    <p
      className={cx(
        'pointer-events-none absolute inset-x-4 mx-auto w-fit max-w-[92%] rounded-item bg-black/65 px-2 py-0.5 text-center whitespace-pre-line text-white transition-[bottom]',
        large ? 'text-19' : 'text-14',
        raised ? 'bottom-22' : 'bottom-3',
      )}
    >
      {text}
    </p>
  )
}

export function BufferingSpinner() {
  return (
    <span role="status" className="pointer-events-none absolute inset-0 grid place-items-center text-28 text-white">
      <Spinner />
      <span className="sr-only">正在加载...</span>
    </span>
  )
}
