import type { EditorState } from '@codemirror/state'
import type { CodeLanguage, Diagnostic } from '@dxx/contract/calls/runcode'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Editor, EditorOptions } from './editor/create-editor'

type Open = (options: EditorOptions, initialState?: EditorState) => Editor

interface RichEditorOptions {
  language: CodeLanguage
  label: string
  source: string
  diagnostics: readonly Diagnostic[]
  /** Whether long lines are wrapped. */
  wrap: boolean
  /** Loads the editor at once instead of with the first tap. */
  eager: boolean
  /** The plain field that the editor replaces. */
  area: RefObject<HTMLTextAreaElement | null>
  events: EditorOptions['events']['current']
}

/** Loads the editor and replaces the plain field by it. */
export function useRichEditor(options: RichEditorOptions) {
  const { language, label, source, diagnostics, wrap, eager, area } = options
  const [rich, setRich] = useState(false)
  const host = useRef<HTMLDivElement>(null)
  const loading = useRef(false)
  const open = useRef<Open | null>(null)
  const editor = useRef<Editor | null>(null)
  const editorState = useRef<EditorState>(undefined)
  /** Whether an input method is composing in the field; the editor is not shown before it has finished. */
  const composing = useRef(false)
  const latest = useRef(source)
  latest.current = source
  const events = useRef(options.events)
  events.current = options.events

  async function load(): Promise<void> {
    if (loading.current || open.current) return
    loading.current = true
    try {
      const { loadEditor } = await import('./editor/create-editor')
      open.current = await loadEditor(language)
      // Hides the plain field in the same frame; otherwise the output below would jump down and up.
      flushSync(show)
    } catch {
      // If loading fails, the plain field stays, and the next tap tries again.
    } finally {
      loading.current = false
    }
  }

  /** Replaces the field by the editor; the field keeps the focus until the editor takes it. */
  function show(): void {
    if (!open.current || !host.current || editor.current || composing.current) return
    host.current.hidden = false
    const name = `${label}编辑区，按 Esc 再按 Tab 可离开`
    editor.current = open.current(
      { host: host.current, language, label: name, source: latest.current, events },
      editorState.current,
    )
    const field = area.current
    if (field && document.activeElement === field) {
      editor.current.focus({ anchor: field.selectionStart, head: field.selectionEnd })
    }
    setRich(true)
  }

  // The cleanup also runs when the page is hidden, so it stores the editor's state with the undo history.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the page is shown
  useEffect(() => {
    if (eager) void load()
    show()
    return () => {
      editorState.current = editor.current?.close()
      editor.current = null
      events.current.onFocus(false)
    }
  }, [])

  useEffect(() => editor.current?.replace(source), [source])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs also when the editor opens
  useEffect(() => editor.current?.mark(diagnostics), [diagnostics, rich])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs also when the editor opens
  useEffect(() => editor.current?.wrap(wrap), [wrap, rich])

  return { host, rich, editor, composing, load, show }
}
