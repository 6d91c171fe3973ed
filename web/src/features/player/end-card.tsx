import { useEffect, useEffectEvent, useState } from 'react'
import { usePage } from '../../router/page-context'
import { Button } from '../../ui/button'
import { readSettings } from './settings'

/** The lesson after this one. */
export interface NextLesson {
  title: string
  /** Whether the user must buy it first. */
  locked: boolean
  play(): void
}

/** Seconds until the next lesson starts by itself. */
const countdownSeconds = 5

/** Overlay after the end of the video: plays the next lesson after a countdown that can be stopped. */
export function EndCard({ next, onAgain }: { next?: NextLesson; onAgain(): void }) {
  const [left, stop] = useCountdown(next && !next.locked ? next.play : null)
  return (
    <div className="absolute inset-0 z-10 flex flex-col items-center justify-center gap-2 bg-black/80 px-6 pb-20 text-center text-white sm:gap-3 sm:pb-22">
      <p className="text-15 font-semibold">{titleOf(next)}</p>
      {next && (
        <p className="line-clamp-1 text-13 text-white/80">
          下一讲：{next.title}
          {left !== null && (
            <span className="tabular-nums" data-countdown>
              （{left} 秒后播放）
            </span>
          )}
        </p>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        {left === null ? (
          <Button kind="plain" onClick={onAgain}>
            再看一遍
          </Button>
        ) : (
          <Button kind="plain" onClick={stop}>
            先停一下
          </Button>
        )}
        {next && <Button onClick={next.play}>{next.locked ? '购买后继续' : '下一讲'}</Button>}
      </div>
    </div>
  )
}

function titleOf(next: NextLesson | undefined): string {
  // Names the video and not the lesson as ended, because a user can seek to the end without studying.
  if (!next) return '最后一讲播完了'
  return next.locked ? '试看到这里' : '这一讲播完了'
}

/** Seconds left until `act` is called; null if the countdown is off, stopped or there is nothing to call. */
function useCountdown(act: (() => void) | null): [left: number | null, stop: () => void] {
  const { active } = usePage()
  const [left, setLeft] = useState<number | null>(() => (act && readSettings().autoNext ? countdownSeconds : null))
  const finish = useEffectEvent(() => act?.())
  useEffect(() => {
    if (left === null || !active) return
    const timer = setTimeout(() => {
      if (left > 1) return setLeft(left - 1)
      setLeft(null)
      finish()
    }, 1000)
    return () => clearTimeout(timer)
  }, [left, active])
  return [left, () => setLeft(null)]
}
