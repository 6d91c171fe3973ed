import { EditorSelection, type EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { placeCursor } from './snippets'

type Target = Pick<EditorView, 'state' | 'dispatch'>

/** Whether the cursor is between the fences of a code block, where Markdown marks have no effect. */
export function isInCode({ state }: Pick<Target, 'state'>): boolean {
  const before = state.sliceDoc(0, state.doc.lineAt(state.selection.main.from).from)
  return (before.match(/^(?:```|~~~)/gm)?.length ?? 0) % 2 === 1
}

/** Adds empty lines around pasted text, unless it is only part of a paragraph. */
export function separated({ state }: Pick<Target, 'state'>, text: string): string {
  if (!text.includes('\n') && !/^(?:#{1,6} |[-*>|] |\d+\. |```|\$\$)/.test(text)) return text
  const { from, to } = state.selection.main
  const hasBefore = state.sliceDoc(state.doc.lineAt(from).from, from).trim() !== ''
  const hasAfter = state.sliceDoc(to, state.doc.lineAt(to).to).trim() !== ''
  return `${hasBefore ? '\n\n' : ''}${text}${hasAfter ? '\n\n' : ''}`
}

/** Puts marks around the selection, or removes them if they are there already. */
export function wrapSelection(view: Target, mark: string): boolean {
  const { state } = view
  const size = mark.length
  const change = state.changeByRange((range) => {
    const { from, to } = range
    const isInside = state.sliceDoc(from - size, from) === mark && state.sliceDoc(to, to + size) === mark
    if (isInside)
      return {
        changes: [
          { from: from - size, to: from },
          { from: to, to: to + size },
        ],
        range: EditorSelection.range(from - size, to - size),
      }
    return {
      changes: [
        { from, insert: mark },
        { from: to, insert: mark },
      ],
      range: EditorSelection.range(from + size, to + size),
    }
  })
  view.dispatch(state.update(change, { userEvent: 'input', scrollIntoView: true }))
  return true
}

const lineMark = /^(?:#{1,6} |[-*] |\d+\. |> )/

/** Puts a mark before each selected line, replacing another mark; removes the mark if all lines have it. */
export function prefixLines(view: Target, mark: string): void {
  const { state } = view
  const lines = selectedLines(state)
  const hasAll = lines.every(({ text }) => text.startsWith(mark))
  const changes = lines
    .filter(({ text }) => text !== '' || lines.length === 1)
    .map(({ from, text }) => {
      const old = lineMark.exec(text)?.[0].length ?? 0
      return { from, to: from + old, insert: hasAll ? '' : mark }
    })
  view.dispatch({ changes, userEvent: 'input', scrollIntoView: true })
}

function selectedLines({ doc, selection: { main } }: EditorState) {
  const [first, last] = [doc.lineAt(main.from).number, doc.lineAt(main.to).number]
  return Array.from({ length: last - first + 1 }, (_, at) => doc.line(first + at))
}

/** Inserts a block after the line of the cursor, with empty lines around it. */
export function insertBlock(view: Target, block: string): void {
  const { state } = view
  const line = state.doc.lineAt(state.selection.main.head)
  const isEmpty = line.text.trim() === ''
  const { text, cursor } = placeCursor(block)
  const from = isEmpty ? line.from : line.to
  const hasGap = line.number === 1 || state.doc.line(line.number - 1).text.trim() === ''
  const before = isEmpty ? (hasGap ? '' : '\n') : '\n\n'
  view.dispatch({
    changes: { from, to: line.to, insert: before + text },
    selection: { anchor: from + before.length + cursor },
    userEvent: 'input',
    scrollIntoView: true,
  })
}
