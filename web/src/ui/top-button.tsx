import ArrowUp from 'lucide-react/icons/arrow-up'
import type { CSSProperties, Ref } from 'react'
import { cx } from './cx'

interface TopButtonProps {
  ref?: Ref<HTMLButtonElement>
  /** Classes for the position. */
  className: string
  style?: CSSProperties
  onClick(): void
}

export function TopButton({ ref, className, style, onClick }: TopButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label="回到顶部"
      title="回到顶部"
      style={style}
      onClick={onClick}
      className={cx(
        'grid size-11 animate-rise place-items-center rounded-full bg-raised text-ink-2 shadow-float',
        className,
      )}
    >
      <ArrowUp aria-hidden="true" size={20} />
    </button>
  )
}
