import type { ChapterRow } from '@dxx/contract/calls/catalogue'
import { formatClock } from '@dxx/contract/rules/format'
import Check from 'lucide-react/icons/check'
import Lock from 'lucide-react/icons/lock'
import { cx } from '../../ui/cx'
import { openInPlace } from '../../ui/open-in-place'
import { VirtualList } from '../../ui/paging/virtual-list'
import { Skeleton } from '../../ui/skeleton'
import { studyHref } from '../catalogue/kinds'

interface ChapterListProps {
  courseId: string
  rows: readonly ChapterRow[] | undefined
  current: string
  /** Whether to scroll to the current lesson. Only for a list in its own scroll box: the page must not scroll. */
  follows?: boolean
  /** Ids of chapters with an offline copy. */
  downloadedIds: ReadonlySet<string>
  /** Whether the user owns the course: trial lessons are not marked then. */
  owned: boolean
  onOpen(row: ChapterRow): void
}

/** Lesson list beside the player: current, completed and locked lessons. */
export function ChapterList({ courseId, rows, current, follows, downloadedIds, owned, onOpen }: ChapterListProps) {
  if (!rows) {
    return (
      <div aria-hidden="true" className="space-y-3 py-2">
        {[1, 2, 3, 4, 5].map((number) => (
          <Skeleton key={number} className="h-11" />
        ))}
      </div>
    )
  }
  return (
    <VirtualList
      items={rows}
      itemKey={({ id }) => id}
      estimate={56}
      current={follows ? current : undefined}
      renderItem={(row) =>
        row.kind === 'part' ? (
          <h3 className="pt-3 pb-1 text-14 font-bold">{row.title}</h3>
        ) : (
          <LessonLink
            href={studyHref({ id: courseId, kind: 'course' }, row.id)}
            row={row}
            current={row.id === current}
            note={noteOf(row, { isDownloaded: downloadedIds.has(row.id), owned })}
            onOpen={() => onOpen(row)}
          />
        )
      }
    />
  )
}

interface LessonLinkProps {
  href: string
  row: ChapterRow
  current: boolean
  note: string
  onOpen(): void
}

/** A link, so that a lesson can be opened in another tab; a plain click opens it here. */
function LessonLink({ href, row, current, note, onOpen }: LessonLinkProps) {
  return (
    <a
      href={href}
      aria-current={current ? 'true' : undefined}
      onClick={(event) => openInPlace(event, onOpen)}
      className={cx(
        'flex min-h-13 w-full items-center gap-3 rounded-item px-2.5 py-2 -outline-offset-2 hover:bg-fill active:bg-fill',
        current && 'bg-primary-soft',
      )}
    >
      <span className="min-w-0 flex-1">
        <span className={cx('block text-14', current && 'font-semibold text-primary')}>{row.title}</span>
        <span className={cx('block text-12', current ? 'text-ink-2' : 'text-ink-3')}>{note}</span>
      </span>
      <StateIcon row={row} />
    </a>
  )
}

export function noteOf(
  { kind, durationSeconds, minutes, done, percent, free, locked }: ChapterRow,
  { isDownloaded, owned }: { isDownloaded: boolean; owned: boolean },
): string {
  const size = kind === 'video' ? `视频 ${formatClock(durationSeconds)}` : minutes > 0 ? `约 ${minutes} 分钟` : ''
  const state = done ? '已看完' : percent > 0 ? `学到 ${percent}%` : ''
  return [size, state, free && !done && !locked && !owned && '可试看', isDownloaded && '已离线']
    .filter(Boolean)
    .join(' · ')
}

function StateIcon({ row }: { row: ChapterRow }) {
  if (row.done) {
    return (
      <span className="shrink-0 text-success">
        <Check aria-hidden="true" size={18} />
        <span className="sr-only">已看完</span>
      </span>
    )
  }
  if (!row.locked) return null
  return (
    <span className="shrink-0 text-ink-3">
      <Lock aria-hidden="true" size={16} />
      <span className="sr-only">购买后可看</span>
    </span>
  )
}
