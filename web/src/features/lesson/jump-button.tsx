import { formatClock } from '@dxx/contract/rules/format'
import Clock from 'lucide-react/icons/clock'

/** Second of the video that a note or a question refers to; a tap plays from there. */
export function JumpButton({ seconds, onJump }: { seconds: number; onJump(seconds: number): void }) {
  return (
    <button
      type="button"
      onClick={() => onJump(seconds)}
      className="tap tabular-nums inline-flex min-h-8 items-center gap-1 rounded-full bg-primary-soft px-2.5 text-13 font-semibold text-primary"
    >
      <Clock aria-hidden="true" size={14} />
      <span className="sr-only">跳到</span>
      {formatClock(seconds)}
    </button>
  )
}
