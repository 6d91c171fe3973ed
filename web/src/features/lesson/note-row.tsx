import type { Note } from '@dxx/contract/calls/community'
import { useState } from 'react'
import { useAction } from '../../api/use-action'
import { useDraft } from '../../state/drafts'
import { toast } from '../../state/flash'
import { showModal } from '../../state/store'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { Textarea } from '../../ui/textarea'
import { LikeButton } from '../community/like-button'
import { PersonLine } from '../community/person-line'
import { ReportSheet } from '../community/report-sheet'
import { TextButton } from '../community/text-button'
import { WrittenBody } from '../community/written-body'
import { changeNote, refreshNotes } from './change-notes'
import { JumpButton } from './jump-button'

interface NoteRowProps {
  note: Note
  /** Whether the video is at the second of this note. */
  current: boolean
  onJump(seconds: number): void
}

/** A note beside its video; a tap on its time seeks to that second. */
export function NoteRow({ note, current, onJump }: NoteRowProps) {
  const { id, text, seconds, mine } = note
  // A draft, so that a reload or a switch to another tab of the lesson does not lose the edited text.
  const [editing, setEditing, stopEditing] = useDraft<string | null>(`note-edit:${id}`, null)
  const [begun, setBegun] = useState(false)
  const [reporting, setReporting] = useState(false)
  const push = useAction('POST /v131/push_note', {
    onDone: () => {
      stopEditing()
      refreshNotes()
    },
  })
  const remove = useAction('POST /v131/delete_note', {
    onDone: () => {
      toast('笔记已删除')
      refreshNotes()
    },
  })

  async function askRemove() {
    if ((await showModal({ content: '删除这条笔记？', confirmText: '删除', type: 2 })) === 'confirm')
      void remove.run({ id })
  }

  function save() {
    const { place, quote, locator, colour, images } = note
    void push.run({
      id,
      curriculumId: place.id,
      chapterId: place.chapterId ?? '',
      text: editing ?? text,
      seconds,
      quote,
      locator,
      colour,
      public: note.public,
      images: images.map((image) => image.id),
    })
  }

  return (
    <article
      aria-current={current ? 'true' : undefined}
      className={cx('rounded-card bg-card p-3.5', current && 'inset-ring inset-ring-primary')}
    >
      <PersonLine author={note.author} at={note.createdAt}>
        {seconds !== null && <JumpButton seconds={seconds} onJump={onJump} />}
      </PersonLine>
      {editing === null ? (
        <WrittenBody title="笔记" text={text} images={note.images} />
      ) : (
        <NoteEditor
          text={editing}
          focus={begun}
          saving={push.running}
          onChange={setEditing}
          onCancel={stopEditing}
          onSave={save}
        />
      )}
      <div className="mt-1 flex items-center gap-4">
        {mine && <span className="text-12 text-ink-3">{note.public ? '公开' : '仅自己可见'}</span>}
        {note.public && (
          <LikeButton
            call="POST /v131/like_note"
            item={note}
            show={(which, liked, likes) => changeNote(which, () => ({ liked, likes }))}
          />
        )}
        <span className="flex-1" />
        {mine ? (
          editing === null && (
            <>
              <TextButton
                onClick={() => {
                  setBegun(true)
                  setEditing(text)
                }}
              >
                修改
              </TextButton>
              <TextButton onClick={() => void askRemove()}>删除</TextButton>
            </>
          )
        ) : (
          <TextButton onClick={() => setReporting(true)}>举报</TextButton>
        )}
      </div>
      {reporting && <ReportSheet target="note" id={id} onClose={() => setReporting(false)} />}
    </article>
  )
}

interface NoteEditorProps {
  text: string
  /** Whether the field takes the focus when it appears. */
  focus: boolean
  saving: boolean
  onChange(text: string): void
  onCancel(): void
  onSave(): void
}

function NoteEditor({ text, focus, saving, onChange, onCancel, onSave }: NoteEditorProps) {
  return (
    <div className="mt-2 space-y-2">
      <Textarea label="修改笔记" hideLabel autoFocus={focus} maxLength={5000} value={text} onChange={onChange} />
      <div className="flex justify-end gap-2">
        <Button kind="plain" size="small" onClick={onCancel}>
          取消
        </Button>
        <Button size="small" loading={saving} disabled={!text.trim()} onClick={onSave}>
          保存
        </Button>
      </div>
    </div>
  )
}
