import PictureInPicture from 'lucide-react/icons/picture-in-picture-2'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/icon-button'
import { Sheet } from '../../ui/sheet'
import { useMedia } from '../../ui/use-media'
import { rates, readSettings, storeSettings } from './settings'
import type { Playback } from './use-playback'

export interface SettingsPanelProps {
  playback: Playback
  /** Whether subtitles are on; null if the video has none. */
  subtitles: boolean | null
  audioOnly: boolean
  fullScreen: boolean
  onSubtitles(on: boolean): void
  /** Omitted for videos without sound. */
  onAudioOnly?: (on: boolean) => void
  /** Omitted if the browser has no picture-in-picture. */
  onSmallWindow?: () => void
  onClose(): void
}

/** Settings of the player: a sheet where the picture is too low for them, otherwise a panel inside the player. */
export function SettingsPanel(props: SettingsPanelProps) {
  const low = useMedia('(max-width: 640px)')
  if (low && !props.fullScreen) {
    return (
      <Sheet open title="播放设置" onClose={props.onClose}>
        <SettingsChoices {...props} />
      </Sheet>
    )
  }
  return <InnerPanel {...props} />
}

/** Rendered inside the player, because in full screen nothing else is visible. */
function InnerPanel(props: SettingsPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.querySelector<HTMLElement>('input:checked')?.focus(), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes the panel wherever the focus is in it
    <div
      ref={panel}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        props.onClose()
      }}
      className="absolute inset-y-0 right-0 z-20 w-72 max-w-full overflow-y-auto overscroll-contain bg-black/90 p-3 text-13 text-white"
    >
      <div className="flex items-center justify-between pl-1">
        <p className="text-15 font-semibold">播放设置</p>
        <IconButton label="关闭播放设置" onClick={props.onClose} className="active:bg-white/20">
          <X aria-hidden="true" size={20} />
        </IconButton>
      </div>
      <SettingsChoices {...props} dark />
    </div>
  )
}

/** Speed, quality, subtitles, audio-only and 连播. `dark`: on the picture instead of on a card. */
function SettingsChoices(props: SettingsPanelProps & { dark?: boolean }) {
  const { playback, subtitles, audioOnly, dark, onSubtitles, onAudioOnly, onSmallWindow, onClose } = props
  const [autoNext, setAutoNext] = useState(() => readSettings().autoNext)
  return (
    <>
      <Choices
        title="倍速"
        dark={dark}
        value={String(playback.rate)}
        options={rates.map((rate) => ({ value: String(rate), title: `${rate}x` }))}
        onChange={(value) => playback.setRate(Number(value))}
      />
      {playback.levels.length > 1 && (
        <Choices
          title="清晰度"
          dark={dark}
          value={String(playback.level)}
          options={[
            { value: '-1', title: '自动' },
            ...playback.levels.map(({ title }, index) => ({ value: String(index), title })).reverse(),
          ]}
          onChange={(value) => playback.setLevel(Number(value))}
        />
      )}
      {subtitles !== null && (
        <OnOff title="字幕" dark={dark} names={['显示', '关闭']} value={subtitles} onChange={onSubtitles} />
      )}
      {onAudioOnly && (
        <OnOff
          title="画面"
          dark={dark}
          names={['看画面', '只听声音']}
          value={!audioOnly}
          onChange={(on) => onAudioOnly(!on)}
        />
      )}
      <OnOff
        title="看完一讲"
        dark={dark}
        names={['接着放下一讲', '停下']}
        value={autoNext}
        onChange={(on) => {
          storeSettings({ autoNext: on })
          setAutoNext(on)
        }}
      />
      {/* Only on narrow screens, where the control bar has no room for this button. */}
      {onSmallWindow && (
        <button
          type="button"
          onClick={() => {
            onClose()
            onSmallWindow()
          }}
          className={cx(
            'mt-1 flex min-h-11 items-center gap-2 rounded-item px-2 sm:hidden',
            dark ? 'focus-visible:outline-white active:bg-white/20' : 'active:bg-fill',
          )}
        >
          <PictureInPicture aria-hidden="true" size={18} />
          小窗播放
        </button>
      )}
    </>
  )
}

interface OnOffProps {
  title: string
  dark?: boolean
  names: [on: string, off: string]
  value: boolean
  onChange(on: boolean): void
}

function OnOff({ title, dark, names: [on, off], value, onChange }: OnOffProps) {
  return (
    <Choices
      title={title}
      dark={dark}
      value={value ? 'on' : 'off'}
      options={[
        { value: 'on', title: on },
        { value: 'off', title: off },
      ]}
      onChange={(chosen) => onChange(chosen === 'on')}
    />
  )
}

interface ChoicesProps {
  title: string
  dark?: boolean
  options: { value: string; title: ReactNode }[]
  value: string
  onChange(value: string): void
}

function Choices({ title, dark, options, value, onChange }: ChoicesProps) {
  const name = useId()
  return (
    <fieldset className="mt-1">
      <legend className={cx('px-1 text-12', dark ? 'text-white/75' : 'text-ink-3')}>{title}</legend>
      <div className={cx('flex flex-wrap', dark ? 'gap-1' : 'gap-2 py-1')}>
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              'relative grid min-h-11 min-w-14 place-items-center rounded-item px-2 has-focus-visible:outline-2',
              dark
                ? 'has-checked:bg-primary has-checked:font-semibold has-focus-visible:outline-white'
                : 'bg-fill text-14 has-checked:bg-primary-soft has-checked:font-semibold has-checked:text-primary has-focus-visible:outline-focus',
            )}
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
