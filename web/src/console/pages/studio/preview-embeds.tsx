import type { CodeLanguage, Diagnostic } from '@dxx/contract/calls/runcode'
import type { Answer, PublicQuestion } from '@dxx/contract/questions'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import TextCursorInput from 'lucide-react/icons/text-cursor-input'
import { type CSSProperties, useRef, useState } from 'react'
import { CodeOutput } from '../../../features/code-cell/code-output'
import { EditorPane, type EditorPaneHandle } from '../../../features/code-cell/editor-pane'
import { languageNames } from '../../../features/code-cell/languages'
import { PanelButton } from '../../../features/code-cell/panel-button'
import { RunButton } from '../../../features/code-cell/run-button'
import { StdinField } from '../../../features/code-cell/stdin-field'
import { useRun } from '../../../features/code-cell/use-run'
import { QuestionView, TypeTag } from '../../../features/questions/question-view'

const noDiagnostics: Diagnostic[] = []

interface PreviewCellProps {
  language: CodeLanguage
  source: string
  /** The source, highlighted by the server. */
  html: string
  stdin: string
  setup: string
}

/** A runnable code cell of a preview. Edits in the cell are not stored: the text is edited in the editor beside it. */
export function PreviewCell({ language, source: original, html, stdin: given, setup }: PreviewCellProps) {
  const [source, setSource] = useState(original)
  const [stdin, setStdin] = useState(given)
  const [isStdinOpen, setIsStdinOpen] = useState(given !== '')
  const { state, run, cancel, clear } = useRun()
  const pane = useRef<EditorPaneHandle>(null)
  const start = () => void run({ language, source, stdin: language === 'sql' ? '' : stdin, setup })
  return (
    // biome-ignore lint/a11y/useSemanticElements: not a form, and not a landmark, because a chapter has many cells
    <div
      role="group"
      aria-label={`可运行的 ${languageNames[language]} 代码`}
      style={{ '--code-size': '13px', fontSize: 'var(--code-size)' } as CSSProperties}
      className="code-dark code-inline my-3 overflow-hidden rounded-card bg-[#101828] text-[#e4e7ec] [--code-least:0px] [--code-most:50dvh]"
    >
      <EditorPane
        ref={pane}
        language={language}
        source={source}
        html={source === original ? html : undefined}
        diagnostics={state.phase === 'done' ? state.result.diagnostics : noDiagnostics}
        eager={false}
        onChange={setSource}
        onRun={start}
      />
      <div className="bg-[#1d2939]">
        {isStdinOpen && language !== 'sql' && <StdinField value={stdin} onChange={setStdin} />}
        <div className="flex items-center gap-1 py-1.5 pr-3 pl-3.5">
          <span className="min-w-0 flex-1 truncate font-mono text-12 text-[#aab3c2]">{languageNames[language]}</span>
          {language !== 'sql' && (
            <PanelButton label="程序的输入" aria-expanded={isStdinOpen} onClick={() => setIsStdinOpen(!isStdinOpen)}>
              <TextCursorInput aria-hidden="true" size={18} />
            </PanelButton>
          )}
          {/* Only aria-disabled: a disabled button would lose the focus after the reset. */}
          <PanelButton
            label="恢复原样"
            aria-disabled={source === original || undefined}
            onClick={() => setSource(original)}
            className="aria-disabled:opacity-40"
          >
            <RotateCcw aria-hidden="true" size={17} />
          </PanelButton>
          <RunButton
            state={state}
            label="运行"
            className="ml-1 min-h-11 shrink-0 px-4.5"
            onRun={start}
            onCancel={cancel}
          />
        </div>
        <CodeOutput state={state} onClear={clear} onGo={({ line, column }) => pane.current?.go(line, column)} />
      </div>
    </div>
  )
}

/** A question of the text, which can be answered but not submitted. */
export function PreviewQuestion({ question, label }: { question: PublicQuestion; label: string }) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  return (
    <section aria-label={label} className="my-3 space-y-4 rounded-card bg-card p-4 inset-ring inset-ring-line">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-14 font-semibold">{label}</p>
        <TypeTag question={question} />
      </div>
      <QuestionView question={question} answer={answer} onAnswer={setAnswer} />
      <p className="text-12 text-ink-3">预览里的作答不会保存；学生在这里提交，马上看到对错和解析</p>
    </section>
  )
}
