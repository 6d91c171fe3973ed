import type { MyNote } from '@dxx/contract/calls/notes'
import { formatClock } from '@dxx/contract/rules/format'
import { formatTimeAgo } from '@dxx/contract/rules/time-from'
import { serverNow } from '../../api/clock'
import { cx } from '../../ui/cx'
import { Tag } from '../../ui/tag'
import { kindNames, markLines, noteHref } from './labels'

/** A note with its quote and place; the whole card links to the place. */
export function NoteCard({ note }: { note: MyNote }) {
  const { kind, curriculum, chapterTitle, quote, text, mark, seconds, updatedAt, open } = note
  const href = noteHref(note)
  const content = (
    <>
      {(quote || kind !== 'note') && (
        <span
          className={cx(
            'line-clamp-4 block border-l-3 pl-2.5 text-14 text-ink-2',
            mark ? markLines[mark] : 'border-edge',
          )}
        >
          {quote || (kind === 'bookmark' ? chapterTitle : '（图片）')}
        </span>
      )}
      {text && <span className="mt-2 line-clamp-6 block text-15 user-text">{text}</span>}
      <span className="mt-2.5 flex items-center gap-2 text-12 text-ink-3">
        <Tag tone="grey">{kindNames[kind]}</Tag>
        <span className="min-w-0 flex-1 truncate">
          《{curriculum.title}》{chapterTitle}
          {seconds !== null && ` ${formatClock(seconds)}`}
        </span>
        <span className="shrink-0">{open ? formatTimeAgo(updatedAt, serverNow()) : '原文已不能打开'}</span>
      </span>
    </>
  )
  const shape = 'block rounded-card bg-card p-4'
  return href ? (
    <a href={href} className={cx(shape, 'active:bg-fill desk:hover:bg-raised')}>
      {content}
    </a>
  ) : (
    <div className={shape}>{content}</div>
  )
}
