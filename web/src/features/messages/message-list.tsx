import type { Message, MessageKind } from '@dxx/contract/calls/messages'
import { formatTimeAgo } from '@dxx/contract/rules/time-from'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { serverNow } from '../../api/clock'
import { useAction } from '../../api/use-action'
import { usePagedCall } from '../../api/use-paged-call'
import { Button, buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { PagedList } from '../../ui/paging/paged-list'
import { RowFrame } from '../../ui/row-frame'
import { SkeletonCards } from '../../ui/skeleton-shapes'
import { useTopBar } from '../../ui/use-media'
import { linkTarget, markReadLocally, refreshUnread } from './read'

/** Messages of one kind, or all messages. */
export function MessageList({ kind }: { kind?: MessageKind }) {
  const messages = usePagedCall('GET /v1/user_message', kind ? { kind } : {})
  const { run } = useAction('GET /v1/message_read', {
    onDone: () => void refreshUnread(),
    // A failure to mark a message as read is not reported; the counts are reloaded from the server.
    onError: () => void refreshUnread(),
  })
  const readAll = useAction('GET /v1/message_read', {
    onDone: () => {
      markReadLocally({ kind })
      void refreshUnread()
    },
  })

  function read(message: Message) {
    if (message.read) return
    markReadLocally({ id: message.id })
    void run({ id: message.id })
  }

  const beside = useTopBar()
  const unread = messages.list.some((message) => !message.read)
  return (
    <>
      {/* In wide windows, the button above the kinds marks all messages. */}
      {unread && (kind || !beside) && (
        <div className="flex justify-end py-1.5">
          <Button kind="text" size="small" loading={readAll.running} onClick={() => readAll.run(kind ? { kind } : {})}>
            {beside ? '本类已读' : '全部已读'}
          </Button>
        </div>
      )}
      <PagedList
        {...messages}
        itemKey={({ id }) => id}
        renderItem={(message) => <Item message={message} onRead={() => read(message)} />}
        empty={
          <Empty hint="消息列表为空">
            <a href="#/pages/index/index" className={`${buttonClass('line')} min-w-36`}>
              去首页看看
            </a>
          </Empty>
        }
        skeleton={<SkeletonCards />}
      />
    </>
  )
}

/** A message: a link if it leads to a page, otherwise a button that marks it as read. */
function Item({ message, onRead }: { message: Message; onRead(): void }) {
  const { title, body, read, createdAt } = message
  const href = linkTarget(message.link) ?? undefined
  return (
    <RowFrame href={href} onClick={onRead} className="print-keep block w-full rounded-card bg-card p-4 text-left">
      <span className="flex items-start justify-between gap-3">
        <span className="flex min-w-0 items-center gap-2 font-semibold">
          {!read && (
            <span className="size-2 shrink-0 rounded-full bg-danger">
              <span className="sr-only">未读：</span>
            </span>
          )}
          {title}
        </span>
        <span className="shrink-0 text-12 leading-[1.7] text-ink-3">{formatTimeAgo(createdAt, serverNow())}</span>
      </span>
      {body && <span className="mt-1 block text-14 user-text text-ink-2">{body}</span>}
      {href && (
        <span className="mt-2 flex items-center text-13 text-primary">
          查看详情
          <ChevronRight aria-hidden="true" size={14} />
        </span>
      )}
    </RowFrame>
  )
}
