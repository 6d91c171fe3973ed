import { formatTimeAgo } from '@dxx/contract/rules/time-from'
import Trash from 'lucide-react/icons/trash-2'
import { serverNow } from '../../api/clock'
import { useAction } from '../../api/use-action'
import { usePagedCall } from '../../api/use-paged-call'
import { pageUrl } from '../../router/place'
import { showModal } from '../../state/store'
import { cx } from '../../ui/cx'
import { Empty } from '../../ui/empty'
import { IconButton } from '../../ui/icon-button'
import { PagedList } from '../../ui/paging/paged-list'

export interface ConversationsProps {
  /** Conversation that is open. */
  current?: string
  onOpen(id: string): void
  onDeleted(id: string): void
}

/** List of earlier conversations. */
export function Conversations({ current, onOpen, onDeleted }: ConversationsProps) {
  const conversations = usePagedCall('GET /v1/ai_conversations', {})
  const remove = useAction('POST /v1/ai_delete', {
    onDone: (_data, { id }) => {
      onDeleted(id)
      void conversations.refresh()
    },
  })

  async function askRemove(id: string) {
    const answer = await showModal({ content: '删除这段对话？删除后不能恢复。', confirmText: '删除', type: 2 })
    if (answer === 'confirm') void remove.run({ id })
  }

  return (
    <PagedList
      {...conversations}
      itemKey={({ id }) => id}
      listClassName="divide-y divide-line"
      renderItem={({ id, title, updatedAt }) => (
        <div className="flex items-center gap-1">
          <a
            href={`#${pageUrl('pages/ai/index', { chat: id })}`}
            aria-current={id === current || undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
              event.preventDefault()
              onOpen(id)
            }}
            className={cx(
              'block min-h-14 min-w-0 flex-1 rounded-item px-2 py-1.5 text-left -outline-offset-2',
              id === current && 'bg-primary-soft',
            )}
          >
            <span className={cx('block truncate text-15', id === current && 'text-primary')}>{title}</span>
            <span className={cx('text-12', id === current ? 'text-ink-2' : 'text-ink-3')}>
              {formatTimeAgo(updatedAt, serverNow())}
            </span>
          </a>
          <IconButton label={`删除「${title}」`} onClick={() => askRemove(id)} className="text-ink-3">
            <Trash aria-hidden="true" size={18} />
          </IconButton>
        </div>
      )}
      empty={<Empty hint="还没有对话，问第一个问题吧" />}
    />
  )
}
