import type { Note } from '@dxx/contract/calls/community'
import { changeAnswers, invalidateCalls } from '../../api/use-call'

/** Applies a change to a note in all cached lists. Returns the undo function. */
export function changeNote(id: string, change: (note: Note) => Partial<Note>): () => void {
  return changeAnswers('GET /v131/get_note', (page) => ({
    ...page,
    list: page.list.map((note) => (note.id === id ? { ...note, ...change(note) } : note)),
  }))
}

/** Invalidates the calls that show notes. */
export function refreshNotes(): void {
  void invalidateCalls('GET /v131/get_note', 'GET /v1/my_counts', 'GET /v1/user_home_notes')
}
