import type { Author } from '@dxx/contract/calls/community'
import { formatTimeAgo } from '@dxx/contract/rules/time-from'
import type { ReactNode } from 'react'
import { serverNow } from '../../api/clock'
import { pageUrl } from '../../router/page-url'
import { Avatar } from '../../ui/avatar'

interface PersonLineProps {
  author: Author
  at: number
  /** Content beside the name: stars or a badge. */
  children?: ReactNode
}

/** Author and time, linked to the author's page. */
export function PersonLine({ author, at, children }: PersonLineProps) {
  return (
    <div className="flex items-center gap-2.5">
      <a
        href={`#${pageUrl('pages/my/home', { id: author.id })}`}
        className="tap flex min-w-0 flex-1 items-center gap-2.5 rounded-item"
      >
        <Avatar name={author.nickname} src={author.avatar} size={34} />
        <span className="min-w-0">
          <span className="flex items-center gap-1.5">
            <bdi className="truncate text-13 font-semibold">{author.nickname}</bdi>
            {author.teacher && (
              <span className="shrink-0 rounded-tag bg-primary-soft px-1.5 text-11 text-primary">教师</span>
            )}
          </span>
          <span className="block text-11 text-ink-3">{formatTimeAgo(at, serverNow())}</span>
        </span>
      </a>
      {children}
    </div>
  )
}
