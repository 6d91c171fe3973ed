import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import CloudOff from 'lucide-react/icons/cloud-off'
import History from 'lucide-react/icons/history'
import Lightbulb from 'lucide-react/icons/lightbulb'
import Pencil from 'lucide-react/icons/pencil'
import Play from 'lucide-react/icons/play'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Square from 'lucide-react/icons/square'
import TextCursorInput from 'lucide-react/icons/text-cursor-input'
import { useEffect, useReducer } from 'react'
import { Button } from '../../ui/button'
import { languageNames } from './languages'
import { PanelButton } from './panel-button'
import type { RunState } from './use-run'

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

/** What can be done with a cell, and the one button that matters. */
export function CodeBar(props: CodeBarProps) {
  const { language, full, trouble, onEdit, onReset, onHistory, onExamples, onStdin, stdinOpen } = props
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
      <div className="flex items-center py-1.5 pr-3 pl-1">
        {!full && <span className="truncate pl-2.5 font-mono text-12 text-[#aab3c2]">{languageNames[language]}</span>}
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
        <PanelButton label="历史版本" word="历史" onClick={onHistory}>
          <History aria-hidden="true" size={18} />
        </PanelButton>
        {/* Not disabled: after the reset it still has the focus. */}
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
        <RunButton {...props} />
      </div>
    </>
  )
}

function RunButton({ state, onRun, onCancel }: CodeBarProps) {
  const seconds = useSecondsUntil(state.phase === 'failed' ? state.retryAt : null)
  if (state.phase === 'running') {
    return (
      <Button kind="amber" size="small" className="ml-1 min-h-11 shrink-0 px-4.5" onClick={onCancel}>
        <Square aria-hidden="true" size={13} fill="currentColor" />
        停止
      </Button>
    )
  }
  return (
    // Not disabled while it counts down: the focus would be thrown away.
    <Button
      kind="amber"
      size="small"
      className="ml-1 min-h-11 shrink-0 px-4.5"
      aria-disabled={seconds > 0 || undefined}
      onClick={() => seconds === 0 && onRun()}
    >
      {seconds === 0 && <Play aria-hidden="true" size={13} fill="currentColor" />}
      {seconds > 0 ? `${seconds} 秒后可运行` : '运行'}
    </Button>
  )
}

function useSecondsUntil(time: number | null): number {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (time === null) return
    const timer = setInterval(() => {
      tick()
      if (Date.now() >= time) clearInterval(timer)
    }, 500)
    return () => clearInterval(timer)
  }, [time])
  return time === null ? 0 : Math.max(0, Math.ceil((time - Date.now()) / 1000))
}
