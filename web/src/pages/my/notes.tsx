import { readNotesFilter } from '../../features/notes/notes-filter'
import { NotesList } from '../../features/notes/notes-list'
import { NoteReview } from '../../features/notes/review'
import { usePageTitle } from '../../router/page-context'
import { usePageQuery } from '../../router/page-query'

/** All notes, highlights and bookmarks of the user. `?review=1`: the due ones as cards. */
export default function NotesPage() {
  const [query, change] = usePageQuery()
  const reviewing = query.review === '1'
  usePageTitle(reviewing ? '复习笔记' : undefined)
  return reviewing ? <NoteReview /> : <NotesList filter={readNotesFilter(query)} onFilter={change} />
}
