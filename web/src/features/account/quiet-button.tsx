import type { ComponentProps } from 'react'

/** The last row of a settings page: something final, said quietly. */
export function QuietButton(props: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...props}
      className="min-h-12 w-full rounded-card bg-card px-4 text-15 text-danger transition-colors active:bg-fill"
    />
  )
}
