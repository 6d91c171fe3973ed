import type { Discuss } from '@dxx/contract/calls/community'
import { formatNumber } from '@dxx/contract/rules/format'
import MessageCircle from 'lucide-react/icons/message-circle'
import { useState } from 'react'
import { useAction } from '../../api/use-action'
import { changeAnswers, invalidateCalls } from '../../api/use-call'
import { showModal } from '../../state/store'
import { Album } from '../../ui/album'
import { ReadMore } from '../../ui/read-more'
import { LikeButton } from './like-button'
import { PersonLine } from './person-line'
import { ReplySheet } from './reply-sheet'
import { ReportSheet } from './report-sheet'
import { TextButton } from './text-button'

function changeDiscuss(id: string, change: (item: Discuss) => Partial<Discuss>): () => void {
  return changeAnswers('GET /v131/get_discuss', (page) => ({
    ...page,
    list: page.list.map((item) => (item.id === id ? { ...item, ...change(item) } : item)),
  }))
}

/** Something said about a chapter or one of its paragraphs. */
export function DiscussItem({ item }: { item: Discuss }) {
  const { id, author, text, quote, images, replies, mine, createdAt } = item
  const [sheet, setSheet] = useState<'replies' | 'report' | null>(null)
  const remove = useAction('POST /v131/delete_discuss', { onDone: () => void invalidateCalls('GET /v131/get_discuss') })

  async function askRemove() {
    const answer = await showModal({ content: '删除这条讨论？下面的回复也会一起删除。', confirmText: '删除' })
    if (answer === 'confirm') void remove.run({ id })
  }

  return (
    <article className="rounded-card bg-card p-3.5">
      <PersonLine author={author} at={createdAt} />
      {quote && (
        <blockquote className="mt-2 line-clamp-3 border-l-3 border-amber pl-2.5 text-13 text-ink-2">{quote}</blockquote>
      )}
      <div className="mt-2">
        <ReadMore height={360}>
          <p className="text-14 whitespace-pre-wrap">{text}</p>
        </ReadMore>
      </div>
      {images.length > 0 && (
        <div className="mt-2.5">
          <Album images={images.map(({ url }, index) => ({ src: url, alt: `讨论的第 ${index + 1} 张图` }))} />
        </div>
      )}
      <div className="mt-1 flex items-center gap-4">
        <LikeButton
          call="POST /v131/like_discuss"
          item={item}
          show={(which, liked, likes) => changeDiscuss(which, () => ({ liked, likes }))}
        />
        <TextButton onClick={() => setSheet('replies')}>
          <MessageCircle aria-hidden="true" size={15} />
          {replies > 0 ? `${formatNumber(replies)} 条回复` : '回复'}
        </TextButton>
        <span className="flex-1" />
        {mine ? (
          <TextButton onClick={() => void askRemove()}>删除</TextButton>
        ) : (
          <TextButton onClick={() => setSheet('report')}>举报</TextButton>
        )}
      </div>
      {sheet === 'replies' && (
        <ReplySheet
          target="discuss"
          id={id}
          onChanged={(by) => changeDiscuss(id, (now) => ({ replies: now.replies + by }))}
          onClose={() => setSheet(null)}
        />
      )}
      {sheet === 'report' && <ReportSheet target="discuss" id={id} onClose={() => setSheet(null)} />}
    </article>
  )
}
