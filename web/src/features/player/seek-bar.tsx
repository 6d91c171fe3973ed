import { clockTime } from '@dxx/contract/rules/format'

export interface SeekBarProps {
  time: number
  duration: number
  buffered: number
  /** Seconds of the video at which the user has notes. */
  noteSeconds: readonly number[]
  onSeek(seconds: number): void
}

const share = (part: number, whole: number) => `${whole > 0 ? Math.min(100, (part / whole) * 100) : 0}%`

/** Native slider for keyboard and screen readers, over a drawn line. */
export function SeekBar({ time, duration, buffered, noteSeconds, onSeek }: SeekBarProps) {
  return (
    <div className="group/seek relative flex h-6 items-center pointer-coarse:h-11">
      <div aria-hidden="true" className="relative h-1 w-full overflow-hidden rounded-full bg-white/30">
        <span className="absolute inset-y-0 left-0 bg-white/40" style={{ width: share(buffered, duration) }} />
        <span className="absolute inset-y-0 left-0 bg-primary" style={{ width: share(time, duration) }} />
        {noteSeconds.map((second) => (
          <span
            key={second}
            className="absolute inset-y-0 w-1 -translate-x-1/2 bg-amber"
            style={{ left: share(second, duration) }}
          />
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
        aria-valuetext={`${clockTime(time)}，共 ${clockTime(duration)}`}
        min={0}
        max={Math.max(1, Math.floor(duration))}
        step={1}
        value={Math.floor(time)}
        onChange={(event) => onSeek(Number(event.target.value))}
        className="absolute inset-x-0 h-full w-full cursor-pointer opacity-0"
      />
      <span className="pointer-events-none absolute inset-x-0 -inset-y-0.5 rounded-item group-has-focus-visible/seek:outline-2 group-has-focus-visible/seek:outline-white" />
    </div>
  )
}
