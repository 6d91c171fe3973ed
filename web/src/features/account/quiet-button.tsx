import type { ComponentProps } from 'react'

/** Last row of a settings page, for a final action in muted style. */
export function QuietButton(props: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...props}
      className="min-h-12 w-full rounded-card bg-card px-4 text-15 text-danger transition-colors active:bg-fill"
    />
  )
}
