import type { WorkNote } from '@dxx/contract/calls/staff/work'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { useConsoleDraft } from '../../kit/drafts'
import { TextArea } from '../../kit/fields'
import { timeText } from '../../kit/time'

/** Notes to colleagues; the user never sees them. */
export function ItemNotes({ id, notes, onSaved }: { id: string; notes: WorkNote[]; onSaved(): void }) {
  const [text, setText] = useConsoleDraft(`note ${id}`, '')
  const save = useStaffAction('POST /staff/v1/work_note', {
    onDone: () => {
      setText('')
      onSaved()
    },
  })
  return (
    <section aria-label="内部便签">
      <h3 className="mb-1.5 text-15 font-semibold">内部便签</h3>
      <ul className="space-y-2">
        {notes.map((note) => (
          <li key={note.id} className="rounded-cover bg-fill px-3 py-2">
            <b className="font-semibold">{note.author}</b> <span className="user-text">{note.text}</span>
            <span className="block text-12 text-ink-3">{timeText(note.createdAt)}</span>
          </li>
        ))}
      </ul>
      <form
        className="mt-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim()) void save.run({ id, text })
        }}
      >
        <TextArea label="写便签，只有同事看得到" rows={2} maxLength={500} value={text} onChange={setText} />
        <ConsoleButton type="submit" size="small" className="mt-1" disabled={!text.trim()} loading={save.running}>
          留便签
        </ConsoleButton>
      </form>
    </section>
  )
}
