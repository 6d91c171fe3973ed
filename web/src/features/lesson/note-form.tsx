import type { Chapter } from '@dxx/contract/calls/study'
import { formatClock } from '@dxx/contract/rules/format'
import Clock from 'lucide-react/icons/clock'
import { useRef } from 'react'
import { requireMobile } from '../../api/session'
import { useAction } from '../../api/use-action'
import { useDraft } from '../../state/drafts'
import { toast } from '../../state/flash'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { Textarea } from '../../ui/textarea'
import { refreshNotes } from './change-notes'

interface Written {
  text: string
  /** Second of the video when the note was begun. */
  seconds: number | null
  public: boolean
}

const empty: Written = { text: '', seconds: null, public: false }

/** Form for a note at the video's current second. `now` returns null for lessons without a video. */
export function NoteForm({ lesson, now }: { lesson: Chapter; now: () => number | null }) {
  const [written, setWritten, clear] = useDraft(`note:${lesson.id}`, empty)
  const form = useRef<HTMLFormElement>(null)
  const { run, running } = useAction('POST /v131/push_note', {
    onDone: () => {
      // With an empty field the button is disabled. If it was pressed by a key, the focus must move elsewhere, or it
      // would be lost.
      const isPressedByKey = form.current?.querySelector('[type="submit"]:focus-visible')
      if (isPressedByKey) form.current?.querySelector('textarea')?.focus()
      clear()
      toast('笔记已保存')
      refreshNotes()
    },
  })

  function type(text: string) {
    setWritten((before) => ({ ...before, text, seconds: before.text === '' ? now() : before.seconds }))
  }

  function save() {
    if (written.public && requireMobile()) return
    const { text } = written
    // Notes store whole seconds.
    const seconds = written.seconds === null ? null : Math.floor(written.seconds)
    void run({ curriculumId: lesson.curriculum.id, chapterId: lesson.id, text, seconds, public: written.public })
  }

  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      className="rounded-card bg-card p-3.5"
    >
      <Textarea
        label="记笔记"
        hideLabel
        placeholder={lesson.video ? '边看边记，点时间就能跳回这一秒' : '记下你的想法'}
        rows={2}
        maxLength={5000}
        value={written.text}
        onChange={type}
      />
      <div className="mt-2 flex items-center gap-3">
        {written.seconds !== null && (
          <button
            type="button"
            onClick={() => setWritten((before) => ({ ...before, seconds: now() }))}
            className="tap tabular-nums inline-flex items-center gap-1 rounded-item text-13 text-primary"
          >
            <Clock aria-hidden="true" size={14} />
            <span className="sr-only">笔记的时间，点一下改成现在：</span>
            {formatClock(written.seconds)}
          </button>
        )}
        <span className="flex-1" />
        <Checkbox checked={written.public} onChange={(on) => setWritten((before) => ({ ...before, public: on }))}>
          公开
        </Checkbox>
        <Button type="submit" size="small" loading={running} disabled={!written.text.trim()}>
          保存
        </Button>
      </div>
    </form>
  )
}
