import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import CloudOff from 'lucide-react/icons/cloud-off'
import History from 'lucide-react/icons/history'
import Lightbulb from 'lucide-react/icons/lightbulb'
import Pencil from 'lucide-react/icons/pencil'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import TextCursorInput from 'lucide-react/icons/text-cursor-input'
import { languageNames } from './languages'
import { PanelButton } from './panel-button'
import { RunButton } from './run-button'
import type { RunState } from './use-run'
import { WrapButton } from './wrap-button'

export interface CodeBarProps {
  language: CodeLanguage
  full: boolean
  trouble: string
  state: RunState
  onEdit(): void
  onReset?: () => void
  onHistory(): void
  onExamples?: () => void
  onStdin?: () => void
  stdinOpen: boolean
  onRun(): void
  onCancel(): void
}

const nameLook = 'pl-2.5 font-mono text-12 text-[#aab3c2]'

/** Toolbar of a code cell with the run button. */
export function CodeBar(props: CodeBarProps) {
  const {
    language,
    full,
    trouble,
    state,
    onEdit,
    onReset,
    onHistory,
    onExamples,
    onStdin,
    stdinOpen,
    onRun,
    onCancel,
  } = props
  return (
    <>
      <div
        role="status"
        className={trouble ? 'flex items-center gap-1.5 px-3.5 pt-2 text-12 text-[#f5d67b]' : undefined}
      >
        {trouble && (
          <>
            <CloudOff aria-hidden="true" size={14} className="shrink-0" />
            {trouble}
          </>
        )}
      </div>
      {/* On phones the name has a row of its own, because the buttons leave no room for it. */}
      {!full && <p className={`${nameLook} pt-2 desk:hidden`}>{languageNames[language]}</p>}
      <div className="flex items-center py-1.5 pr-3 pl-1">
        {!full && <span className={`${nameLook} hidden desk:inline`}>{languageNames[language]}</span>}
        {onExamples && (
          <PanelButton label="示例代码" word="示例" onClick={onExamples}>
            <Lightbulb aria-hidden="true" size={18} />
          </PanelButton>
        )}
        {!full && <span className="flex-1" />}
        {!full && (
          <PanelButton label="编辑代码" word="编辑" onClick={onEdit}>
            <Pencil aria-hidden="true" size={17} />
          </PanelButton>
        )}
        {onStdin && (
          <PanelButton label="程序的输入" word="输入" aria-expanded={stdinOpen} onClick={onStdin}>
            <TextCursorInput aria-hidden="true" size={18} />
          </PanelButton>
        )}
        <WrapButton word="换行" />
        <PanelButton label="历史版本" word="历史" onClick={onHistory}>
          <History aria-hidden="true" size={18} />
        </PanelButton>
        {/* Only aria-disabled: a disabled button would lose the focus after the reset. */}
        <PanelButton
          label="恢复原样"
          word="恢复"
          aria-disabled={!onReset || undefined}
          onClick={onReset}
          className="aria-disabled:opacity-40"
        >
          <RotateCcw aria-hidden="true" size={17} />
        </PanelButton>
        {full && <span className="flex-1" />}
        <RunButton
          state={state}
          label="运行"
          className="ml-1 min-h-11 shrink-0 px-4.5"
          onRun={onRun}
          onCancel={onCancel}
        />
      </div>
    </>
  )
}
