import { useState } from 'react'
import { useDraft } from '../../../state/drafts'
import { Button } from '../../../ui/button'
import { Prose } from '../../../ui/prose'
import { Sheet } from '../../../ui/sheet'
import { Textarea } from '../../../ui/textarea'

interface NoteSheetProps {
  /** Key of the draft: the highlight's id, or the paragraph of a new highlight. */
  draft: string
  quote: string
  quoteHtml?: string
  note: string
  onSave(note: string): void
  onClose(): void
}

/** Returns a quote without the dollar signs around those formulas that are readable as text. */
export const withoutDollars = (quote: string) => quote.replace(/\$([^$\\{}]+)\$/g, '$1')

/** Private note on a passage. */
export function NoteSheet({ draft, quote, quoteHtml, note, onSave, onClose }: NoteSheetProps) {
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
      <blockquote className="mb-3 line-clamp-4 border-l-3 border-amber pl-2.5 text-13 text-ink-2">
        {/* A copy of the chapter, which the server has sanitised. */}
        {quoteHtml ? <Prose html={quoteHtml} className="text-13! leading-normal!" /> : withoutDollars(quote)}
      </blockquote>
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
