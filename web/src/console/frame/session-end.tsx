import { consoleTimes } from '@dxx/contract/staff'
import { useEffect, useState } from 'react'
import { ApiError } from '../../api/error'
import { toast } from '../../state/flash'
import { lastActivity } from '../api/activity'
import { callStaff } from '../api/client'
import { staffQueryClient } from '../api/hooks'
import { ConsoleButton } from '../kit/button'
import { useSignedInStaff } from './me'

const warnSeconds = 300
/** The server extends the idle time-out at most once a minute, so that the session may end this much earlier. */
const slackSeconds = 60
const tick = 5_000

interface End {
  /** Seconds until the session ends. */
  left: number
  /** True: the session ends because it is idle and can be extended. False: its twelve hours end. */
  isIdle: boolean
}

function endOf(endsAt: number): End {
  const now = Date.now() / 1000
  const idle = lastActivity() / 1000 + consoleTimes.idle - slackSeconds - now
  const absolute = endsAt - now
  return { left: Math.min(idle, absolute), isIdle: idle < absolute }
}

/** Warns five minutes before the session ends: a page that only polls does not extend the session. */
export function SessionEnd() {
  const { session } = useSignedInStaff()
  const [end, setEnd] = useState(() => endOf(session.endsAt))
  const [dismissed, setDismissed] = useState(false)
  const [running, setRunning] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => setEnd(endOf(session.endsAt)), tick)
    return () => clearInterval(timer)
  }, [session.endsAt])
  if (end.left > warnSeconds || end.left <= 0 || (dismissed && !end.isIdle)) return null
  const minutes = Math.ceil(end.left / 60)
  const proceed = async () => {
    setRunning(true)
    try {
      staffQueryClient.setQueryData(['GET /staff/v1/me', {}], await callStaff('GET /staff/v1/me', {}))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!error.shown) toast(error.msg)
    } finally {
      setRunning(false)
      setEnd(endOf(session.endsAt))
    }
  }
  return (
    <div
      role="alert"
      className="flex min-h-11 flex-wrap items-center justify-center gap-x-3 gap-y-1 bg-amber-soft px-4 py-1 text-13 text-amber"
    >
      {end.isIdle
        ? `很久没有操作，${minutes} 分钟后会退出登录`
        : `这次登录满 12 小时，${minutes} 分钟后要重新登录，请先保存手上的工作`}
      {end.isIdle ? (
        <ConsoleButton kind="amber" size="tiny" loading={running} onClick={() => void proceed()}>
          继续
        </ConsoleButton>
      ) : (
        <ConsoleButton size="tiny" onClick={() => setDismissed(true)}>
          知道了
        </ConsoleButton>
      )}
    </div>
  )
}
