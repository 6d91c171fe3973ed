import { formatClock } from '@dxx/contract/rules/format'
import Headphones from 'lucide-react/icons/headphones'
import Play from 'lucide-react/icons/play'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Smartphone from 'lucide-react/icons/smartphone'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button'
import { useMedia } from '../../ui/use-media'
import type { Swipe } from './use-gestures'

const whole =
  'absolute inset-0 z-10 flex flex-col items-center justify-center gap-3 bg-black/80 px-6 text-center text-white'

/** Error overlay with a retry button. */
export function Failed({ failure, onRetry }: { failure: 'network' | 'broken'; onRetry(): void }) {
  return (
    <div role="alert" className={whole}>
      <p className="text-15 font-semibold">{failure === 'network' ? '视频加载失败' : '这个视频播放不了'}</p>
      <p className="text-13 text-white/80">
        {failure === 'network' ? '请检查网络，恢复后会从这里接着播' : '文件可能损坏了，可以先看本讲的文字和资料'}
      </p>
      <Button onClick={onRetry} className="min-w-32">
        <RotateCw aria-hidden="true" size={16} />
        重试
      </Button>
    </div>
  )
}

/** Confirmation before playing on mobile data. */
export function MobileDataHint({ minutes, onAgree }: { minutes: number; onAgree(): void }) {
  return (
    <div className={whole}>
      <Smartphone aria-hidden="true" size={26} />
      <p className="text-14">正在使用移动数据{minutes > 0 && `，本讲 ${minutes} 分钟`}，播放会消耗流量</p>
      <Button onClick={onAgree} className="min-w-32">
        继续播放
      </Button>
    </div>
  )
}

/** Overlay while only the sound plays. */
export function SoundOnly({ title, onPicture }: { title: string; onPicture(): void }) {
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-2 bg-linear-to-br from-[#1b2a4a] to-[#101828] px-6 text-white">
      <Headphones aria-hidden="true" size={36} strokeWidth={1.6} />
      <p className="line-clamp-1 text-14">{title}</p>
      <Button kind="plain" size="small" onClick={onPicture} className="relative z-20">
        看画面
      </Button>
    </div>
  )
}

export function BigPlay({ onClick }: { onClick(): void }) {
  return (
    <button
      type="button"
      aria-label="播放"
      onClick={onClick}
      className="absolute top-1/2 left-1/2 z-10 grid size-16 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full bg-black/60 text-white focus-visible:outline-white"
    >
      <Play aria-hidden="true" size={30} className="translate-x-0.5 fill-white" />
    </button>
  )
}

const names = { volume: '音量', brightness: '亮度' } as const

/** Feedback for gestures and keys, in the middle of the video. */
export function Bubble({ children }: { children: ReactNode }) {
  return (
    <p
      role="status"
      className="tabular-nums pointer-events-none absolute inset-x-0 top-1/3 z-10 mx-auto w-fit rounded-full bg-black/70 px-4 py-1.5 text-15 text-white"
    >
      {children}
    </p>
  )
}

export function swipeText({ kind, value }: Swipe, duration: number): string {
  if (kind === 'seek') return `${formatClock(value)} / ${formatClock(duration)}`
  return `${names[kind]} ${Math.round(value * 100)}%`
}

/** Hint to rotate the phone, for full screen in portrait where the orientation could not be locked. */
export function RotationHint() {
  const upright = useMedia('(orientation: portrait) and (max-width: 600px)')
  if (!upright) return null
  return (
    <p className="pointer-events-none absolute inset-x-0 top-1/4 flex items-center justify-center gap-2 text-13 text-white/80">
      <RotateCw aria-hidden="true" size={16} />
      横过手机，画面更大
    </p>
  )
}
