import PictureInPicture from 'lucide-react/icons/picture-in-picture-2'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from '../../ui/icon-button'
import { rates } from './settings'
import type { Playback } from './use-playback'

export interface SettingsPanelProps {
  playback: Playback
  /** Whether subtitles are on; null if the video has none. */
  subtitles: boolean | null
  audioOnly: boolean
  onSubtitles(on: boolean): void
  onAudioOnly(on: boolean): void
  /** Omitted if the browser has no picture-in-picture. */
  onSmallWindow?: () => void
  onClose(): void
}

/** Speed, quality, subtitles and audio-only. Inside the player, because full screen shows nothing else. */
export function SettingsPanel(props: SettingsPanelProps) {
  const { playback, subtitles, audioOnly, onSubtitles, onAudioOnly, onSmallWindow, onClose } = props
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => close.current?.focus(), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes the panel wherever the focus is in it
    <div
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
      className="absolute inset-y-0 right-0 z-20 w-72 max-w-full overflow-y-auto overscroll-contain bg-black/90 p-3 text-13 text-white"
    >
      <div className="flex items-center justify-between pl-1">
        <p className="text-15 font-semibold">播放设置</p>
        <IconButton ref={close} label="关闭播放设置" onClick={onClose} className="active:bg-white/20">
          <X aria-hidden="true" size={20} />
        </IconButton>
      </div>
      <Choices
        title="倍速"
        value={String(playback.rate)}
        options={rates.map((rate) => ({ value: String(rate), title: `${rate}x` }))}
        onChange={(value) => playback.setRate(Number(value))}
      />
      {playback.levels.length > 1 && (
        <Choices
          title="清晰度"
          value={String(playback.level)}
          options={[
            { value: '-1', title: '自动' },
            ...playback.levels.map(({ title }, index) => ({ value: String(index), title })).reverse(),
          ]}
          onChange={(value) => playback.setLevel(Number(value))}
        />
      )}
      {subtitles !== null && (
        <Choices
          title="字幕"
          value={subtitles ? 'on' : 'off'}
          options={[
            { value: 'on', title: '显示' },
            { value: 'off', title: '关闭' },
          ]}
          onChange={(value) => onSubtitles(value === 'on')}
        />
      )}
      <Choices
        title="画面"
        value={audioOnly ? 'off' : 'on'}
        options={[
          { value: 'on', title: '看画面' },
          { value: 'off', title: '只听声音' },
        ]}
        onChange={(value) => onAudioOnly(value === 'off')}
      />
      {/* Only on narrow screens, where the control bar has no room for this button. */}
      {onSmallWindow && (
        <button
          type="button"
          onClick={() => {
            onClose()
            onSmallWindow()
          }}
          className="mt-1 flex min-h-11 items-center gap-2 rounded-item px-2 focus-visible:outline-white active:bg-white/20 sm:hidden"
        >
          <PictureInPicture aria-hidden="true" size={18} />
          小窗播放
        </button>
      )}
    </div>
  )
}

interface ChoicesProps {
  title: string
  options: { value: string; title: ReactNode }[]
  value: string
  onChange(value: string): void
}

function Choices({ title, options, value, onChange }: ChoicesProps) {
  const name = useId()
  return (
    <fieldset className="mt-1">
      <legend className="px-1 text-12 text-white/75">{title}</legend>
      <div className="flex flex-wrap gap-1">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative grid min-h-11 min-w-14 place-items-center rounded-item px-2 has-checked:bg-primary has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-white"
          >
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {option.title}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
