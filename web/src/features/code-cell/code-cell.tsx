import type { CodeLanguage, Diagnostic } from '@dxx/contract/calls/runcode'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { currentUrl, navigation } from '../../api/navigation'
import { useDraft } from '../../state/drafts'
import { toast } from '../../state/flash'
import { showModal } from '../../state/store'
import { getToken } from '../../state/token'
import { cx } from '../../ui/cx'
import { CodeBar } from './code-bar'
import { CodeOutput } from './code-output'
import { useCodeSize } from './code-size'
import { EditorPane, type EditorPaneHandle } from './editor-pane'
import type { Example } from './examples'
import { ExamplesSheet } from './examples-sheet'
import { getReady } from './get-ready'
import { HistorySheet } from './history-sheet'
import { languageNames } from './languages'
import { StdinField } from './stdin-field'
import { useRun } from './use-run'
import { useSource } from './use-source'

export interface CodeCellProps {
  /** Names the place, as the contract's calls know it: what the user writes is kept under it. */
  cell: string
  language: CodeLanguage
  /** The code as it was given; the user's own is shown instead where there is one. */
  source: string
  /** `source`, coloured on the server, so that nothing has to be loaded for reading it. */
  html?: string
  /** SQL that makes the sample database. */
  setup?: string
  /** What the program reads unless the user types something else. */
  stdin?: string
  examples?: readonly Example[]
  /** A page of its own: the editor is there at once, and on desktop the output stands beside it. */
  full?: boolean
  /** Told of every change of what the cell shows. */
  onSource?(source: string): void
}

/** Code to read, change and run. */
export function CodeCell(props: CodeCellProps) {
  return <Cell key={`${props.cell} ${props.language}`} {...props} />
}

const noDiagnostics: Diagnostic[] = []

function Cell({
  cell,
  language,
  source: original,
  html,
  setup = '',
  stdin: given = '',
  examples,
  full = false,
  onSource,
}: CodeCellProps) {
  const { source, edit, trouble, lost } = useSource(cell, language, original)
  const [stdin, setStdin] = useDraft(`code-stdin:${cell}`, given)
  const { state, run, cancel, clear } = useRun()
  const [asking, setAsking] = useState(stdin !== '')
  const [sheet, setSheet] = useState<'history' | 'examples' | null>(null)
  const pane = useRef<EditorPaneHandle>(null)
  const size = useCodeSize()

  useEffect(() => onSource?.(source), [source, onSource])
  // On a page of its own people come to run; in a chapter most only read.
  useEffect(() => {
    if (full) getReady(language)
  }, [full, language])

  async function start(): Promise<void> {
    if (getToken()) return run({ language, source, stdin: language === 'sql' ? '' : stdin, setup })
    const answer = await showModal({ content: '登录后就能运行代码，写好的代码会留着', confirmText: '去登录' })
    if (answer === 'confirm') navigation().toLogin(currentUrl())
  }

  async function reset(): Promise<void> {
    const content = '恢复成最初的代码？你写的可以从历史里找回。'
    if ((await showModal({ content, confirmText: '恢复' })) !== 'confirm') return
    edit(original)
    toast('已恢复成最初的代码')
  }

  function takeExample(example: Example): void {
    edit(example.source)
    if (example.stdin !== undefined) setStdin(example.stdin)
    setAsking(example.stdin !== undefined)
    setSheet(null)
  }

  const output = (
    <CodeOutput
      language={language}
      state={state}
      onClear={clear}
      onGo={({ line, column }) => pane.current?.go(line, column)}
      hint={full ? '运行后，结果显示在这里' : undefined}
    />
  )
  // Out of the chapter, whose typography would reach into them.
  const sheets = (
    <>
      <HistorySheet
        open={sheet === 'history'}
        onClose={() => setSheet(null)}
        cell={cell}
        language={language}
        source={source}
        lost={lost}
        onRestore={(old) => {
          edit(old)
          toast('已恢复到这一版')
        }}
      />
      {examples && (
        <ExamplesSheet
          open={sheet === 'examples'}
          onClose={() => setSheet(null)}
          examples={examples}
          onTake={takeExample}
        />
      )}
    </>
  )
  const style = {
    '--code-size': `${size}px`,
    // On desktop the editor grows with the code until the page fills the window, with or without the input.
    '--code-room': `max(240px, 100dvh - ${asking && language !== 'sql' ? 376 : 272}px)`,
    fontSize: 'var(--code-size)',
  } as CSSProperties
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form, and no landmark either: a chapter has many of them
    <div
      role="group"
      aria-label={`可运行的 ${languageNames[language]} 代码`}
      style={style}
      className={cx(
        'code-dark text-[#e4e7ec]',
        full
          ? '[--code-least:34dvh] [--code-most:60dvh] desk:grid desk:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] desk:gap-4 desk:[--code-least:min(var(--code-room),340px)] desk:[--code-most:var(--code-room)]'
          : '[--code-least:0px] [--code-most:70dvh]',
      )}
    >
      <div
        className={cx('overflow-hidden rounded-card bg-[#101828]', full && 'max-desk:rounded-b-none desk:self-start')}
      >
        <EditorPane
          ref={pane}
          language={language}
          source={source}
          html={source === original ? html : undefined}
          diagnostics={state.phase === 'done' ? state.result.diagnostics : noDiagnostics}
          eager={full}
          onChange={(text) => {
            getReady(language)
            edit(text)
          }}
          onRun={() => void start()}
        />
        <div className="bg-[#1d2939]">
          {asking && language !== 'sql' && <StdinField value={stdin} onChange={setStdin} />}
          <CodeBar
            language={language}
            full={full}
            trouble={trouble}
            state={state}
            onEdit={() => pane.current?.edit()}
            onReset={original === '' || source === original ? undefined : () => void reset()}
            onHistory={() => setSheet('history')}
            onExamples={examples && (() => setSheet('examples'))}
            onStdin={language === 'sql' ? undefined : () => setAsking(!asking)}
            stdinOpen={asking}
            onRun={() => void start()}
            onCancel={cancel}
          />
          {!full && output}
        </div>
      </div>
      {full && (
        <div className="rounded-card bg-[#1d2939] max-desk:rounded-t-none desk:min-h-60 desk:pt-2">{output}</div>
      )}
      {createPortal(sheets, document.body)}
    </div>
  )
}
