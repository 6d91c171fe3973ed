import type { ChapterRow } from '@dxx/contract/calls/catalogue'
import type { Highlight } from '@dxx/contract/calls/reading'
import Bookmark from 'lucide-react/icons/bookmark'
import Check from 'lucide-react/icons/check'
import Lock from 'lucide-react/icons/lock'
import { pageUrl } from '../../../router/page-url'
import { cx } from '../../../ui/cx'
import { Empty } from '../../../ui/empty'
import { openInPlace } from '../../../ui/open-in-place'
import { LoadMore } from '../../../ui/paging/load-more'
import { useLocalPaging } from '../../../ui/paging/use-local-paging'
import { VirtualList } from '../../../ui/paging/virtual-list'

interface ContentsPanelProps {
  rows: readonly ChapterRow[]
  current: string
  /** URL of a position, for opening it in a new tab and copying. A plain click opens it in place. */
  hrefOf(id: string, pid?: string): string
  onChapter(id: string, pid?: string): void
  /** Id of the textbook, to show its chapter tests; e-books have no tests. */
  textbook?: string
}

/** Table of contents; when it opens, it scrolls to the current chapter. */
export function ContentsPanel({ rows, current, hrefOf, onChapter, textbook }: ContentsPanelProps) {
  return (
    <VirtualList
      className="px-2 pb-4"
      items={rows}
      itemKey={({ id }) => id}
      estimate={44}
      current={current}
      renderItem={(row) =>
        row.kind === 'part' ? (
          <>
            <p className="px-2 pt-4 pb-1 text-14 font-bold">{row.title}</p>
            {row.test && textbook && (
              <a href={`#${testUrl(textbook, row)}`} className="flex min-h-11 items-center px-2 text-13 text-primary">
                章末测验<span className="sr-only">：{row.title}</span>
              </a>
            )}
          </>
        ) : (
          <>
            <a
              href={`#${hrefOf(row.id)}`}
              aria-current={row.id === current ? 'page' : undefined}
              onClick={(event) => openInPlace(event, () => onChapter(row.id))}
              style={{ paddingLeft: 8 + Math.max(0, row.depth - 1) * 14 }}
              className={cx(
                'flex min-h-11 w-full items-center gap-2 rounded-item pr-2 text-left text-14 -outline-offset-2',
                row.id === current ? 'bg-primary-soft font-semibold text-primary' : 'hover:bg-fill',
                row.locked && 'text-ink-3',
              )}
            >
              <span className="min-w-0 flex-1">
                {row.kind === 'expand' && <span className="text-12 text-ink-3">拓展 · </span>}
                {row.title}
              </span>
              {row.done && <Check role="img" aria-label="已学完" size={16} className="shrink-0 text-success" />}
              {row.locked && <Lock role="img" aria-label="未解锁" size={14} className="shrink-0" />}
            </a>
            {row.id === current && (
              <Outline row={row} hrefOf={(pid) => hrefOf(row.id, pid)} onOpen={(pid) => onChapter(row.id, pid)} />
            )}
          </>
        )
      }
    />
  )
}

/** URL of the test at the end of a part. For a locked test, the list of tests, which shows what is required. */
function testUrl(textbook: string, { id, locked }: ChapterRow): string {
  if (locked) return pageUrl('pages/digital-textbooks/study', { id: textbook, tab: 'tests' })
  return pageUrl('pages/exam/answer', { chapter: id })
}

interface OutlineProps {
  row: ChapterRow
  hrefOf(pid: string): string
  onOpen(pid: string): void
}

/** Headings inside the open chapter. Responses cached by earlier versions have none. */
function Outline({ row, hrefOf, onOpen }: OutlineProps) {
  if (!row.outline?.length) return null
  return (
    <ul>
      {row.outline.map(({ title, depth, pid }) => (
        <li key={pid + title}>
          <a
            href={`#${hrefOf(pid)}`}
            onClick={(event) => openInPlace(event, () => onOpen(pid))}
            style={{ paddingLeft: 22 + (Math.max(0, row.depth - 1) + depth) * 14 }}
            className="flex min-h-11 w-full items-center rounded-item pr-2 text-12 text-ink-2 -outline-offset-2 hover:bg-fill"
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Bookmarks of the book. */
export function BookmarksPanel({
  highlights,
  rows,
  hrefOf,
  onOpen,
  onRemove,
}: {
  highlights: readonly Highlight[]
  rows: readonly ChapterRow[]
  hrefOf(mark: Highlight): string
  onOpen(mark: Highlight): void
  onRemove(id: string): void
}) {
  const order = new Map(rows.map(({ id }, place) => [id, place]))
  const list = highlights
    .filter(({ mark }) => mark === 'bookmark')
    .sort((a, b) => (order.get(a.chapterId) ?? 0) - (order.get(b.chapterId) ?? 0) || a.createdAt - b.createdAt)
  const paged = useLocalPaging(list)
  if (list.length === 0) return <Empty hint="还没有书签，点右上角的书签标记读到的地方" />
  return (
    <>
      <ul className="px-2 pb-4">
        {paged.list.map((mark) => (
          <li key={mark.id} className="flex items-start gap-1">
            <a
              href={`#${hrefOf(mark)}`}
              onClick={(event) => openInPlace(event, () => onOpen(mark))}
              className="flex min-h-14 min-w-0 flex-1 gap-2.5 rounded-item px-2 py-2 text-left hover:bg-fill"
            >
              <Bookmark aria-hidden="true" size={16} className="mt-0.5 shrink-0 fill-amber stroke-amber" />
              <span className="min-w-0">
                <span className="line-clamp-2 text-14">{mark.locator.exact || '（图片）'}</span>
                <span className="block truncate text-12 text-ink-3">{mark.chapterTitle}</span>
              </span>
            </a>
            <button
              type="button"
              onClick={() => onRemove(mark.id)}
              className="min-h-11 shrink-0 px-2 text-12 text-ink-3"
            >
              删除
            </button>
          </li>
        ))}
      </ul>
      {paged.isPaged && <LoadMore state={paged.loadState} onLoadMore={paged.loadMore} />}
    </>
  )
}
