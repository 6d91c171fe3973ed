import type { Discuss } from '@dxx/contract/calls/community'
import { formatNumber } from '@dxx/contract/rules/format'
import MessageCircle from 'lucide-react/icons/message-circle'
import { type ReactNode, useState } from 'react'
import { LikeButton } from './like-button'
import { PersonLine } from './person-line'
import { ReplySheet } from './reply-sheet'
import { ReportSheet } from './report-sheet'
import { TextButton } from './text-button'
import { WrittenBody } from './written-body'

/** Values that change while the post is shown. */
type Counts = Pick<Discuss, 'liked' | 'likes' | 'replies'>

interface PostProps {
  target: 'discuss' | 'note'
  item: Pick<Discuss, 'id' | 'author' | 'text' | 'quote' | 'images' | 'mine' | 'createdAt'> &
    Counts &
    Partial<Pick<Discuss, 'pinned' | 'closed' | 'acceptedId' | 'rights'>>
  /** Applies a change wherever the post is shown. Returns the undo function. */
  change(change: (now: Counts) => Partial<Counts>): () => void
  /** Chapter or paragraph that the post belongs to. */
  place?: ReactNode
  /** Actions of the author; other users can report the post. */
  own?: ReactNode
  /** Actions of teachers: pin, close. */
  leading?: ReactNode
}

const titles = { discuss: '讨论', note: '笔记' } as const

/** A discussion post or public note with its likes and replies. */
export function Post({ target, item, change, place, own, leading }: PostProps) {
  const { id, author, text, quote, images, replies, mine, createdAt } = item
  const [sheet, setSheet] = useState<'replies' | 'report' | null>(null)
  return (
    <article className="rounded-card bg-card p-3.5">
      <PersonLine author={author} at={createdAt}>
        <PostTags {...item} />
      </PersonLine>
      {quote && (
        <blockquote className="mt-2 line-clamp-3 border-l-3 border-amber pl-2.5 text-13 user-text text-ink-2">
          {quote}
        </blockquote>
      )}
      <WrittenBody title={titles[target]} text={text} images={images} />
      {place}
      <div className="mt-1 flex items-center gap-4">
        <LikeButton
          call={`POST /v131/like_${target}`}
          item={item}
          show={(_id, liked, likes) => change(() => ({ liked, likes }))}
        />
        <TextButton onClick={() => setSheet('replies')}>
          <MessageCircle aria-hidden="true" size={15} />
          {replies > 0 ? `${formatNumber(replies)} 条回复` : '回复'}
        </TextButton>
        <span className="flex-1" />
        {leading}
        {mine ? own : <TextButton onClick={() => setSheet('report')}>举报</TextButton>}
      </div>
      {sheet === 'replies' && (
        <ReplySheet
          target={target}
          id={id}
          closed={item.closed}
          acceptedId={item.acceptedId}
          canAccept={target === 'discuss' && item.rights?.decide}
          onChanged={(by) => change((now) => ({ replies: now.replies + by }))}
          onClose={() => setSheet(null)}
        />
      )}
      {sheet === 'report' && <ReportSheet target={target} id={id} onClose={() => setSheet(null)} />}
    </article>
  )
}

/** State of a discussion: pinned, answered, closed. */
function PostTags({ pinned, closed, acceptedId }: Partial<Pick<Discuss, 'pinned' | 'closed' | 'acceptedId'>>) {
  const tags = [
    pinned && { name: '置顶', look: 'bg-amber-soft text-amber' },
    acceptedId && { name: '已解答', look: 'bg-success-soft text-success' },
    closed && { name: '已关闭', look: 'bg-fill text-ink-2' },
  ]
  return tags.map(
    (tag) =>
      tag && (
        <span key={tag.name} className={`shrink-0 rounded-tag px-1.5 py-0.5 text-11 ${tag.look}`}>
          {tag.name}
        </span>
      ),
  )
}
