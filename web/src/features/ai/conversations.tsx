import { formatTimeAgo } from '@dxx/contract/rules/time-from'
import Trash from 'lucide-react/icons/trash-2'
import { useEffect, useState } from 'react'
import { serverNow } from '../../api/clock'
import { useAction } from '../../api/use-action'
import { usePagedCall } from '../../api/use-paged-call'
import { pageUrl } from '../../router/page-url'
import { showModal } from '../../state/store'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { Empty } from '../../ui/empty'
import { IconButton } from '../../ui/icon-button'
import { openInPlace } from '../../ui/open-in-place'
import { PagedList } from '../../ui/paging/paged-list'
import { SearchBox } from '../../ui/search-box'
import { ExportButton } from './export-button'

export interface ConversationsProps {
  /** Conversation that is open. */
  current?: string
  onOpen(id: string): void
  /** Called with null if all conversations were deleted. */
  onDeleted(id: string | null): void
}

/** List of earlier conversations, with a search over titles, questions and answers. */
export function Conversations({ current, onOpen, onDeleted }: ConversationsProps) {
  const [typed, setTyped] = useState('')
  // A request per keystroke would be too many.
  const keyword = useDeferredText(typed.trim())
  const conversations = usePagedCall('GET /v1/ai_conversations', { keyword })
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
    <>
      <div className="mb-2 flex">
        <SearchBox filled label="搜索对话" placeholder="搜索对话" value={typed} onChange={setTyped} />
      </div>
      <PagedList
        {...conversations}
        itemKey={({ id }) => id}
        listClassName="divide-y divide-line"
        renderItem={({ id, title, updatedAt }) => (
          <div className="flex items-center gap-1 desk:gap-0 desk:[&>button]:size-8">
            <a
              href={`#${pageUrl('pages/ai/index', { chat: id })}`}
              aria-current={id === current || undefined}
              onClick={(event) => openInPlace(event, () => onOpen(id))}
              className={cx(
                'block min-h-14 min-w-0 flex-1 rounded-item px-2 py-1.5 text-left -outline-offset-2',
                id === current && 'bg-primary-soft',
              )}
            >
              <span className={cx('line-clamp-2 text-15 break-words', id === current && 'text-primary')}>{title}</span>
              <span className={cx('text-12', id === current ? 'text-ink-2' : 'text-ink-3')}>
                {formatTimeAgo(updatedAt, serverNow())}
              </span>
            </a>
            {id === current && <ExportButton id={id} />}
            <IconButton label={`删除「${title}」`} onClick={() => askRemove(id)} className="text-ink-3">
              <Trash aria-hidden="true" size={18} />
            </IconButton>
          </div>
        )}
        empty={keyword ? <Empty hint="没有找到包含这些字的对话" /> : <Empty hint="还没有对话，问第一个问题吧" />}
      />
      {conversations.total !== undefined && conversations.total > 0 && !keyword && (
        <AllConversations
          onDeleted={() => {
            onDeleted(null)
            void conversations.refresh()
          }}
        />
      )}
    </>
  )
}

/** Exports or deletes all conversations. */
function AllConversations({ onDeleted }: { onDeleted(): void }) {
  const removeAll = useAction('POST /v1/ai_delete_all', { onDone: onDeleted })

  async function askRemove() {
    const content = '删除全部对话？删除后不能恢复，可以先导出。'
    if ((await showModal({ content, confirmText: '全部删除', type: 2 })) === 'confirm') void removeAll.run({})
  }

  return (
    <p className="mt-3 flex flex-wrap gap-2">
      <ExportButton />
      <Button kind="text" size="small" loading={removeAll.running} onClick={() => void askRemove()}>
        全部删除
      </Button>
    </p>
  )
}

/** Returns a text once it has not changed for a moment. */
function useDeferredText(text: string): string {
  const [deferred, setDeferred] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDeferred(text), 300)
    return () => clearTimeout(timer)
  }, [text])
  return deferred
}
