import type { Note } from '@dxx/contract/calls/community'
import type { Chapter } from '@dxx/contract/calls/study'
import { useMemo, useRef, useState } from 'react'
import { usePagedCall } from '../../api/use-paged-call'
import { Empty } from '../../ui/empty'
import { PagedList } from '../../ui/paging/paged-list'
import { Segmented } from '../../ui/segmented'
import { SkeletonCards } from '../../ui/skeleton-shapes'
import { type Playhead, startedAt } from '../player/playhead'
import { usePlayhead } from '../player/use-playhead'
import { NoteForm } from './note-form'
import { NoteRow } from './note-row'
import { useFollow } from './use-follow'

interface NotesProps {
  lesson: Chapter
  playhead: Playhead
  /** Whether the list scrolls in a box of its own, so that it can follow the video without moving the page. */
  inner: boolean
  now(): number | null
  onJump(seconds: number): void
}

/** The user's notes of a lesson, and the public notes of other users. */
export function Notes({ lesson, playhead, inner, now, onJump }: NotesProps) {
  const [scope, setScope] = useState<'mine' | 'public'>('mine')
  const notes = usePagedCall('GET /v131/get_note', { curriculumId: lesson.curriculum.id, chapterId: lesson.id, scope })
  const placed = useMemo(() => byTime(notes.list), [notes.list])
  const current = usePlayhead(playhead, ({ time }) => startedAt(placed, time)?.id)
  const box = useRef<HTMLDivElement>(null)
  const follow = useFollow(box, current, inner)
  return (
    <div ref={box} {...follow} className="space-y-3">
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
        renderItem={(note) => <NoteRow note={note} current={note.id === current} onJump={onJump} />}
        empty={<Empty hint={scope === 'mine' ? '还没有笔记，看到哪里就记到哪里' : '还没有人公开这一讲的笔记'} />}
        skeleton={<SkeletonCards />}
      />
    </div>
  )
}

/** Notes with a second of the video, in the order of the video. */
const byTime = (notes: readonly Note[]) =>
  notes.flatMap(({ id, seconds }) => (seconds === null ? [] : { id, start: seconds })).sort((a, b) => a.start - b.start)
