import type { Highlight } from '@dxx/contract/calls/reading'
import { useState } from 'react'
import type { Highlights } from '../highlights/store'
import { NoteSheet } from './note-sheet'

interface Editing {
  draft: string
  quote: string
  /** The quote with drawn formulas; omitted for a highlight of another chapter, whose text is not shown. */
  quoteHtml?: string
  note: string
  save(note: string): void
}

/** Sheet for writing a note, and the functions that open the sheet. */
export function useNoteEditor(highlights: Highlights) {
  const [editing, setEditing] = useState<Editing | null>(null)

  function editNote(item: Highlight) {
    const { id, chapterId, mark, locator, chapterTitle } = item
    const save = (note: string) => highlights.put({ id, chapterId, mark, note, locator, revision: 0 }, chapterTitle)
    setEditing({ draft: id, quote: locator.exact, note: item.note, save })
  }

  const sheet = editing && (
    <NoteSheet
      {...editing}
      onSave={(note) => {
        editing.save(note)
        setEditing(null)
      }}
      onClose={() => setEditing(null)}
    />
  )
  return { edit: setEditing, editNote, sheet }
}
