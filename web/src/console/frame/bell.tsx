import { Popover } from '@base-ui/react/popover'
import BellIcon from 'lucide-react/icons/bell'
import { useState } from 'react'
import { Link } from 'wouter'
import { useStaffCall } from '../api/hooks'
import { ConsoleButton } from '../kit/button'
import { timeText } from '../kit/time'
import { switchNotices, useNotices } from './desktop-notices'
import { hasAnyPermission, useSignedInStaff } from './me'
import { useSchool } from './school'
import { markSeen, useSeenAt, useWorkCounts, workPermissions } from './work-counts'

/** Bell with the work items that arrived or were handed over by a colleague since the bell was last opened. */
export function Bell() {
  const me = useSignedInStaff()
  const fresh = useWorkCounts()?.fresh ?? 0
  const seenAt = useSeenAt()
  /** The open list shows work items newer than this time; null while the list is closed. */
  const [since, setSince] = useState<number | null>(null)
  if (!hasAnyPermission(me, workPermissions)) return null
  const name = fresh > 0 ? `新消息，${fresh} 件` : '新消息'
  return (
    <Popover.Root
      open={since !== null}
      onOpenChange={(open) => {
        setSince(open ? seenAt : null)
        if (open) markSeen(me.person.id)
      }}
    >
      <Popover.Trigger
        aria-label={name}
        title={name}
        className="relative grid size-11 place-items-center rounded-full text-ink-2 hover:bg-track desk:size-8"
      >
        <BellIcon size={18} />
        {fresh > 0 && (
          <span className="absolute top-0.5 right-0 grid h-4 min-w-4 place-items-center rounded-full bg-primary px-1 text-11 leading-none font-semibold text-on-primary max-desk:top-1.5 max-desk:right-1">
            {fresh > 99 ? '99+' : fresh}
          </span>
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="bottom" align="end" sideOffset={6} className="z-40 outline-none">
          <Popover.Popup
            aria-label="新消息"
            className="max-h-[min(420px,var(--available-height))] w-80 max-w-[92vw] animate-rise overflow-y-auto rounded-card bg-card p-1.5 shadow-float inset-ring inset-ring-line outline-none"
          >
            {since !== null && <News since={since} onOpen={() => setSince(null)} />}
            <NoticeSwitch />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Switches desktop notifications. Only this button asks for the browser's permission. */
function NoticeSwitch() {
  const state = useNotices((notices) => notices.state)
  if (state === 'missing') return null
  return (
    <p className="mt-1 flex min-h-11 items-center justify-between gap-2 border-t border-line px-2.5 pt-1 text-12 text-ink-2">
      {state === 'denied' ? (
        '浏览器禁止了这个网站的桌面提醒，可以在地址栏左边的网站设置里允许'
      ) : (
        <>
          {state === 'on' ? '有新待办时会桌面提醒' : '窗口在后台时提醒新的待办'}
          <ConsoleButton kind="soft" size="tiny" onClick={() => void switchNotices(state === 'off')}>
            {state === 'on' ? '关闭提醒' : '开启桌面提醒'}
          </ConsoleButton>
        </>
      )}
    </p>
  )
}

function News({ since, onOpen }: { since: number; onOpen(): void }) {
  const school = useSchool()
  const { data, error } = useStaffCall('GET /staff/v1/work_news', { schoolId: school?.id, since })
  if (!data?.length) {
    const text = data ? '上次看过以后，没有新的待办' : error ? '没有取到，请稍后再看' : '正在查看…'
    return (
      <p role="status" className="px-2.5 py-4 text-center text-ink-3">
        {text}
      </p>
    )
  }
  return (
    <ul aria-label="新的待办">
      {data.map(({ item, at, handedBy }) => (
        <li key={item.id}>
          <Link
            href={`/work/${item.id}`}
            onClick={onOpen}
            className="block min-h-11 rounded-item px-2.5 py-1.5 -outline-offset-2 hover:bg-fill"
          >
            <span className="block truncate font-semibold">{item.title}</span>
            <span className="block truncate text-12 text-ink-2">
              {[handedBy ? `${handedBy}交给你` : item.kindName, item.person?.nickname, timeText(at)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
