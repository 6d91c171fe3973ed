import { texts } from '@dxx/contract/rules/constants'
import { formatDateTime } from '@dxx/contract/rules/time-from'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { retryConnection, useRetryAt } from '../state/reachability'
import { scrollParent } from './scroll-parent'

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
  const line = useStillPage()
  const retryAt = useRetryAt()
  const from = shownFrom?.() ?? Number.POSITIVE_INFINITY
  const left = Math.max(0, Math.ceil((retryAt - now) / 1000))
  return (
    <p
      ref={line}
      className="flex flex-wrap items-center justify-center gap-x-2 bg-amber-soft px-4 py-2 text-13 text-amber"
    >
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

/** Scrolls the page by the line's height when it comes and goes, so that nothing moves under the finger. */
function useStillPage() {
  const line = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    const { top, height } = line.current!.getBoundingClientRect()
    const middle = document.elementFromPoint?.(innerWidth / 2, innerHeight / 2)
    // A line below the content does not move the content, and dialogs do not move either.
    if (top > innerHeight / 2 || !middle || middle.closest('dialog')) return
    const scroller = scrollParent(middle)
    scroller.scrollTop += height
    return () => {
      scroller.scrollTop -= height
    }
  }, [])
  return line
}

function useSeconds(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
