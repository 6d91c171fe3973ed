import { texts } from '@dxx/contract/rules/constants'
import { formatDateTime } from '@dxx/contract/rules/time-from'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useEffect, useState } from 'react'
import { retryConnection, useRetryAt } from '../state/reachability'

/** Age in milliseconds up to which no date of the content is shown. */
const young = 60_000

export interface OfflineLineProps {
  down: boolean
  /** Returns when the oldest visible content was sent, in milliseconds; infinite if there is none. */
  shownFrom?: () => number
  /** Shown without a network. */
  text?: string
}

/** Shows the network state, the age of the content, and the time of the next retry. */
export function OfflineLine({ shownFrom, down, text = texts.offline }: OfflineLineProps) {
  const now = useSeconds()
  const retryAt = useRetryAt()
  const from = shownFrom?.() ?? Number.POSITIVE_INFINITY
  const left = Math.max(0, Math.ceil((retryAt - now) / 1000))
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2 bg-amber-soft px-4 py-2 text-13 text-amber">
      <WifiOff aria-hidden="true" size={16} />
      {down ? '暂时连不上服务器' : text}
      {now - from > young && <span>显示的是 {formatDateTime(from / 1000).slice(5)} 的内容</span>}
      {down && (
        <button type="button" onClick={retryConnection} className="tap font-semibold underline">
          {/* Hidden from screen readers, which would read the countdown every second. */}
          <span aria-hidden="true">{left > 0 ? `${left} 秒后重试` : '正在重试…'}</span>
          <span className="sr-only">现在重试</span>
        </button>
      )}
    </p>
  )
}

function useSeconds(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
