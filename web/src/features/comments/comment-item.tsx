import type { Comment } from '@dxx/contract/calls/community'
import { formatNumber } from '@dxx/contract/rules/format'
import MessageCircle from 'lucide-react/icons/message-circle'
import { type ReactNode, useState } from 'react'
import { useAction } from '../../api/use-action'
import { openLoginPage } from '../../router/navigation'
import { toast } from '../../state/flash'
import { showModal } from '../../state/store'
import { getToken } from '../../state/token'
import { Rate } from '../../ui/rate'
import { LikeButton } from '../community/like-button'
import { PersonLine } from '../community/person-line'
import { ReplySheet } from '../community/reply-sheet'
import { ReportSheet } from '../community/report-sheet'
import { TextButton } from '../community/text-button'
import { WrittenBody } from '../community/written-body'
import { changeComment, refreshComments } from './change-comments'

interface CommentItemProps {
  comment: Comment
  /** URL for editing the user's own comment. */
  editHref: string
  /** Subject of the comment, where the context does not show it. */
  children?: ReactNode
}

export function CommentItem({ comment, editHref, children }: CommentItemProps) {
  const { id, author, stars, text, images, replies, mine, createdAt, editedAt } = comment
  const [sheet, setSheet] = useState<'replies' | 'report' | null>(null)
  const remove = useAction('POST /v130/del_comment', {
    onDone: () => {
      toast('评价已删除')
      refreshComments()
    },
  })

  async function askRemove() {
    const answer = await showModal({ content: '删除这条评价？删除后不能恢复。', confirmText: '删除', type: 2 })
    if (answer === 'confirm') void remove.run({ id })
  }

  return (
    <article className="rounded-card bg-card p-3.5">
      <PersonLine author={author} at={createdAt}>
        <Rate value={stars} size={13} />
      </PersonLine>
      <WrittenBody title="评价" text={text} images={images} />
      {children}
      <div className="mt-1.5 flex items-center gap-4">
        <LikeButton
          call="POST /v130/like_comment"
          item={comment}
          show={(which, liked, likes) => changeComment(which, () => ({ liked, likes }))}
        />
        <TextButton onClick={() => setSheet('replies')}>
          <MessageCircle aria-hidden="true" size={15} />
          {replies > 0 ? `${formatNumber(replies)} 条回复` : '回复'}
        </TextButton>
        <span className="flex flex-1 items-center justify-end gap-3 text-12 text-ink-3">
          {editedAt && <span>已修改</span>}
          {mine ? (
            <>
              <a href={editHref} className="tap rounded-item px-1">
                修改
              </a>
              <TextButton onClick={askRemove}>删除</TextButton>
            </>
          ) : (
            <TextButton onClick={() => (getToken() ? setSheet('report') : openLoginPage())}>举报</TextButton>
          )}
        </span>
      </div>
      {sheet === 'replies' && (
        <ReplySheet
          target="comment"
          id={id}
          onChanged={(by) => changeComment(id, (now) => ({ replies: now.replies + by }))}
          onClose={() => setSheet(null)}
        />
      )}
      {sheet === 'report' && <ReportSheet target="comment" id={id} onClose={() => setSheet(null)} />}
    </article>
  )
}
