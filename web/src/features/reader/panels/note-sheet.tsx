import { useState } from 'react'
import { useDraft } from '../../../state/drafts'
import { Button } from '../../../ui/button'
import { Sheet } from '../../../ui/sheet'
import { Textarea } from '../../../ui/textarea'

interface NoteSheetProps {
  /** Key of the draft: the highlight's id, or the paragraph of a new highlight. */
  draft: string
  quote: string
  note: string
  onSave(note: string): void
  onClose(): void
}

/** Private note on a passage. */
export function NoteSheet({ draft, quote, note, onSave, onClose }: NoteSheetProps) {
  const [text, setText, clear] = useDraft(`mark:${draft}`, note)
  const [isResumed] = useState(text !== note)
  return (
    <Sheet
      open
      onClose={onClose}
      title={note ? '修改想法' : '写想法'}
      footer={
        <Button
          block
          onClick={() => {
            onSave(text.trim())
            clear()
          }}
        >
          保存
        </Button>
      }
    >
      <blockquote className="mb-3 line-clamp-4 border-l-3 border-amber pl-2.5 text-13 text-ink-2">{quote}</blockquote>
      <Textarea
        label="想法"
        hideLabel
        placeholder="此刻的想法，只有自己看得到"
        rows={5}
        maxLength={5000}
        value={text}
        onChange={setText}
      />
      {isResumed && text !== note && (
        <p className="flex items-center justify-between text-12 text-ink-3">
          这一段上次没写完的想法，还没有保存
          <button type="button" onClick={clear} className="tap text-13 text-primary">
            不要了
          </button>
        </p>
      )}
    </Sheet>
  )
}
