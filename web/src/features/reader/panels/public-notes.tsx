import { usePagedCall } from '../../../api/use-paged-call'
import { Empty } from '../../../ui/empty'
import { PagedList } from '../../../ui/paging/paged-list'
import { SkeletonCards } from '../../../ui/skeleton-shapes'
import { NoteItem } from '../../community/note-item'

/** Public notes of other users on a chapter. */
export function PublicNotes({ curriculumId, chapterId }: { curriculumId: string; chapterId: string }) {
  const notes = usePagedCall('GET /v131/get_note', { curriculumId, chapterId, scope: 'public' })
  return (
    <PagedList
      {...notes}
      itemKey={({ id }) => id}
      renderItem={(note) => <NoteItem note={note} />}
      empty={<Empty hint="这一章还没有公开的笔记" />}
      skeleton={<SkeletonCards avatar />}
    />
  )
}
