import { defaultKeymap, history, historyKeymap, indentWithTab, redo, undo } from '@codemirror/commands'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { type Diagnostic as EditorDiagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view'
import type { CodeLanguage, Diagnostic } from '@dxx/contract/calls/runcode'
import { type BarSymbol, changeBetween, offsetOfLine, symbolEdit } from '../edits'
import { indents } from '../languages'
import { editorTheme } from './editor-theme'
import { languageSupport } from './language-support'

/** Editor callbacks, read at each event so that they may change with every render. */
interface EditorEvents {
  onChange(source: string): void
  onRun(): void
  onFocus(focused: boolean): void
}

export interface Editor {
  /** Focuses the editor, optionally with the selection of the field it replaced. */
  focus(selection?: { anchor: number; head: number }): void
  replace(source: string): void
  mark(diagnostics: readonly Diagnostic[]): void
  /** Wraps long lines, or lets them scroll. */
  wrap(on: boolean): void
  type(symbol: BarSymbol): void
  go(line: number, column: number): void
  undo(): void
  redo(): void
  /** Removes the editor from the page. Returns the state to restore it. */
  close(): EditorState
}

export interface EditorOptions {
  host: HTMLElement
  language: CodeLanguage
  label: string
  source: string
  events: { readonly current: EditorEvents }
}

/** Loads a language's support. Returns a function that opens editors synchronously. */
export async function loadEditor(
  language: CodeLanguage,
): Promise<(options: EditorOptions, initialState?: EditorState) => Editor> {
  // Without adopted style sheets the editor adds style elements, which the content security policy forbids.
  if (!('adoptedStyleSheets' in Document.prototype)) throw new Error('no adopted style sheets')
  const support = await languageSupport(language)
  return (options, initialState) => openEditor(options, support, initialState)
}

/** Compartment of the line-wrapping extension, which can be switched while the editor is open. */
const wrapping = new Compartment()

function extensions({ language, label, events }: EditorOptions, support: Extension): Extension {
  const run = () => {
    events.current.onRun()
    return true
  }
  return [
    lineNumbers(),
    lintGutter(),
    highlightActiveLineGutter(),
    highlightActiveLine(),
    history(),
    indentOnInput(),
    bracketMatching(),
    indentUnit.of(indents[language]),
    EditorState.tabSize.of(4),
    support,
    wrapping.of([]),
    editorTheme,
    keymap.of([{ key: 'Mod-Enter', run }, ...defaultKeymap, ...historyKeymap, indentWithTab]),
    EditorView.scrollMargins.of(roomForSymbols),
    EditorView.contentAttributes.of({ 'aria-label': label }),
    EditorState.phrases.of({ 'Selection deleted': '已删除所选内容', 'Control character': '控制字符' }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) events.current.onChange(update.state.doc.toString())
      if (update.focusChanged) events.current.onFocus(update.view.hasFocus)
    }),
  ]
}

/** Scroll margin on touch screens, where the symbol bar covers the area above the keyboard. */
function roomForSymbols(): { bottom: number } | null {
  return window.matchMedia('(pointer: coarse)').matches ? { bottom: 52 } : null
}

function openEditor(options: EditorOptions, support: Extension, initialState?: EditorState): Editor {
  const { host, language, source } = options
  // In a shadow root the library adopts style sheets instead of adding style elements, which the CSP forbids.
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const state = initialState ?? EditorState.create({ doc: source, extensions: extensions(options, support) })
  const view = new EditorView({ state, parent: root, root })

  const editor: Editor = {
    focus(selection) {
      const end = view.state.doc.length
      if (selection && selection.anchor <= end && selection.head <= end) view.dispatch({ selection })
      view.focus()
    },
    replace(next) {
      const now = view.state.doc.toString()
      if (next !== now) view.dispatch({ changes: changeBetween(now, next) })
    },
    mark(diagnostics) {
      const text = view.state.doc.toString()
      const marks = diagnostics.map((diagnostic) => editorDiagnostic(text, diagnostic))
      view.dispatch(setDiagnostics(view.state, marks))
    },
    wrap(on) {
      view.dispatch({ effects: wrapping.reconfigure(on ? EditorView.lineWrapping : []) })
    },
    type(symbol) {
      const { from, to } = view.state.selection.main
      const text = view.state.doc.toString()
      const { anchor, head, ...changes } = symbolEdit({ text, from, to }, symbol, indents[language])
      view.dispatch({ changes, selection: { anchor, head }, scrollIntoView: true, userEvent: 'input.type' })
    },
    go(line, column) {
      const at = offsetOfLine(view.state.doc.toString(), line, column)
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) })
      view.focus()
    },
    undo: () => void undo(view),
    redo: () => void redo(view),
    close() {
      view.destroy()
      return view.state
    },
  }
  editor.replace(source)
  return editor
}

const severities = { error: 'error', warning: 'warning', note: 'info' } as const

/** Converts a diagnostic: marks the rest of the word at its position, or one character if no word is there. */
function editorDiagnostic(text: string, { line, column, message, severity }: Diagnostic): EditorDiagnostic {
  const from = offsetOfLine(text, line, column)
  const word = /^[\w\u4e00-\u9fff]+/.exec(text.slice(from))?.[0].length ?? 1
  const to = Math.min(from + word, text.length)
  return { from, to: text.slice(from, to).includes('\n') ? from : to, message, severity: severities[severity] }
}
