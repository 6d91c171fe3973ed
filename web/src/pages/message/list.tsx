import type { Message } from '@dxx/contract/calls/messages'
import { timeFrom } from '@dxx/contract/rules/time-from'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { serverNow } from '../../api/clock'
import { useAction } from '../../api/use-action'
import { usePagedCall } from '../../api/use-paged-call'
import { isMessageKind, messageKinds } from '../../features/messages/kinds'
import { linkTarget, showRead, unreadChanged } from '../../features/messages/read'
import { go } from '../../router/navigation'
import { usePage, useTitle } from '../../router/page-context'
import { Button, buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { PagedList } from '../../ui/paging/paged-list'

/** `?kind=` shows messages of one kind; without it, all messages. */
export default function MessageListPage() {
  const { query } = usePage()
  const kind = isMessageKind(query.kind) ? query.kind : undefined
  const messages = usePagedCall('GET /v1/user_message', kind ? { kind } : {})
  const { run } = useAction('GET /v1/message_read', {
    onDone: () => void unreadChanged(),
    // A failure to mark a message as read is not reported; the counts are reloaded from the server.
    onError: () => void unreadChanged(),
  })
  const readAll = useAction('GET /v1/message_read', {
    onDone: () => {
      showRead({ kind })
      void unreadChanged()
    },
  })
  useTitle(kind && messageKinds[kind].title)

  function open(message: Message) {
    if (!message.read) {
      showRead({ id: message.id })
      void run({ id: message.id })
    }
    const place = linkTarget(message.link)
    if (place) void go(place)
  }

  const unread = messages.list.some(({ read }) => !read)
  return (
    <div className="mx-auto max-w-180 px-4 pb-8 desk:pt-4">
      {unread && (
        <div className="flex justify-end py-1.5">
          <Button kind="text" size="small" loading={readAll.running} onClick={() => readAll.run(kind ? { kind } : {})}>
            全部已读
          </Button>
        </div>
      )}
      <PagedList
        {...messages}
        itemKey={({ id }) => id}
        renderItem={(message) => <Item message={message} onOpen={() => open(message)} />}
        empty={
          <Empty hint="消息列表为空">
            <a href="#/pages/index/index" className={`${buttonClass('line')} min-w-36`}>
              去首页看看
            </a>
          </Empty>
        }
      />
    </div>
  )
}

function Item({ message, onOpen }: { message: Message; onOpen(): void }) {
  const { title, body, read, createdAt } = message
  const leads = linkTarget(message.link) !== null
  return (
    <button
      type="button"
      onClick={onOpen}
      className="block w-full rounded-card bg-card p-4 text-left transition-colors active:bg-fill"
    >
      <span className="flex items-start justify-between gap-3">
        <span className="flex min-w-0 items-center gap-2 font-semibold">
          {!read && (
            <span className="size-2 shrink-0 rounded-full bg-danger">
              <span className="sr-only">未读：</span>
            </span>
          )}
          {title}
        </span>
        <span className="shrink-0 text-12 leading-[1.7] text-ink-3">{timeFrom(createdAt, serverNow())}</span>
      </span>
      {body && <span className="mt-1 block text-14 user-text text-ink-2">{body}</span>}
      {leads && (
        <span className="mt-2 flex items-center text-13 text-primary">
          查看详情
          <ChevronRight aria-hidden="true" size={14} />
        </span>
      )}
    </button>
  )
}
