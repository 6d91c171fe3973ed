import { EditorState, type TransactionSpec } from '@codemirror/state'
import { expect, it } from 'vitest'
import { freeSlug } from './add-resource'
import { insertBlock, isInCode, prefixLines, separated, wrapSelection } from './markdown-commands'

/** An editor without a window. `|` marks the cursor, or both ends of the selection. */
function editorOf(marked: string) {
  const [anchor = 0, head = anchor] = [...marked.matchAll(/\|/g)].map(({ index }, at) => index - at)
  const view = {
    state: EditorState.create({ doc: marked.replaceAll('|', ''), selection: { anchor, head } }),
    dispatch: (spec: TransactionSpec) => {
      view.state = view.state.update(spec).state
    },
  }
  return view as typeof view & { dispatch: never }
}

function textOf({ state }: ReturnType<typeof editorOf>): string {
  const { from, to } = state.selection.main
  const text = state.doc.toString()
  const middle = from === to ? '' : `${text.slice(from, to)}|`
  return `${text.slice(0, from)}|${middle}${text.slice(to)}`
}

function after(marked: string, run: (view: ReturnType<typeof editorOf>) => void): string {
  const view = editorOf(marked)
  run(view)
  return textOf(view)
}

it('wrapSelection puts marks around the selection, and a second call removes them', () => {
  const bold = (text: string) => after(text, (view) => wrapSelection(view, '**'))
  expect(bold('栈是|后进先出|的')).toBe('栈是**|后进先出|**的')
  expect(bold('栈是**|后进先出|**的')).toBe('栈是|后进先出|的')
  expect(bold('栈|')).toBe('栈**|**')
})

it('prefixLines marks all selected lines, replaces another mark, and removes the mark if all lines have it', () => {
  const list = (text: string) => after(text, (view) => prefixLines(view, '- ')).replaceAll('|', '')
  expect(list('|甲\n\n1. 乙|')).toBe('- 甲\n\n- 乙')
  expect(list('|- 甲\n- 乙|')).toBe('甲\n乙')
})

it('insertBlock puts empty lines around a block and moves the cursor into it', () => {
  const put = (text: string) => after(text, (view) => insertBlock(view, '```\n▮\n```\n'))
  expect(put('正|文')).toBe('正文\n\n```\n|\n```\n')
  expect(put('正文\n\n|')).toBe('正文\n\n```\n|\n```\n')
  expect(put('正文\n|')).toBe('正文\n\n```\n|\n```\n')
})

it('separated puts empty lines around pasted blocks, and inserts a few words into the line', () => {
  expect(separated(editorOf('前|后'), '- 甲\n- 乙')).toBe('\n\n- 甲\n- 乙\n\n')
  expect(separated(editorOf('|'), '## 甲')).toBe('## 甲')
  expect(separated(editorOf('前|后'), '**甲**')).toBe('**甲**')
})

it('isInCode is true between the fences of a code block', () => {
  expect(isInCode(editorOf('```c\nint |a;\n```\n'))).toBe(true)
  expect(isInCode(editorOf('```c\nint a;\n```\n文|'))).toBe(false)
})

it('freeSlug names a resource after its file, with a number if the name is taken', () => {
  expect(freeSlug('resources/Demo 1.pdf', ['a'])).toBe('demo-1')
  expect(freeSlug('resources/课件.pdf', ['file'])).toBe('file-2')
})
