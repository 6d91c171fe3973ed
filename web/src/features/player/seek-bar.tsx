import { formatClock } from '@dxx/contract/rules/format'
import { type PointerEvent, useState } from 'react'
import { type Section, startedAt } from './playhead'
import { type PreviewPictures, pictureAt, usePreviewPictures } from './preview-pictures'

export interface SeekBarProps {
  time: number
  duration: number
  buffered: number
  /** Seconds of the video at which the user has notes. */
  noteSeconds: readonly number[]
  /** Seconds of the video at which students asked questions. */
  questionSeconds: readonly number[]
  sections: readonly Section[]
  /** URL of the video; a stream can have preview pictures. */
  url?: string
  onSeek(seconds: number): void
}

const share = (part: number, whole: number) => `${whole > 0 ? Math.min(100, (part / whole) * 100) : 0}%`

/** Native slider for keyboard and screen readers, over a drawn line. */
export function SeekBar(props: SeekBarProps) {
  const { time, duration, buffered, noteSeconds, questionSeconds, sections, url = '', onSeek } = props
  const [pointed, setPointed] = useState<number | null>(null)
  const section = startedAt(sections, time)?.title
  const pictures = usePreviewPictures(url, pointed !== null)

  function point(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setPointed(Math.min(1, Math.max(0, (event.clientX - left) / width)) * duration)
  }

  return (
    <div className="group/seek relative flex h-6 items-center pointer-coarse:h-11">
      {pointed !== null && duration > 0 && <Preview second={pointed} {...{ duration, sections, pictures }} />}
      <div aria-hidden="true" className="relative h-1 w-full overflow-hidden rounded-full bg-white/30">
        <span className="absolute inset-y-0 left-0 bg-white/40" style={{ width: share(buffered, duration) }} />
        <span className="absolute inset-y-0 left-0 bg-primary" style={{ width: share(time, duration) }} />
        {sections.map(({ start }) => (
          <span
            key={start}
            data-section
            className="absolute inset-y-0 w-0.75 -translate-x-1/2 bg-black"
            style={{ left: share(start, duration) }}
          />
        ))}
        {noteSeconds.map((second) => (
          <Mark key={second} at={share(second, duration)} colour="bg-amber" />
        ))}
        {questionSeconds.map((second) => (
          <Mark key={second} at={share(second, duration)} colour="bg-success" />
        ))}
      </div>
      <span
        aria-hidden="true"
        className="pointer-events-none absolute size-3.5 -translate-x-1/2 rounded-full bg-white shadow-float"
        style={{ left: share(time, duration) }}
      />
      <input
        type="range"
        aria-label="播放进度"
        aria-valuetext={`${formatClock(time)}，共 ${formatClock(duration)}${section ? `，${section}` : ''}`}
        min={0}
        max={Math.max(1, Math.floor(duration))}
        step={1}
        value={Math.floor(time)}
        onChange={(event) => onSeek(Number(event.target.value))}
        onPointerDown={point}
        onPointerMove={point}
        onPointerUp={(event) => event.pointerType !== 'mouse' && setPointed(null)}
        onPointerLeave={() => setPointed(null)}
        onPointerCancel={() => setPointed(null)}
        className="absolute inset-x-0 h-full w-full cursor-pointer opacity-0"
      />
      <span className="pointer-events-none absolute inset-x-0 -inset-y-0.5 rounded-item group-has-focus-visible/seek:outline-2 group-has-focus-visible/seek:outline-white" />
    </div>
  )
}

function Mark({ at, colour }: { at: string; colour: string }) {
  return <span className={`absolute inset-y-0 w-1 -translate-x-1/2 ${colour}`} style={{ left: at }} />
}

interface PreviewProps extends Pick<SeekBarProps, 'duration' | 'sections'> {
  second: number
  pictures: PreviewPictures | null
}

/** Picture, time and section at the pointer, above the line. */
function Preview({ second, duration, sections, pictures }: PreviewProps) {
  const title = startedAt(sections, second)?.title
  const part = second / duration
  const picture = pictures && pictureAt(pictures, second)
  return (
    <p
      aria-hidden="true"
      className="tabular-nums pointer-events-none absolute bottom-full z-10 max-w-4/5 truncate rounded-item bg-black/85 px-2.5 py-1 text-12 text-white"
      // Shifts the picture by a share of its width: left-aligned at the start of the bar, right-aligned at its end, so
      // that it never leaves the player.
      style={{ left: share(second, duration), transform: `translateX(-${part * 100}%)` }}
    >
      {picture && (
        <span
          data-preview
          className="my-1 block max-w-full rounded-item bg-no-repeat"
          style={{
            width: pictures.width,
            height: pictures.height,
            backgroundImage: `url("${picture.sheet}")`,
            backgroundPosition: `-${picture.left}px -${picture.top}px`,
          }}
        />
      )}
      {formatClock(second)}
      {title && ` ${title}`}
    </p>
  )
}
