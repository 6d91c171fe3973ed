import { defaultKeymap, history, historyKeymap, redo, undo } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { changeBetween } from '../../../features/code-cell/edits'
import type { EditorPlace } from '../../kit/followed-editor'
import { insertBlock, isInCode, prefixLines, separated, wrapSelection } from './markdown-commands'
import type { Pasted } from './pasted-html'

/** Colours of the page, light and dark; custom properties reach into the shadow root. */
const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--color-ink)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.7' },
  '.cm-content': { padding: '12px 0', caretColor: 'var(--color-primary)' },
  '.cm-line': { padding: '0 16px 0 8px' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--color-ink-3)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'var(--color-fill)' },
  '.cm-cursor': { borderLeftColor: 'var(--color-primary)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--color-primary-soft)',
  },
})

export interface MarkdownEditorEvents {
  onChange(text: string): void
  onSave(): void
  /** Called with what is visible and where the cursor is. */
  onPlace(place: EditorPlace): void
  /**
   * Called with the word after a slash at the start of a line and its position on the screen; null without such a word.
   */
  onSlash(slash: SlashWord | null): void
  /** Returns whether the files were inserted. */
  onFiles(files: File[]): boolean
  /** Returns the text for pasted HTML; null to paste the files or the plain text. */
  onHtml(pasted: Pasted): string | null
  /** Called for a key while the slash menu is open. Returns whether the menu has used the key. */
  onMenuKey(key: 'ArrowUp' | 'ArrowDown' | 'Enter' | 'Escape'): boolean
}

export interface SlashWord {
  word: string
  from: number
  to: number
  left: number
  top: number
}

export interface MarkdownEditor {
  replace(text: string): void
  /** Inserts text at the cursor, or in place of a range. */
  insert(text: string, range?: { from: number; to: number }, cursor?: number): void
  /** Puts Markdown marks around the selection, or removes them. */
  wrap(mark: string): void
  /** Puts a Markdown mark before each selected line, or removes it. */
  prefix(mark: string): void
  /** Inserts blocks after the line of the cursor; the cursor moves to `▮`. */
  insertBlock(text: string): void
  /** Replaces the first occurrence of a text. */
  swap(old: string, next: string): void
  go(line: number): void
  focus(): void
  undo(): void
  redo(): void
  close(): void
}

/** Opens a Markdown editor in the shadow root of an element, where the content security policy allows its styles. */
export function openMarkdownEditor(
  host: HTMLElement,
  text: string,
  label: string,
  events: { readonly current: MarkdownEditorEvents },
): MarkdownEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const menuKey = (key: 'ArrowUp' | 'ArrowDown' | 'Enter' | 'Escape') => ({
    key,
    run: () => events.current.onMenuKey(key),
  })
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        highlightActiveLine(),
        history(),
        EditorView.lineWrapping,
        theme,
        keymap.of([
          ...(['ArrowUp', 'ArrowDown', 'Enter', 'Escape'] as const).map(menuKey),
          {
            key: 'Mod-s',
            run: () => {
              events.current.onSave()
              return true
            },
          },
          { key: 'Mod-b', run: (view) => wrapSelection(view, '**') },
          { key: 'Mod-i', run: (view) => wrapSelection(view, '*') },
          { key: 'Alt-=', run: (view) => wrapSelection(view, '$') },
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) events.current.onChange(update.state.doc.toString())
          if (update.docChanged || update.selectionSet) events.current.onSlash(slashOf(update.view))
          if (update.docChanged || update.selectionSet || update.geometryChanged) measurePlace(update.view, events)
        }),
        pasteAndDrop(events),
      ],
    }),
  })
  view.scrollDOM.addEventListener('scroll', () => measurePlace(view, events), { passive: true })
  return {
    replace(next) {
      const now = view.state.doc.toString()
      if (next !== now) view.dispatch({ changes: changeBetween(now, next) })
    },
    insert(inserted, range = view.state.selection.main, cursor = inserted.length) {
      const { from, to } = range
      view.dispatch({
        changes: { from, to, insert: inserted },
        selection: { anchor: from + cursor },
        scrollIntoView: true,
      })
      view.focus()
    },
    wrap(mark) {
      wrapSelection(view, mark)
      view.focus()
    },
    prefix(mark) {
      prefixLines(view, mark)
      view.focus()
    },
    insertBlock(block) {
      insertBlock(view, block)
      view.focus()
    },
    swap(old, next) {
      const from = view.state.doc.toString().indexOf(old)
      if (from >= 0) view.dispatch({ changes: { from, to: from + old.length, insert: next } })
    },
    go(line) {
      const at = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines)).from
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) })
      view.focus()
    },
    focus: () => view.focus(),
    undo: () => void undo(view),
    redo: () => void redo(view),
    close: () => view.destroy(),
  }
}

/** Reports the place once per frame. */
function measurePlace(view: EditorView, events: { readonly current: MarkdownEditorEvents }): void {
  view.requestMeasure({ key: measurePlace, read: placeOf, write: (place) => events.current.onPlace(place) })
}

function placeOf(view: EditorView): EditorPlace {
  const { scrollTop, scrollHeight, clientHeight } = view.scrollDOM
  const { doc, selection } = view.state
  const rest = scrollHeight - clientHeight
  const share = rest > 0 ? Math.min(1, Math.max(0, scrollTop / rest)) : 0
  const shown = view.scrollDOM.getBoundingClientRect()
  const at = shown.top + share * clientHeight - view.documentTop
  const block = view.lineBlockAtHeight(at)
  const within = Math.min(1, Math.max(0, (at - block.top) / block.height))
  const cursor = view.lineBlockAt(selection.main.head)
  const [top, bottom] = [view.documentTop + cursor.top, view.documentTop + cursor.bottom]
  const isVisible = view.hasFocus && bottom > shown.top && top < shown.bottom
  return {
    line: doc.lineAt(block.from).number + within,
    lines: doc.lines,
    share,
    cursor: isVisible ? doc.lineAt(cursor.from).number : null,
  }
}

/** Handles pasted and dropped files, and pasted HTML, which becomes Markdown. */
function pasteAndDrop(events: { readonly current: MarkdownEditorEvents }) {
  const take = (event: Event, files: FileList | undefined) => {
    if (!files || files.length === 0 || !events.current.onFiles([...files])) return false
    event.preventDefault()
    return true
  }
  return EditorView.domEventHandlers({
    paste: (event, view) => {
      const data = event.clipboardData
      if (!data) return false
      const html = data.getData('text/html')
      const pasted = { html, rtf: data.getData('text/rtf'), hasFiles: data.files.length > 0 }
      const converted = html !== '' && !isInCode(view) ? events.current.onHtml(pasted) : null
      if (converted === null) return take(event, data.files)
      event.preventDefault()
      view.dispatch(view.state.replaceSelection(separated(view, converted)), {
        userEvent: 'input.paste',
        scrollIntoView: true,
      })
      return true
    },
    drop: (event, view) => {
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY })
      if (event.dataTransfer?.files.length && at !== null) view.dispatch({ selection: { anchor: at } })
      return take(event, event.dataTransfer?.files)
    },
  })
}

/**
 * Returns the slash word at the cursor: a line outside of code that contains only a slash and a word. Chinese input
 * methods type 、 or ／ with the key of the slash.
 */
function slashOf(view: EditorView): SlashWord | null {
  const { main } = view.state.selection
  if (!main.empty) return null
  const line = view.state.doc.lineAt(main.head)
  const [, word] = /^[/／、](\S*)$/.exec(line.text) ?? []
  if (word === undefined || isInCode(view)) return null
  const place = view.coordsAtPos(line.from)
  if (!place) return null
  return { word, from: line.from, to: line.to, left: place.left, top: place.bottom }
}
