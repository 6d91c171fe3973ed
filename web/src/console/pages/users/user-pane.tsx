import { type OrderStatus, orderStatusText } from '@dxx/contract/rules/order-state'
import { Link } from 'wouter'
import type { StaffData } from '../../api/client'
import { useStaffCall } from '../../api/hooks'
import { hasAnyPermission, useSignedInStaff } from '../../frame/me'
import { DetailPane } from '../../kit/detail-pane'
import { PersonAvatar } from '../../kit/face'
import { Failure, PaneSkeleton } from '../../kit/states'
import { timeText } from '../../kit/time'
import { minutesText } from '../overview/texts'
import { formatPrice } from '../work/money'
import { UserActions } from './user-actions'
import { UserState } from './user-state'

/** Details of one user: entitlements, activity and requests to support. */
export function UserPane({ id, onClose }: { id: string | undefined; onClose(): void }) {
  const { data, error, refetch } = useStaffCall('GET /staff/v1/user_info', { id: id ?? '' }, { enabled: Boolean(id) })
  return (
    <DetailPane open={Boolean(id)} onClose={onClose} title={data && id ? data.user.nickname : '用户'}>
      {data ? (
        <Details key={id} {...data} />
      ) : error ? (
        <Failure error={error} noun="这位用户" onRetry={() => void refetch()} />
      ) : (
        <PaneSkeleton />
      )}
    </DetailPane>
  )
}

function Details(data: StaffData<'GET /staff/v1/user_info'>) {
  const me = useSignedInStaff()
  const { user, counts, lastSeenAt, muteReason } = data
  const numbers: [string, number][] = [
    ['拥有', counts.owned],
    ['订单', counts.orders],
    ['发言', counts.posts],
    ['考试', counts.attempts],
    ['设备', counts.devices],
    ['被举报', counts.reportsAgainst],
  ]
  return (
    <div className="space-y-5">
      <div className="flex items-center gap-3">
        <PersonAvatar id={user.id} name={user.nickname} src={user.avatar} size={44} />
        <div className="min-w-0">
          <UserState user={user} />
          <p className="text-12 text-ink-3">
            {user.school ? `${user.school} · ` : ''}注册于 {timeText(user.createdAt)}
            {lastSeenAt !== null && ` · 最近 ${timeText(lastSeenAt)}`}
          </p>
        </div>
      </div>
      {user.mutedUntil !== null && muteReason && (
        <p className="rounded-cover bg-amber-soft px-3 py-2 text-amber">
          禁言到 {timeText(user.mutedUntil)}：{muteReason}
        </p>
      )}
      <dl className="grid grid-cols-3 gap-2">
        {numbers.map(([name, count]) => (
          <div key={name} className="rounded-cover bg-fill px-3 py-2">
            <dt className="text-12 text-ink-3">{name}</dt>
            <dd className="tabular-nums text-17 font-semibold">{count}</dd>
          </div>
        ))}
      </dl>
      <UserActions user={user} />
      <Part
        title="订单"
        rows={data.orders.map((order) => ({
          key: order.no,
          href: hasAnyPermission(me, ['ledger.read']) ? `/orders/${order.no}` : undefined,
          main: order.title,
          side: formatPrice(order.payCents),
          note: `${orderStatusText[order.status as OrderStatus]} · ${timeText(order.createdAt)} · ${order.no}`,
        }))}
      />
      <Part
        title="拥有"
        rows={data.owned.map((one) => ({
          key: one.title,
          main: one.title,
          note: `${one.source} · ${timeText(one.createdAt)}`,
        }))}
      />
      <Part
        title="学过"
        rows={data.studied.map((one) => ({
          key: one.title,
          main: one.title,
          side: minutesText(one.minutes),
          note: `最近 ${timeText(one.at)}`,
        }))}
      />
      <Part
        title="考过"
        rows={data.attempts.map((one) => ({
          key: one.id,
          main: one.title,
          note: [
            one.startedAt !== null && `${timeText(one.startedAt)} 开始`,
            one.submittedAt === null ? '没有交卷' : `${timeText(one.submittedAt)} 交卷`,
          ]
            .filter(Boolean)
            .join(' · '),
        }))}
      />
      <Part
        title="发言"
        rows={data.posts.map((post) => ({
          key: post.id,
          href: hasAnyPermission(me, ['moderate']) ? `/posts/${post.id}?author=${user.id}` : undefined,
          main: post.text,
          note: `${post.kindName} · ${post.place} · ${timeText(post.createdAt)}`,
        }))}
      />
      <Part
        title="问过"
        rows={data.asked.map((one) => ({
          key: `${one.createdAt}${one.text}`,
          main: one.text,
          note: `${one.kindName} · ${timeText(one.createdAt)}`,
        }))}
      />
    </div>
  )
}

interface PartProps {
  title: string
  /** `href`: console page that the row links to. */
  rows: { key: string; main: string; side?: string; note: string; href?: string }[]
}

function Part({ title, rows }: PartProps) {
  if (rows.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-semibold">{title}</h3>
      <ul className="divide-y divide-line">
        {rows.map(({ key, main, side, note, href }) => (
          <li key={key} className="py-1.5">
            <span className="flex gap-3">
              {href ? (
                <Link href={href} className="min-w-0 flex-1 truncate text-primary hover:underline">
                  {main}
                </Link>
              ) : (
                <span className="min-w-0 flex-1 truncate">{main}</span>
              )}
              {side && <span className="tabular-nums">{side}</span>}
            </span>
            <span className="block truncate text-12 text-ink-3">{note}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
