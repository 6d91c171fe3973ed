import { useRef, useState } from 'react'
import type { TextSync } from '../../../kit/text-sync'
import { dropUndo } from '../../../kit/undo'
import { readSubtitles, type SubtitleFile, writeSubtitles } from './subtitle-file'

/** Maximum number of undo steps; each stores the list of cues, not the text. */
const mostSteps = 200

/**
 * The list of cues of a synchronised text, with undo and redo. Typing in one field is one step. A version of another
 * editor replaces the list and clears the steps.
 */
export function useSubtitles(sync: TextSync, text: string) {
  const [file, setFile] = useState<SubtitleFile>(() => readSubtitles(text))
  const written = useRef(text)
  const [steps, setSteps] = useState<{ undo: SubtitleFile[]; redo: SubtitleFile[] }>({ undo: [], redo: [] })
  const typing = useRef('')
  if (text !== written.current) {
    // The text is not the one written last: another version was loaded.
    written.current = text
    typing.current = ''
    setFile(readSubtitles(text))
    setSteps({ undo: [], redo: [] })
  }

  function show(next: SubtitleFile) {
    setFile(next)
    written.current = writeSubtitles(next)
    sync.edit(written.current)
  }

  /** Applies a change. Changes with the same `field` one after another are undone together. */
  function change(next: SubtitleFile, field = '') {
    if (next === file) return
    if (field === '' || field !== typing.current)
      setSteps(({ undo }) => ({ undo: [...undo, file].slice(-mostSteps), redo: [] }))
    typing.current = field
    // Hides an offered undo, which belongs to an earlier step.
    dropUndo()
    show(next)
  }

  function step(from: 'undo' | 'redo') {
    const to = from === 'undo' ? 'redo' : 'undo'
    const previous = steps[from].at(-1)
    if (!previous) return
    typing.current = ''
    dropUndo()
    setSteps({ ...steps, [from]: steps[from].slice(0, -1), [to]: [...steps[to], file] })
    show(previous)
  }

  return {
    file,
    change,
    undo: () => step('undo'),
    redo: () => step('redo'),
    canUndo: steps.undo.length > 0,
    canRedo: steps.redo.length > 0,
  }
}
