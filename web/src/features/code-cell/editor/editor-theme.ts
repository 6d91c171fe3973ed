import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The same colours as code in chapters (styles/code.css); custom properties reach into the shadow root. */
const colours = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--tk-comment)' },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: 'var(--tk-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--tk-number)' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.self], color: 'var(--tk-keyword)' },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.standard(tags.name)],
    color: 'var(--tk-function)',
  },
  { tag: [tags.typeName, tags.className, tags.namespace], color: 'var(--tk-type)' },
  { tag: [tags.meta, tags.processingInstruction, tags.labelName], color: 'var(--tk-attribute)' },
])

const panel = EditorView.theme(
  {
    '&': {
      height: 'var(--code-height, auto)',
      maxHeight: 'var(--code-most)',
      color: '#e4e7ec',
      fontSize: 'var(--code-size)',
    },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.7', overflow: 'var(--code-overflow, auto)' },
    '.cm-content, .cm-gutter': { minHeight: 'var(--code-least)' },
    '.cm-content': { padding: '12px 0', caretColor: '#ffbb24' },
    '.cm-line': { padding: '0 14px 0 4px' },
    '.cm-gutters': { paddingLeft: '8px', backgroundColor: '#101828', color: '#8691a5', border: 'none' },
    '.cm-lineNumbers .cm-gutterElement': { padding: '0 4px 0 0', minWidth: '20px' },
    '.cm-gutter-lint': { width: '18px' },
    '.cm-gutter-lint .cm-gutterElement': { display: 'flex', alignItems: 'center', padding: '0 2px' },
    '.cm-lint-marker': { width: '14px', height: '14px' },
    '.cm-activeLine': { backgroundColor: '#ffffff0d' },
    '.cm-activeLineGutter': { backgroundColor: 'transparent', color: '#e4e7ec' },
    '.cm-content ::selection, .cm-line::selection': { backgroundColor: '#3b62c4' },
    '&.cm-focused .cm-matchingBracket': { backgroundColor: '#3d4f77', outline: '1px solid #8ea6dd' },
    '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: '#6b2b30' },
    '.cm-tooltip': { backgroundColor: '#283349', border: 'none', borderRadius: '8px', maxWidth: '80vw' },
    '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'var(--font-sans)', fontSize: '13px', whiteSpace: 'pre-wrap' },
  },
  { dark: true },
)

export const editorTheme: Extension = [panel, syntaxHighlighting(colours)]
