import Check from 'lucide-react/icons/check'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import SkipForward from 'lucide-react/icons/skip-forward'
import { Fragment, type ReactNode } from 'react'
import { ConsoleButton } from '../../kit/button'
import { KeyLabel } from '../../kit/key'

/** Line with the keyboard shortcuts of the grading screen and the last action. */
export function RoomFoot({ last, hasRubric }: { last: string | undefined; hasRubric: boolean }) {
  return (
    <div className="hidden h-6 items-center gap-4 text-12 text-ink-2 desk:flex">
      {/* Hints that do not fit wrap into a hidden second line, because a visible line would move the answer. */}
      <div aria-hidden="true" className="flex h-6 min-w-0 flex-1 flex-wrap gap-x-4 overflow-hidden *:h-6">
        <Hint keys={['1', '9']} to>
          {hasRubric ? '勾选评分点' : '给分'}
        </Hint>
        <Hint keys={['↑', '↓']}>半分</Hint>
        <Hint keys={['0']}>零分</Hint>
        <Hint keys={['A']}>满分</Hint>
        <Hint keys={['←', '→']}>前后翻看</Hint>
      </div>
      <span role="status" className="flex shrink-0 items-center gap-1.5 text-success">
        {last && (
          <>
            <Check size={14} />
            上一份 {last}
          </>
        )}
      </span>
    </div>
  )
}

/** Keys with the name of their action; `to` shows the keys as a range. */
function Hint({ keys, to, children }: { keys: string[]; to?: boolean; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1">
      {keys.map((key, at) => (
        <Fragment key={key}>
          {to && at > 0 && '–'}
          <KeyLabel>{key}</KeyLabel>
        </Fragment>
      ))}
      {children}
    </span>
  )
}

interface ScoreActionsProps {
  score: number | null
  hint: string
  /** Number of answers that get the score. */
  count: number
  isAgain: boolean
  canUndo: boolean
  onSave(): void
  onUndo(): void
  onSkip(): void
  onReference(): void
}

/** Buttons to save the score, undo and skip; at the bottom of the screen on phones. */
export function ScoreActions(props: ScoreActionsProps) {
  const { score, hint, count, isAgain, canUndo, onSave, onUndo, onSkip, onReference } = props
  const name =
    score === null
      ? '还没有给分'
      : `${isAgain ? '改为' : '给'} ${score} 分${count > 1 ? `，共 ${count} 份` : ''}，下一份`
  return (
    <div className="border-t border-line px-4 py-3 max-desk:sticky max-desk:-bottom-4 max-desk:flex max-desk:flex-wrap max-desk:gap-2 max-desk:rounded-b-card max-desk:bg-card">
      <p role="alert" className={hint ? 'mb-2 w-full text-12 text-danger' : 'sr-only'}>
        {hint}
      </p>
      <ConsoleButton
        kind="primary"
        size="large"
        className="w-full max-desk:order-2 max-desk:min-w-0 max-desk:flex-1"
        hotkey="Enter"
        aria-disabled={score === null || undefined}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onSave}
      >
        {name}
      </ConsoleButton>
      <div className="mt-2 flex gap-2 *:flex-1 max-desk:mt-0 max-desk:*:min-h-11.5">
        <ConsoleButton
          kind="soft"
          size="small"
          icon={<RotateCcw size={14} />}
          hotkey="U"
          disabled={!canUndo}
          onClick={onUndo}
        >
          撤销
        </ConsoleButton>
        <ConsoleButton
          kind="soft"
          size="small"
          icon={<SkipForward size={14} />}
          hotkey="S"
          className="max-desk:hidden"
          onClick={onSkip}
        >
          跳过
        </ConsoleButton>
        <ConsoleButton kind="soft" size="small" className="wide:hidden" hotkey="R" onClick={onReference}>
          题目
        </ConsoleButton>
      </div>
    </div>
  )
}
