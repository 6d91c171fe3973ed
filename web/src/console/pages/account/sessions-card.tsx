import Laptop from 'lucide-react/icons/laptop'
import { useState } from 'react'
import { toast } from '../../../state/flash'
import { Skeleton } from '../../../ui/skeleton'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Confirm } from '../../kit/confirm'
import { Failure } from '../../kit/states'
import { StateTag, TintIcon } from '../../kit/tag'
import { timeText } from '../../kit/time'

/** Console sessions of the staff member, each with a button that ends it. */
export function SessionsCard() {
  const { data, error, refetch } = useStaffCall('GET /staff/v1/session_list', {})
  const [asking, setAsking] = useState(false)
  const { run, running } = useStaffAction('POST /staff/v1/session_revoke', {
    changes: ['GET /staff/v1/session_list'],
    onDone: () => {
      setAsking(false)
      toast('已退出')
    },
  })
  const others = data?.filter(({ current }) => !current).length ?? 0
  return (
    <section aria-label="登录的设备" className="rounded-card bg-card p-5 wide:col-span-2">
      <div className="flex items-center gap-2">
        <h2 className="flex-1 text-15 font-semibold">登录的设备</h2>
        {others > 0 && (
          <ConsoleButton kind="danger" size="small" onClick={() => setAsking(true)}>
            退出其他 {others} 处
          </ConsoleButton>
        )}
      </div>
      {error && !data ? (
        <Failure error={error} noun="登录的设备" onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="mt-3 h-14" />
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {data.map((session) => (
            <li key={session.id} className="flex items-center gap-3 py-2.5">
              <TintIcon tone={session.current ? 'blue' : 'grey'}>
                <Laptop size={17} />
              </TintIcon>
              <div className="min-w-0 flex-1">
                <p className="flex items-center gap-2">
                  <span className="min-w-0 truncate font-semibold">{session.device}</span>
                  {session.current && <StateTag>这一处</StateTag>}
                </p>
                <p className="text-12 text-ink-3">
                  {session.address} · 最近 {timeText(session.seenAt)} · 登录于 {timeText(session.createdAt)}
                </p>
              </div>
              {!session.current && (
                <ConsoleButton size="small" loading={running} onClick={() => void run({ id: session.id })}>
                  退出
                </ConsoleButton>
              )}
            </li>
          ))}
        </ul>
      )}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title="退出其他设备？"
        effect={`其他 ${others} 处登录立即失效，没有保存的内容会丢失。`}
        confirm={`退出 ${others} 处`}
        running={running}
        onConfirm={() => void run({ others: true })}
      />
    </section>
  )
}
