import type { MessageKind } from '@dxx/contract/calls/messages'
import { formatTimeAgo } from '@dxx/contract/rules/time-from'
import { serverNow } from '../../api/clock'
import { useAction } from '../../api/use-action'
import { useCall } from '../../api/use-call'
import { toast } from '../../state/flash'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { Empty } from '../../ui/empty'
import { ListRow } from '../../ui/list-row'
import { SkeletonRows } from '../../ui/skeleton-shapes'
import { messageKinds } from './kinds'
import { markReadLocally, refreshUnread } from './read'

/** Kinds of messages, including customer service, each with its newest message. `current` is the kind listed beside. */
export function MessageKindsList({ current }: { current?: MessageKind }) {
  const options = { refetchInterval: 60_000, refetchOnWindowFocus: true, staleTime: 0 }
  const { data, error, refetch } = useCall('GET /v1/message_kinds', {}, options)
  const { run, running } = useAction('GET /v1/message_read', {
    onDone: () => {
      markReadLocally({})
      void refreshUnread()
      toast('已全部标为已读')
    },
  })
  const readable = data ? data.unread.total - data.unread.cs : 0

  return (
    <>
      <div className="mb-2 flex min-h-11 items-center justify-between">
        <p className="text-13 text-ink-3">{data ? `${data.unread.total} 条未读` : ' '}</p>
        <Button kind="text" size="small" loading={running} disabled={readable === 0} onClick={() => run({})}>
          全部已读
        </Button>
      </div>
      {data ? (
        <ul className="space-y-2.5">
          {data.kinds.map(({ kind, latest }) => (
            <li key={kind} className={cx(kind === current && 'tablet:rounded-card tablet:ring-2 tablet:ring-primary')}>
              <Row kind={kind} unread={data.unread[kind]} text={latest?.title} at={latest?.createdAt} />
            </li>
          ))}
          <li>
            <Row kind="cs" unread={data.unread.cs} text={data.cs?.text} at={data.cs?.createdAt} />
          </li>
        </ul>
      ) : error ? (
        <Empty type="error" text={error.msg} onRetry={() => refetch()} />
      ) : (
        <SkeletonRows count={5} />
      )}
    </>
  )
}

interface RowProps {
  kind: keyof typeof messageKinds
  unread: number
  text?: string
  at?: number
}

function Row({ kind, unread, text, at }: RowProps) {
  const { title, icon, tone } = messageKinds[kind]
  return (
    <ListRow
      href={kind === 'cs' ? '#/pages/help/cs' : `#/pages/message/list?kind=${kind}`}
      media={<span className={cx('grid size-12 place-items-center rounded-full', tone)}>{icon}</span>}
      title={title}
      aside={at ? formatTimeAgo(at, serverNow()) : undefined}
      note={
        <span className="flex min-h-5 items-center justify-between gap-2">
          <span className="truncate">{text ?? (kind === 'cs' ? '有问题，找客服聊聊' : '还没有消息')}</span>
          <Badge count={unread} unit="条未读消息" />
        </span>
      }
    />
  )
}
