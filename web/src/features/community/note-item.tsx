import type { Note } from '@dxx/contract/calls/community'
import { formatClock } from '@dxx/contract/rules/format'
import { changeAnswers } from '../../api/use-call'
import { Post } from './post'

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

/** A public note, on a user's page or beside its chapter. */
export function NoteItem({ note }: { note: Note }) {
  const { id, place, seconds } = note
  return (
    <Post
      target="note"
      item={note}
      change={(change) => changeNote(id, change)}
      place={
        <p className="mt-2 truncate text-12 text-ink-3">
          《{place.title}》{place.chapterTitle}
          {seconds !== null && ` ${formatClock(seconds)}`}
        </p>
      }
    />
  )
}
