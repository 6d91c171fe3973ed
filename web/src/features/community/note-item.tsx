import type { Note } from '@dxx/contract/calls/community'
import { clockTime, formatNumber } from '@dxx/contract/rules/format'
import MessageCircle from 'lucide-react/icons/message-circle'
import { useState } from 'react'
import { changeAnswers } from '../../api/use-call'
import { Album } from '../../ui/album'
import { ReadMore } from '../../ui/read-more'
import { LikeButton } from './like-button'
import { PersonLine } from './person-line'
import { ReplySheet } from './reply-sheet'
import { ReportSheet } from './report-sheet'
import { TextButton } from './text-button'

function changeNote(id: string, change: (note: Note) => Partial<Note>): () => void {
  const apply = (list: Note[]) => list.map((note) => (note.id === id ? { ...note, ...change(note) } : note))
  const undo = [
    changeAnswers('GET /v1/user_home_notes', (page) => ({ ...page, list: apply(page.list) })),
    changeAnswers('GET /v131/get_note', (page) => ({ ...page, list: apply(page.list) })),
  ]
  return () => {
    for (const one of undo) one()
  }
}

/** A public note, on somebody's page or beside its chapter. */
export function NoteItem({ note }: { note: Note }) {
  const { id, author, text, quote, images, place, seconds, replies, mine, createdAt } = note
  const [sheet, setSheet] = useState<'replies' | 'report' | null>(null)
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
          <Album images={images.map(({ url }, index) => ({ src: url, alt: `笔记的第 ${index + 1} 张图` }))} />
        </div>
      )}
      <p className="mt-2 truncate text-12 text-ink-3">
        《{place.title}》{place.chapterTitle}
        {seconds !== null && ` ${clockTime(seconds)}`}
      </p>
      <div className="mt-1 flex items-center gap-4">
        <LikeButton
          call="POST /v131/like_note"
          item={note}
          show={(which, liked, likes) => changeNote(which, () => ({ liked, likes }))}
        />
        <TextButton onClick={() => setSheet('replies')}>
          <MessageCircle aria-hidden="true" size={15} />
          {replies > 0 ? `${formatNumber(replies)} 条回复` : '回复'}
        </TextButton>
        <span className="flex-1" />
        {!mine && <TextButton onClick={() => setSheet('report')}>举报</TextButton>}
      </div>
      {sheet === 'replies' && (
        <ReplySheet
          target="note"
          id={id}
          onChanged={(by) => changeNote(id, (now) => ({ replies: now.replies + by }))}
          onClose={() => setSheet(null)}
        />
      )}
      {sheet === 'report' && <ReportSheet target="note" id={id} onClose={() => setSheet(null)} />}
    </article>
  )
}
