import type { ComponentProps } from 'react'
import { cx } from '../../ui/cx'

/** Icon button on the dark panel, with a text label where the icon alone is unclear. */
export function PanelButton({
  label,
  word,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & { label: string; word?: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cx(
        'inline-flex h-11 min-w-11 shrink-0 flex-col items-center justify-center gap-0.5 rounded-item text-[#aab3c2] transition-colors active:bg-white/10 desk:hover:text-white',
        className,
      )}
    >
      {children}
      {word && (
        <span aria-hidden="true" className="text-11 leading-none">
          {word}
        </span>
      )}
    </button>
  )
}
