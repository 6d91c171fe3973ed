import type { ChapterRow } from '@dxx/contract/calls/catalogue'
import { clockTime } from '@dxx/contract/rules/format'
import Check from 'lucide-react/icons/check'
import Lock from 'lucide-react/icons/lock'
import { useEffect, useRef } from 'react'
import { cx } from '../../ui/cx'
import { Skeleton } from '../../ui/skeleton'

interface ChapterListProps {
  rows: readonly ChapterRow[] | undefined
  current: string
  /** Ids of chapters with an offline copy. */
  kept: ReadonlySet<string>
  onOpen(row: ChapterRow): void
}

/** Lesson list beside the player: current, completed and locked lessons. */
export function ChapterList({ rows, current, kept, onOpen }: ChapterListProps) {
  const here = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the list has come
  useEffect(() => {
    const box = here.current?.closest('[data-scrolls]')
    // Only where the list has its own scroll box: the page must not scroll.
    if (box && here.current) box.scrollTop = here.current.offsetTop - box.clientHeight / 3
  }, [rows === undefined])
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
    <ol>
      {rows.map((row) => (
        <li key={row.id}>
          {row.kind === 'part' ? (
            <h3 className="pt-3 pb-1 text-14 font-bold">{row.title}</h3>
          ) : (
            <button
              ref={row.id === current ? here : undefined}
              type="button"
              aria-current={row.id === current ? 'true' : undefined}
              onClick={() => onOpen(row)}
              className={cx(
                'flex min-h-13 w-full items-center gap-3 rounded-item px-2.5 py-2 text-left -outline-offset-2 active:bg-fill',
                row.id === current && 'bg-primary-soft',
              )}
            >
              <span className="min-w-0 flex-1">
                <span className={cx('block text-14', row.id === current && 'font-semibold text-primary')}>
                  {row.title}
                </span>
                <span className={cx('block text-12', row.id === current ? 'text-ink-2' : 'text-ink-3')}>
                  {noteOf(row, kept.has(row.id))}
                </span>
              </span>
              <StateIcon row={row} />
            </button>
          )}
        </li>
      ))}
    </ol>
  )
}

function noteOf({ kind, durationSeconds, minutes, done, percent, free, locked }: ChapterRow, kept: boolean): string {
  const size = kind === 'video' ? `视频 ${clockTime(durationSeconds)}` : minutes > 0 ? `约 ${minutes} 分钟` : ''
  const state = done ? '已看完' : percent > 0 ? `学到 ${percent}%` : ''
  return [size, state, free && !done && !locked && '可试看', kept && '已离线'].filter(Boolean).join(' · ')
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
