import '../../styles/code.css'
import type { CodeLanguage, Diagnostic } from '@dxx/contract/calls/runcode'
import { type MouseEvent, type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cx } from '../../ui/cx'
import { useMedia } from '../../ui/use-media'
import { useCodeWrap } from './code-wrap'
import { offsetOfLine } from './edits'
import { languageNames } from './languages'
import { SymbolBar } from './symbol-bar'
import { useRichEditor } from './use-rich-editor'

export interface EditorPaneHandle {
  edit(): void
  go(line: number, column: number): void
}

export interface EditorPaneProps {
  ref: Ref<EditorPaneHandle>
  language: CodeLanguage
  source: string
  /** The source, highlighted by the server at import. */
  html?: string
  diagnostics: readonly Diagnostic[]
  /** Loads the editor immediately instead of on the first tap. */
  eager: boolean
  onChange(source: string): void
  onRun(): void
}

const text = 'min-w-0 flex-1 bg-transparent py-3 pr-3.5'
const unwrapped = 'pl-1 whitespace-pre'
const wrapped = 'block w-full pl-1 wrap-anywhere whitespace-pre-wrap'

/**
 * Read-only code that becomes an editor on tap. A plain field is used until the editor's code is loaded: the phone's
 * keyboard opens with the tap and no input is lost. The field stays if the editor cannot be loaded.
 */
export function EditorPane({ ref, language, source, html, diagnostics, eager, onChange, onRun }: EditorPaneProps) {
  const [editing, setEditing] = useState(false)
  const [focused, setFocused] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const touch = useMedia('(pointer: coarse)')
  const wrap = useCodeWrap((state) => state.wrap)
  const look = cx(text, wrap ? wrapped : unwrapped)
  const label = `${languageNames[language]} 代码`
  const { host, rich, editor, composing, load, show } = useRichEditor({
    ...{ language, label, source, diagnostics, eager, area, wrap },
    events: { onChange, onRun, onFocus: setFocused },
  })

  function edit(at = source.length): void {
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
    // Selecting text to copy must not start editing.
    if (getSelection()?.isCollapsed === false) return
    edit(offsetAt(event.currentTarget, event.clientX, event.clientY))
  }

  useImperativeHandle(ref, () => ({
    edit,
    go: (line, column) => {
      if (editor.current) editor.current.go(line, column)
      else edit(offsetOfLine(source, line, column))
    },
  }))

  return (
    <>
      {!rich && (
        <div
          // Long code scrolls, and scrollable content must be reachable by keyboard.
          tabIndex={editing ? undefined : 0}
          className="code-scroll flex max-h-(--code-most) min-h-(--code-least) overflow-auto font-mono leading-[1.7] -outline-offset-2"
        >
          {!wrap && <LineNumbers source={source} />}
          <CodeColumn wrap={wrap} look={look} source={source}>
            {editing ? (
              <PlainField
                ref={area}
                label={label}
                look={look}
                wrap={wrap}
                source={source}
                onChange={onChange}
                onComposing={(on) => {
                  composing.current = on
                  // Delayed until after the change event that ends the composition.
                  if (!on) setTimeout(show)
                }}
              />
            ) : (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users press the button 编辑代码
              // biome-ignore lint/a11y/noStaticElementInteractions: the button 编辑代码 does the same
              <div onClick={tap} className={cx(look, 'cursor-text')}>
                <Code source={source} html={html} />
              </div>
            )}
          </CodeColumn>
        </div>
      )}
      <div ref={host} hidden={!rich} />
      {touch && focused && editor.current && <SymbolBar editor={editor.current} />}
    </>
  )
}

interface PlainFieldProps {
  ref: Ref<HTMLTextAreaElement>
  label: string
  look: string
  wrap: boolean
  source: string
  onChange(source: string): void
  /** True while an input method composes. */
  onComposing(on: boolean): void
}

/** Text field used until the editor is loaded. */
function PlainField({ ref, label, look, wrap, source, onChange, onComposing }: PlainFieldProps) {
  return (
    <textarea
      ref={ref}
      value={source}
      aria-label={`${label}编辑区`}
      rows={source.split('\n').length}
      wrap={wrap ? 'soft' : 'off'}
      spellCheck={false}
      autoCapitalize="off"
      autoCorrect="off"
      onChange={(event) => onChange(event.target.value)}
      onCompositionStart={() => onComposing(true)}
      onCompositionEnd={() => onComposing(false)}
      className={`${look} resize-none overflow-y-hidden text-[length:inherit] leading-[1.7] outline-none`}
    />
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

interface CodeColumnProps {
  wrap: boolean
  look: string
  source: string
  children: ReactNode
}

/** The code, with its line numbers beside it if lines wrap. */
function CodeColumn({ wrap, look, source, children }: CodeColumnProps) {
  if (!wrap) return children
  return (
    <div className="relative ml-11.5 min-w-0 flex-1">
      {/* A second, invisible layer of the same text wraps at the same places; it carries the numbers. The text is generated
          by CSS, so that it is neither searched nor copied. */}
      <div
        aria-hidden="true"
        className={cx(look, 'pointer-events-none absolute inset-x-0 top-0 text-transparent select-none')}
      >
        {source.split('\n').map((line, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by number
            key={index}
            data-line={line || ' '}
            className="relative after:content-[attr(data-line)]"
          >
            <span className="absolute right-full pr-6.5 whitespace-pre text-[#8691a5]">{index + 1}</span>
          </div>
        ))}
      </div>
      {children}
    </div>
  )
}

/** Text offset at a tap position; undefined where the browser cannot determine it. */
function offsetAt(element: HTMLElement, x: number, y: number): number | undefined {
  const at = document.caretRangeFromPoint?.(x, y)
  if (!at || !element.contains(at.startContainer)) return undefined
  const before = document.createRange()
  before.setStart(element, 0)
  before.setEnd(at.startContainer, at.startOffset)
  return before.toString().length
}
