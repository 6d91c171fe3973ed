import Play from 'lucide-react/icons/play'
import Square from 'lucide-react/icons/square'
import { Button } from '../../ui/button'
import { useSecondsUntil } from './seconds-until'
import { isUnderWay, type RunState } from './use-run'

export interface RunButtonProps {
  state: RunState
  label: string
  className?: string
  onRun(): void
  onCancel(): void
}

/** Runs or stops the program, or counts down while the server rejects runs. */
export function RunButton({ state, label, className, onRun, onCancel }: RunButtonProps) {
  const seconds = useSecondsUntil(state.phase === 'failed' ? state.retryAt : null)
  if (isUnderWay(state)) {
    return (
      <Button kind="amber" size="small" className={className} onClick={onCancel}>
        <Square aria-hidden="true" size={13} fill="currentColor" />
        停止
      </Button>
    )
  }
  return (
    // Only aria-disabled during the countdown, because a disabled button would lose the focus.
    <Button
      kind="amber"
      size="small"
      className={className}
      aria-disabled={seconds > 0 || undefined}
      onClick={() => seconds === 0 && onRun()}
    >
      {seconds === 0 && <Play aria-hidden="true" size={13} fill="currentColor" />}
      {seconds > 0 ? `${seconds} 秒后可运行` : label}
    </Button>
  )
}
