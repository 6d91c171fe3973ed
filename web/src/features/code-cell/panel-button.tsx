import type { ComponentProps } from 'react'
import { cx } from '../../ui/cx'

/** An icon on the dark panel. */
export function PanelButton({ label, className, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cx(
        'inline-grid size-11 shrink-0 place-items-center rounded-full text-[#aab3c2] transition-colors active:bg-white/10 desk:hover:text-white',
        className,
      )}
    />
  )
}
