import type { Diagnostic } from '@dxx/contract/calls/runcode'
import type { PublicPart } from '@dxx/contract/questions'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { type CSSProperties, type ReactNode, useRef, useState } from 'react'
import { showModal } from '../../../state/store'
import { ScrollingPre } from '../../../ui/scrolling-pre'
import { Segmented } from '../../../ui/segmented'
import { SplitPane } from '../../../ui/split-pane'
import { CodeOutput } from '../../code-cell/code-output'
import { useCodeSize } from '../../code-cell/code-size'
import { EditorPane, type EditorPaneHandle } from '../../code-cell/editor-pane'
import { languageNames } from '../../code-cell/languages'
import { PanelButton } from '../../code-cell/panel-button'
import { RunButton } from '../../code-cell/run-button'
import { useRun } from '../../code-cell/use-run'
import { WrapButton } from '../../code-cell/wrap-button'
import { comparisonName } from './comparison-name'
import { LabelledText } from './labelled-text'

export interface CodeEditorProps {
  question: Extract<PublicPart, { type: 'code' }>
  source: string
  readOnly: boolean
  onChange(source: string): void
  /** The task; passed if the question fills the page. Then it stands beside the editor and the output. */
  stem?: ReactNode
}

const noDiagnostics: Diagnostic[] = []

/** Program editor; the program can be run on the samples before it is submitted. */
export function CodeEditor({ question, source, readOnly, stem, onChange }: CodeEditorProps) {
  const { language, samples, starter, setup } = question
  const { state, run, cancel, clear } = useRun()
  const [sample, setSample] = useState(0)
  const pane = useRef<EditorPaneHandle>(null)
  const size = useCodeSize()
  const start = () => run({ language, source, stdin: samples[sample]?.input ?? '', setup })

  async function reset(): Promise<void> {
    const answer = await showModal({ content: '恢复成最初的代码？现在写的会被替换。', confirmText: '恢复', type: 2 })
    if (answer === 'confirm') onChange(starter)
  }

  const task = (
    <div
      style={{ '--code-size': `${size}px`, fontSize: 'var(--code-size)' } as CSSProperties}
      className="code-dark code-task overflow-hidden rounded-card bg-[#101828] text-[#e4e7ec] [--code-least:160px] [--code-most:70dvh]"
    >
      {readOnly ? (
        <ScrollingPre className="h-full overflow-auto p-3.5 font-mono leading-[1.7]">{source}</ScrollingPre>
      ) : (
        <EditorAndOutput
          split={stem !== undefined}
          output={
            <CodeOutput
              state={state}
              onClear={clear}
              onGo={({ line, column }) => pane.current?.go(line, column)}
              hint={stem ? '试运行后，结果显示在这里' : undefined}
            />
          }
        >
          <div className="code-editor">
            <EditorPane
              ref={pane}
              language={language}
              source={source}
              diagnostics={state.phase === 'done' ? state.result.diagnostics : noDiagnostics}
              eager
              onChange={onChange}
              onRun={() => void start()}
            />
          </div>
          <div className="flex flex-wrap items-center justify-end gap-1 bg-[#1d2939] py-1.5 pr-3 pl-3.5">
            <span className="min-w-0 flex-1 truncate font-mono text-12 text-[#aab3c2]">
              {languageNames[language]}
              <span className="hidden font-sans desk:pointer-fine:inline"> · 按 Esc 再按 Tab 离开编辑器</span>
            </span>
            <WrapButton />
            <PanelButton label="恢复原样" onClick={() => void reset()}>
              <RotateCcw aria-hidden="true" size={17} />
            </PanelButton>
            <RunButton
              state={state}
              label={samples.length > 0 ? '用样例试运行' : '运行'}
              onRun={() => void start()}
              onCancel={cancel}
            />
          </div>
        </EditorAndOutput>
      )}
    </div>
  )
  const shownSamples = samples.length > 0 && <Samples question={question} at={sample} onAt={setSample} />
  if (!stem) {
    return (
      <div className="space-y-3">
        {shownSamples}
        {task}
      </div>
    )
  }
  return (
    <SplitPane
      name="code-question"
      label="题目和代码的分界"
      initial={40}
      className="code-question"
      start={
        <div className="space-y-4">
          {stem}
          {shownSamples}
        </div>
      }
      end={task}
    />
  )
}

/** Editor and output one below the other; with `split`, a divider between them is moved on desktops. */
function EditorAndOutput({ split, output, children }: { split: boolean; output: ReactNode; children: ReactNode }) {
  if (!split) {
    return (
      <>
        {children}
        <div className="bg-[#1d2939]">{output}</div>
      </>
    )
  }
  return (
    <SplitPane
      rows
      name="code-output"
      label="代码和输出的分界"
      initial={65}
      start={<div className="flex h-full flex-col">{children}</div>}
      end={<div className="bg-[#1d2939] desk:h-full desk:overflow-y-auto">{output}</div>}
    />
  )
}

interface SamplesProps {
  question: CodeEditorProps['question']
  at: number
  onAt(at: number): void
}

/** Sample inputs and outputs of a task, one at a time. */
function Samples({ question: { language, samples, hiddenTests, compare }, at, onAt }: SamplesProps) {
  const tried = samples[at]
  return (
    <div className="space-y-2 rounded-card bg-fill p-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-13 text-ink-2">
          {['样例', hiddenTests > 0 && `另有 ${hiddenTests} 个不公开的测试`, comparisonName(compare)]
            .filter(Boolean)
            .join('，')}
        </p>
        {samples.length > 1 && (
          <div className="min-w-36">
            <Segmented
              label="样例"
              options={samples.map((_, index) => ({ value: String(index), title: index + 1 }))}
              value={String(at)}
              onChange={(value) => onAt(Number(value))}
            />
          </div>
        )}
      </div>
      {tried && (
        <div className="grid gap-2">
          {language !== 'sql' && <LabelledText label="输入" text={tried.input} />}
          <LabelledText label="输出" text={tried.output} />
        </div>
      )}
    </div>
  )
}
