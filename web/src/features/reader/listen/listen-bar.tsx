import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import SkipBack from 'lucide-react/icons/skip-back'
import SkipForward from 'lucide-react/icons/skip-forward'
import X from 'lucide-react/icons/x'
import { IconButton } from '../../../ui/icon-button'
import { narrator, rates, type StopTimer, stopTimers, useNarration } from './narrator'

const timerNames: Record<StopTimer, string> = {
  off: '定时',
  '15': '15 分钟',
  '30': '30 分钟',
  '60': '60 分钟',
  chapter: '读完本章',
}

const after = <T,>(list: readonly T[], now: T): T => list[(list.indexOf(now) + 1) % list.length]!

/** Controls of 听书: play, sentences, speed and timer. */
export function ListenBar() {
  const { phase, rate, timer, problem } = useNarration()
  const isPlaying = phase === 'playing'
  const small = 'min-h-11 min-w-16 rounded-item px-2 text-13 text-ink-2 active:bg-fill'
  return (
    <section aria-label="听书" className="reader-panel mx-3 mb-2 rounded-card px-1 py-0.5 shadow-float">
      <div className="flex items-center justify-between">
        <button
          type="button"
          aria-label={`语速 ${rate}x`}
          onClick={() => narrator.setRate(after(rates, rate))}
          className={`${small} tabular-nums`}
        >
          {rate}x
        </button>
        <IconButton label="上一句" onClick={() => narrator.step(-1)}>
          <SkipBack aria-hidden="true" size={20} />
        </IconButton>
        <IconButton
          label={isPlaying ? '暂停' : '播放'}
          onClick={() => narrator.toggle()}
          className="bg-primary text-on-primary active:bg-primary-press"
        >
          {isPlaying ? <Pause aria-hidden="true" size={20} /> : <Play aria-hidden="true" size={20} />}
        </IconButton>
        <IconButton label="下一句" onClick={() => narrator.step(1)}>
          <SkipForward aria-hidden="true" size={20} />
        </IconButton>
        <button
          type="button"
          aria-label={timer === 'off' ? '定时停止：未开' : `定时停止：${timerNames[timer]}`}
          onClick={() => narrator.setTimer(after(stopTimers, timer))}
          className={small}
        >
          {timerNames[timer]}
        </button>
        <IconButton label="退出听书" onClick={() => narrator.stop()} className="text-ink-3">
          <X aria-hidden="true" size={20} />
        </IconButton>
      </div>
      <p role="status" className="px-3 text-12 text-danger empty:hidden">
        {problem}
      </p>
    </section>
  )
}
