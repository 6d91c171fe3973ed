import { formatClock } from '@dxx/contract/rules/format'
import Captions from 'lucide-react/icons/captions'
import CaptionsOff from 'lucide-react/icons/captions-off'
import Maximize from 'lucide-react/icons/maximize'
import Minimize from 'lucide-react/icons/minimize'
import Pause from 'lucide-react/icons/pause'
import PictureInPicture from 'lucide-react/icons/picture-in-picture-2'
import Play from 'lucide-react/icons/play'
import Settings from 'lucide-react/icons/settings'
import SkipForward from 'lucide-react/icons/skip-forward'
import Volume from 'lucide-react/icons/volume-2'
import VolumeOff from 'lucide-react/icons/volume-x'
import type { ComponentProps } from 'react'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/icon-button'
import type { Section } from './playhead'
import { SeekBar } from './seek-bar'
import { nextRate } from './settings'
import type { Playback } from './use-playback'

export interface ControlsProps {
  playback: Playback
  shown: boolean
  noteSeconds: readonly number[]
  questionSeconds: readonly number[]
  sections: readonly Section[]
  url: string
  /** Whether subtitles are on; null if the video has none. */
  subtitles: boolean | null
  fullScreen: boolean
  onSubtitles(on: boolean): void
  onFullScreen(): void
  /** Omitted if the browser has no picture-in-picture. */
  onSmallWindow?: () => void
  onSettings(): void
  next?: { title: string; play(): void }
}

const size = 20

/** Control bar at the bottom of the video. */
export function Controls(props: ControlsProps) {
  const { playback, shown, noteSeconds, questionSeconds, sections, url, fullScreen, onSmallWindow, next } = props
  const { time, duration, buffered, playing, volume } = playback
  return (
    <div
      className={cx(
        'absolute inset-x-0 bottom-0 z-10 bg-linear-to-t from-black to-transparent px-3 pt-6 text-white pointer-coarse:pt-3 transition-opacity focus-within:pointer-events-auto focus-within:opacity-100',
        !shown && 'pointer-events-none opacity-0',
        fullScreen && 'pb-safe pr-[max(12px,env(safe-area-inset-right))] pl-[max(12px,env(safe-area-inset-left))]',
      )}
    >
      <SeekBar {...{ time, duration, buffered, noteSeconds, questionSeconds, sections, url }} onSeek={playback.seek} />
      <div className="-mx-2 flex items-center">
        <Key label={playing ? '暂停' : '播放'} onClick={playback.toggle}>
          {playing ? <Pause aria-hidden="true" size={size} /> : <Play aria-hidden="true" size={size} />}
        </Key>
        {next && (
          <Key label={`下一讲：${next.title}`} onClick={next.play}>
            <SkipForward aria-hidden="true" size={size} />
          </Key>
        )}
        <p className="tabular-nums ml-1 min-w-0 truncate text-12">
          {formatClock(time)} / {formatClock(duration)}
        </p>
        <span className="flex-1" />
        <span className="hidden items-center desk:flex">
          <Key label={volume > 0 ? '静音' : '打开声音'} onClick={() => playback.setVolume(volume > 0 ? 0 : 1)}>
            {volume > 0 ? <Volume aria-hidden="true" size={size} /> : <VolumeOff aria-hidden="true" size={size} />}
          </Key>
          <input
            type="range"
            aria-label="音量"
            min={0}
            max={100}
            value={Math.round(volume * 100)}
            onChange={(event) => playback.setVolume(Number(event.target.value) / 100)}
            className="mr-2 w-20 accent-white"
          />
        </span>
        <SubtitlesKey {...props} />
        <Key
          label={`倍速 ${playback.rate}x，点按换成 ${nextRate(playback.rate)}x`}
          onClick={() => playback.setRate(nextRate(playback.rate))}
        >
          <span className="tabular-nums text-13 font-semibold">{playback.rate}x</span>
        </Key>
        <Key label="播放设置" onClick={props.onSettings}>
          <Settings aria-hidden="true" size={size} />
        </Key>
        {onSmallWindow && (
          <span className="hidden sm:block">
            <Key label="小窗播放" onClick={onSmallWindow}>
              <PictureInPicture aria-hidden="true" size={size} />
            </Key>
          </span>
        )}
        <Key label={fullScreen ? '退出全屏' : '全屏'} onClick={props.onFullScreen}>
          {fullScreen ? <Minimize aria-hidden="true" size={size} /> : <Maximize aria-hidden="true" size={size} />}
        </Key>
      </div>
    </div>
  )
}

function SubtitlesKey({ subtitles, onSubtitles }: Pick<ControlsProps, 'subtitles' | 'onSubtitles'>) {
  if (subtitles === null) return null
  const Icon = subtitles ? Captions : CaptionsOff
  return (
    <Key label={subtitles ? '关闭字幕' : '显示字幕'} aria-pressed={subtitles} onClick={() => onSubtitles(!subtitles)}>
      <Icon aria-hidden="true" size={size} />
    </Key>
  )
}

function Key(props: ComponentProps<typeof IconButton>) {
  return <IconButton {...props} className="focus-visible:outline-white active:bg-white/20" />
}
