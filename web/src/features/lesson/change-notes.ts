import type { Note } from '@dxx/contract/calls/community'
import { changeAnswers, invalidateCalls } from '../../api/use-call'

/** Shows a change of a note wherever it is listed here; answers the way back. */
export function changeNote(id: string, change: (note: Note) => Partial<Note>): () => void {
  return changeAnswers('GET /v131/get_note', (page) => ({
    ...page,
    list: page.list.map((note) => (note.id === id ? { ...note, ...change(note) } : note)),
  }))
}

/** A note came, went or was changed. */
export function notesChanged(): void {
  void invalidateCalls('GET /v131/get_note', 'GET /v1/my_counts', 'GET /v1/user_home_notes')
}
