import '../../styles/code.css'
import type { EditorState } from '@codemirror/state'
import type { CodeLanguage, Diagnostic } from '@dxx/contract/calls/runcode'
import { type MouseEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMedia } from '../../ui/use-media'
import type { Editor, EditorOptions } from './editor/create-editor'
import { offsetOf } from './edits'
import { languageNames } from './languages'
import { SymbolBar } from './symbol-bar'

export interface EditorPaneHandle {
  edit(): void
  go(line: number, column: number): void
}

export interface EditorPaneProps {
  ref: Ref<EditorPaneHandle>
  language: CodeLanguage
  source: string
  /** The source, coloured by the server when it was imported. */
  html?: string
  diagnostics: readonly Diagnostic[]
  /** Loads the editor at once instead of with the first tap. */
  eager: boolean
  onChange(source: string): void
  onRun(): void
}

type Open = (options: EditorOptions, kept?: EditorState) => Editor

const text = 'min-w-0 flex-1 bg-transparent py-3 pr-3.5 pl-1 whitespace-pre'

/**
 * Code to read, which becomes an editor when it is tapped. A plain field stands in until the editor's code has arrived:
 * the phone's keyboard opens with the tap, nothing typed is lost, and it stays where the editor cannot be loaded.
 */
export function EditorPane({ ref, language, source, html, diagnostics, eager, onChange, onRun }: EditorPaneProps) {
  const [editing, setEditing] = useState(false)
  const [rich, setRich] = useState(false)
  const [focused, setFocused] = useState(false)
  const host = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const loading = useRef(false)
  const open = useRef<Open | null>(null)
  const editor = useRef<Editor | null>(null)
  const kept = useRef<EditorState>(undefined)
  const composing = useRef(false)
  const touch = useMedia('(pointer: coarse)')
  const latest = useRef(source)
  latest.current = source
  const events = useRef({ onChange, onRun, onFocus: setFocused })
  events.current = { onChange, onRun, onFocus: setFocused }
  const label = `${languageNames[language]} 代码`

  async function load(): Promise<void> {
    if (loading.current || open.current) return
    loading.current = true
    try {
      const { loadEditor } = await import('./editor/create-editor')
      open.current = await loadEditor(language)
      show()
    } catch {
      // The plain field stays; the next tap tries again.
    } finally {
      loading.current = false
    }
  }

  /** Puts the editor in the place of the field, which keeps the focus until the editor takes it. */
  function show(): void {
    if (!open.current || !host.current || editor.current || composing.current) return
    host.current.hidden = false
    const name = `${label}编辑区，按 Esc 再按 Tab 可离开`
    const options = { host: host.current, language, label: name, source: latest.current, events }
    editor.current = open.current(options, kept.current)
    const field = area.current
    if (field && document.activeElement === field) {
      editor.current.focus({ anchor: field.selectionStart, head: field.selectionEnd })
    }
    setRich(true)
  }

  function edit(at = latest.current.length): void {
    if (editor.current) {
      editor.current.focus()
      return
    }
    flushSync(() => setEditing(true))
    area.current?.focus()
    area.current?.setSelectionRange(at, at)
    void load()
  }

  function tap(event: MouseEvent<HTMLElement>): void {
    // Whoever selects text to copy it does not want to write.
    if (getSelection()?.isCollapsed === false) return
    edit(offsetAt(event.currentTarget, event.clientX, event.clientY))
  }

  useImperativeHandle(ref, () => ({
    edit,
    go: (line, column) => {
      if (editor.current) editor.current.go(line, column)
      else edit(offsetOf(latest.current, line, column))
    },
  }))

  // A page that is hidden runs the clean-up too, and must find its editor again with what can be undone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per time on screen
  useEffect(() => {
    if (eager) void load()
    show()
    return () => {
      kept.current = editor.current?.close()
      editor.current = null
      setFocused(false)
    }
  }, [])

  useEffect(() => editor.current?.replace(source), [source])
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the editor appears
  useEffect(() => editor.current?.mark(diagnostics), [diagnostics, rich])

  return (
    <>
      {!rich && (
        <div
          // Long code scrolls, and what scrolls must be reachable by keys.
          tabIndex={editing ? undefined : 0}
          className="flex max-h-(--code-most) min-h-(--code-least) overflow-auto font-mono leading-[1.7] -outline-offset-2"
        >
          <LineNumbers source={source} />
          {editing ? (
            <textarea
              ref={area}
              value={source}
              aria-label={`${label}编辑区`}
              rows={source.split('\n').length}
              wrap="off"
              spellCheck={false}
              autoCapitalize="off"
              autoCorrect="off"
              onChange={(event) => onChange(event.target.value)}
              onCompositionStart={() => {
                composing.current = true
              }}
              onCompositionEnd={() => {
                composing.current = false
                // After the change that ends the composition.
                setTimeout(show)
              }}
              className={`${text} resize-none overflow-y-hidden text-[length:inherit] leading-[1.7] outline-none`}
            />
          ) : (
            // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard the button 编辑代码 does it
            // biome-ignore lint/a11y/noStaticElementInteractions: the same
            <div onClick={tap} className={`${text} cursor-text`}>
              <Code source={source} html={html} />
            </div>
          )}
        </div>
      )}
      <div ref={host} hidden={!rich} />
      {touch && focused && editor.current && <SymbolBar editor={editor.current} />}
    </>
  )
}

function Code({ source, html }: { source: string; html?: string }) {
  if (html === undefined) return source
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the server, like the chapter it is part of
  return <span dangerouslySetInnerHTML={{ __html: html }} />
}

function LineNumbers({ source }: { source: string }) {
  const numbers = source.split('\n').map((_, index) => index + 1)
  return (
    <div
      aria-hidden="true"
      className="sticky left-0 min-w-11.5 bg-[#101828] py-3 pr-5.5 pl-2 text-right whitespace-pre text-[#8691a5] select-none"
    >
      {numbers.join('\n')}
    </div>
  )
}

/** The place in the text that a tap means; its end where the browser cannot tell. */
function offsetAt(element: HTMLElement, x: number, y: number): number | undefined {
  const at = document.caretRangeFromPoint?.(x, y)
  if (!at || !element.contains(at.startContainer)) return undefined
  const before = document.createRange()
  before.setStart(element, 0)
  before.setEnd(at.startContainer, at.startOffset)
  return before.toString().length
}
