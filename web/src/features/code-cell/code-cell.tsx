import type { CodeLanguage, Diagnostic } from '@dxx/contract/calls/runcode'
import { type ComponentProps, type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { currentUrl, navigation } from '../../api/navigation'
import { openAsk } from '../../state/ask'
import { useDraft } from '../../state/drafts'
import { toast } from '../../state/flash'
import { showModal } from '../../state/store'
import { getToken } from '../../state/token'
import { cx } from '../../ui/cx'
import { SplitPane } from '../../ui/split-pane'
import { CodeBar } from './code-bar'
import { CodeOutput } from './code-output'
import { useCodeSize } from './code-size'
import { EditorPane, type EditorPaneHandle } from './editor-pane'
import type { Example } from './examples'
import { ExamplesSheet } from './examples-sheet'
import { preloadEngines } from './get-ready'
import { CodeHistorySheet } from './history-sheet'
import { languageNames } from './languages'
import { forgetOutput, rememberOutput, useRememberedOutput } from './remembered-output'
import { StdinField } from './stdin-field'
import { useRun } from './use-run'
import { useCellSource } from './use-source'

export interface CodeCellProps {
  /** Id of the cell in the contract's calls; drafts are stored under this id. */
  cell: string
  language: CodeLanguage
  /** Original code; the user's draft is shown instead if there is one. */
  source: string
  /** `source` highlighted by the server, so that reading needs no editor code. */
  html?: string
  /** SQL that creates the sample database. */
  setup?: string
  /** Default input of the program. */
  stdin?: string
  examples?: readonly Example[]
  /** Full-page cell: the editor loads at once, and on desktop the output is beside it. */
  full?: boolean
  /** Called on every change of the shown source. */
  onSource?(source: string): void
}

/** Code cell for reading, editing and running. */
export function CodeCell(props: CodeCellProps) {
  return <Cell key={`${props.cell} ${props.language}`} {...props} />
}

const noDiagnostics: Diagnostic[] = []
const fullSize =
  '[--code-least:34dvh] [--code-most:60dvh] desk:[--code-least:var(--code-room)] desk:[--code-most:var(--code-room)]'
const inlineSize = 'code-inline [--code-least:0px] [--code-most:70dvh]'

/** Sizes of a cell. On desktop a full-page editor with its stdin field fills the window. */
const cellStyle = (size: number, showsStdin: boolean) =>
  ({
    '--code-size': `${size}px`,
    '--code-room': `max(240px, 100dvh - ${showsStdin ? 376 : 272}px)`,
    fontSize: 'var(--code-size)',
  }) as CSSProperties

/** Runs the program. A guest is asked to log in first; the guest's code is stored. */
async function runOrLogin(run: () => Promise<void>): Promise<void> {
  if (getToken()) return run()
  const answer = await showModal({ content: '登录后就能运行代码，写好的代码会留着', confirmText: '去登录' })
  if (answer === 'confirm') navigation().toLogin(currentUrl())
}

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
  const code = useCellCode(cell, language, original, given)
  const { source, edit, trouble, lost, stdin, setStdin, asking, setAsking } = code
  const { state, run, cancel, clear } = useRememberedRun(cell)
  const [sheet, setSheet] = useState<'history' | 'examples' | null>(null)
  const pane = useRef<EditorPaneHandle>(null)
  const size = useCodeSize()

  useEffect(() => onSource?.(source), [source, onSource])
  // Preloads only on the full page, which is opened to run code; in a chapter most users only read.
  useEffect(() => {
    if (full) preloadEngines(language)
  }, [full, language])

  const start = () => runOrLogin(() => run({ language, source, stdin: language === 'sql' ? '' : stdin, setup }))

  const output = (
    <CodeOutput
      state={state}
      onClear={clear}
      onGo={({ line, column }) => pane.current?.go(line, column)}
      hint={full ? '运行后，结果显示在这里' : undefined}
      onAsk={askable(source, setup) ? () => openAsk({ kind: 'code', language, source, stdin }) : undefined}
    />
  )
  const showsStdin = asking && language !== 'sql'
  const program = (
    <div className={cx('overflow-hidden rounded-card bg-[#101828]', full && 'max-desk:rounded-b-none')}>
      <EditorPane
        ref={pane}
        language={language}
        source={source}
        html={source === original ? html : undefined}
        diagnostics={state.phase === 'done' ? state.result.diagnostics : noDiagnostics}
        eager={full}
        onChange={(text) => {
          preloadEngines(language)
          edit(text)
        }}
        onRun={() => void start()}
      />
      <div className="bg-[#1d2939]">
        {showsStdin && <StdinField value={stdin} onChange={setStdin} />}
        <CodeBar
          language={language}
          full={full}
          trouble={trouble}
          state={state}
          onEdit={() => pane.current?.edit()}
          onReset={original === '' || source === original ? undefined : () => void code.reset()}
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
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: not a form, and not a landmark, because a chapter has many cells
    <div
      role="group"
      aria-label={`可运行的 ${languageNames[language]} 代码`}
      style={cellStyle(size, showsStdin)}
      className={cx('code-dark text-[#e4e7ec]', full ? fullSize : inlineSize)}
    >
      {full ? <FullCell program={program} output={output} /> : program}
      {/* Rendered outside the chapter, whose typography would apply to the sheets. */}
      {createPortal(
        <CellSheets
          {...{ sheet, cell, language, source, lost, examples }}
          onClose={() => setSheet(null)}
          onRestore={edit}
          onExample={(example) => {
            code.takeExample(example)
            setSheet(null)
          }}
        />,
        document.body,
      )}
    </div>
  )
}

/** Whether the AI can run the program again: not with a database of the chapter, and not if it is very long. */
const askable = (source: string, setup: string) => setup === '' && source.length <= 8000 && getToken() !== null

/** Runs of a cell, whose last output is remembered until it is cleared. */
function useRememberedRun(cell: string) {
  const { restore, clear, ...runs } = useRun((program, { result, place }) => {
    void rememberOutput(cell, program.source, { result, place })
  })
  useRememberedOutput(cell, restore)
  const forget = () => {
    clear()
    void forgetOutput(cell)
  }
  return { ...runs, clear: forget }
}

/** Program and output of a full-page cell: side by side on desktops, where the output scrolls in a box of its own. */
function FullCell({ program, output }: { program: ReactNode; output: ReactNode }) {
  return (
    <SplitPane
      name="code"
      label="代码和输出的分界"
      initial={60}
      start={program}
      end={
        <div className="h-full rounded-card bg-[#1d2939] max-desk:-mt-4 max-desk:rounded-t-none desk:relative desk:min-h-60">
          <div className="desk:absolute desk:inset-0 desk:overflow-y-auto desk:pt-2">{output}</div>
        </div>
      }
    />
  )
}

/** The code and the input of a cell, as the user left them. */
function useCellCode(cell: string, language: CodeLanguage, original: string, givenStdin: string) {
  const { source, edit, trouble, lost } = useCellSource(cell, language, original)
  const [stdin, setStdin] = useDraft(`code-stdin:${cell}`, givenStdin)
  const [asking, setAsking] = useState(stdin !== '')

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
  }

  return { source, edit, trouble, lost, stdin, setStdin, asking, setAsking, reset, takeExample }
}

interface CellSheetsProps {
  sheet: 'history' | 'examples' | null
  cell: string
  language: CodeLanguage
  source: string
  lost: ComponentProps<typeof CodeHistorySheet>['lost']
  examples: readonly Example[] | undefined
  onClose(): void
  onRestore(source: string): void
  onExample(example: Example): void
}

function CellSheets({ sheet, examples, onClose, onRestore, onExample, ...code }: CellSheetsProps) {
  return (
    <>
      <CodeHistorySheet
        {...code}
        open={sheet === 'history'}
        onClose={onClose}
        onRestore={(old) => {
          onRestore(old)
          toast('已恢复到这一版')
        }}
      />
      {examples && (
        <ExamplesSheet open={sheet === 'examples'} onClose={onClose} examples={examples} onTake={onExample} />
      )}
    </>
  )
}
