import type { Chapter } from '@dxx/contract/calls/study'
import { useState } from 'react'
import { usePagedCall } from '../../api/use-paged-call'
import { Empty } from '../../ui/empty'
import { PagedList } from '../../ui/paging/paged-list'
import { Segmented } from '../../ui/segmented'
import { NoteForm } from './note-form'
import { NoteRow } from './note-row'

interface NotesProps {
  lesson: Chapter
  now(): number | null
  onJump(seconds: number): void
}

/** The user's notes of a lesson, and the public notes of other users. */
export function Notes({ lesson, now, onJump }: NotesProps) {
  const [scope, setScope] = useState<'mine' | 'public'>('mine')
  const notes = usePagedCall('GET /v131/get_note', { curriculumId: lesson.curriculum.id, chapterId: lesson.id, scope })
  return (
    <div className="space-y-3">
      <NoteForm lesson={lesson} now={now} />
      <Segmented
        label="谁的笔记"
        value={scope}
        onChange={setScope}
        options={[
          { value: 'mine', title: '我的笔记' },
          { value: 'public', title: '大家的笔记' },
        ]}
      />
      <PagedList
        {...notes}
        itemKey={({ id }) => id}
        renderItem={(note) => <NoteRow note={note} onJump={onJump} />}
        empty={<Empty hint={scope === 'mine' ? '还没有笔记，看到哪里就记到哪里' : '还没有人公开这一讲的笔记'} />}
      />
    </div>
  )
}
