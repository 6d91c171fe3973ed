// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual list are positioned absolutely
import type { WorkItem } from '@dxx/contract/calls/staff/work'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { cx } from '../../../ui/cx'
import type { PagedList } from '../../api/hooks'
import { CheckMark } from '../../kit/check-mark'
import { useShortcut } from '../../kit/shortcuts'
import { TableFoot } from '../../kit/table-foot'
import { Due } from './due'
import { KindIcon } from './kinds'
import { schoolOf } from './school-of'

interface QueueListProps {
  list: PagedList<WorkItem>
  openId: string | undefined
  onOpen(item: WorkItem): void
  selected: ReadonlySet<string>
  onSelect(selected: ReadonlySet<string>): void
}

const assigneeText = ({ isMine, assignee, closedAt }: WorkItem) =>
  assignee && `${isMine ? '我' : assignee.nickname}${closedAt === null ? '在处理' : '处理'}`

/** Whether a work item can be decided together with others: only open student authentications. */
const isBulk = ({ kind, closedAt }: WorkItem) => kind === 'student' && closedAt === null

/** List of waiting work items, oldest first, or of closed work items, newest first. */
export function QueueList({ list, openId, onOpen, selected, onSelect }: QueueListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const { rows, hasMore, isLoadingMore, moreFailed, loadMore } = list
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 66,
    overscan: 10,
    initialRect: { width: 360, height: 700 },
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && !isLoadingMore && !moreFailed && last >= rows.length - 15) loadMore()
  }, [hasMore, isLoadingMore, moreFailed, last, rows.length, loadMore])

  const at = rows.findIndex((item) => item.id === openId)
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at)
  }, [at, virtual])

  const toggle = (item: WorkItem) => {
    const next = new Set(selected)
    if (!next.delete(item.id)) next.add(item.id)
    onSelect(next)
  }
  useShortcut('x', '选中或取消这一件', () => rows[at] && isBulk(rows[at]) && toggle(rows[at]), { group: '列表' })

  return (
    <>
      <div ref={scroller} role="list" aria-label="待办" className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <div role="presentation" style={{ height: virtual.getTotalSize() }} className="relative">
          {items.map(({ index, start, size }) => {
            const item = rows[index]
            if (!item) return null
            const isOpen = item.id === openId
            return (
              <div
                key={item.id}
                role="listitem"
                style={{ height: size, transform: `translateY(${start}px)` }}
                className={cx(
                  'absolute inset-x-0 flex items-center border-b border-line',
                  isOpen ? 'bg-primary-soft shadow-[inset_3px_0_0_var(--color-primary)]' : 'hover:bg-fill',
                )}
              >
                {isBulk(item) && (
                  <span className="pl-4">
                    <CheckMark
                      label={`选中 ${item.title}`}
                      checked={selected.has(item.id)}
                      onChange={() => toggle(item)}
                    />
                  </span>
                )}
                <button
                  type="button"
                  aria-current={isOpen || undefined}
                  onClick={() => onOpen(item)}
                  className="flex h-full min-w-0 flex-1 items-center gap-3 px-4 text-left -outline-offset-2"
                >
                  <KindIcon kind={item.kind} />
                  <span className="min-w-0 flex-1">
                    <span className="flex items-center gap-2">
                      <b className="min-w-0 flex-1 truncate text-14 font-semibold">{item.title}</b>
                      <Due {...item} />
                    </span>
                    <span className="block truncate text-12 text-ink-2">
                      {[
                        item.kindName,
                        item.person?.nickname ?? '账号已注销',
                        schoolOf(item),
                        assigneeText(item),
                        item.notes > 0 && `${item.notes} 条便签`,
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </span>
                </button>
              </div>
            )
          })}
        </div>
      </div>
      <TableFoot list={list} first={items[0]?.index ?? 0} last={last} canOpen />
    </>
  )
}
