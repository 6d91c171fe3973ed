import type { Diagnostic } from '@dxx/contract/calls/runcode'
import type { PublicPart } from '@dxx/contract/questions'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { type CSSProperties, useRef, useState } from 'react'
import { showModal } from '../../../state/store'
import { ScrollingPre } from '../../../ui/scrolling-pre'
import { Segmented } from '../../../ui/segmented'
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
  /** Whether room for the output is reserved, so that nothing moves when the program has run. */
  keepsPlace?: boolean
}

const noDiagnostics: Diagnostic[] = []

/** Program editor; the program can be run on the samples before it is submitted. */
export function CodeEditor({ question, source, readOnly, keepsPlace = false, onChange }: CodeEditorProps) {
  const { language, samples, hiddenTests, starter, setup } = question
  const { state, run, cancel, clear } = useRun()
  const [sample, setSample] = useState(0)
  const pane = useRef<EditorPaneHandle>(null)
  const size = useCodeSize()
  const tried = samples[sample]

  async function reset(): Promise<void> {
    const answer = await showModal({ content: '恢复成最初的代码？现在写的会被替换。', confirmText: '恢复', type: 2 })
    if (answer === 'confirm') onChange(starter)
  }

  return (
    <div className="space-y-3">
      {samples.length > 0 && (
        <div className="space-y-2 rounded-card bg-fill p-3">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-13 text-ink-2">
              {['样例', hiddenTests > 0 && `另有 ${hiddenTests} 个不公开的测试`, comparisonName(question.compare)]
                .filter(Boolean)
                .join('，')}
            </p>
            {samples.length > 1 && (
              <div className="min-w-36">
                <Segmented
                  label="样例"
                  options={samples.map((_, index) => ({ value: String(index), title: index + 1 }))}
                  value={String(sample)}
                  onChange={(value) => setSample(Number(value))}
                />
              </div>
            )}
          </div>
          {tried && (
            <div className="grid gap-2 desk:grid-cols-2">
              {language !== 'sql' && <LabelledText label="输入" text={tried.input} />}
              <LabelledText label="输出" text={tried.output} />
            </div>
          )}
        </div>
      )}
      <div
        style={{ '--code-size': `${size}px`, fontSize: 'var(--code-size)' } as CSSProperties}
        className="code-dark code-task overflow-hidden rounded-card bg-[#101828] text-[#e4e7ec] [--code-least:160px] [--code-most:70dvh]"
      >
        {readOnly ? (
          <ScrollingPre className="overflow-x-auto p-3.5 font-mono leading-[1.7]">{source}</ScrollingPre>
        ) : (
          <>
            <EditorPane
              ref={pane}
              language={language}
              source={source}
              diagnostics={state.phase === 'done' ? state.result.diagnostics : noDiagnostics}
              eager
              onChange={onChange}
              onRun={() => void run({ language, source, stdin: tried?.input ?? '', setup })}
            />
            <div className="bg-[#1d2939]">
              <div className="flex flex-wrap items-center justify-end gap-1 py-1.5 pr-3 pl-3.5">
                <span className="min-w-0 flex-1 truncate font-mono text-12 text-[#aab3c2]">
                  {languageNames[language]}
                </span>
                <WrapButton />
                <PanelButton label="恢复原样" onClick={() => void reset()}>
                  <RotateCcw aria-hidden="true" size={17} />
                </PanelButton>
                <RunButton
                  state={state}
                  label={samples.length > 0 ? '用样例试运行' : '运行'}
                  onRun={() => void run({ language, source, stdin: tried?.input ?? '', setup })}
                  onCancel={cancel}
                />
              </div>
              <div className="code-task-output">
                <CodeOutput
                  state={state}
                  onClear={clear}
                  onGo={({ line, column }) => pane.current?.go(line, column)}
                  hint={keepsPlace ? '试运行后，结果显示在这里' : undefined}
                />
              </div>
            </div>
          </>
        )}
      </div>
    </div>
  )
}
