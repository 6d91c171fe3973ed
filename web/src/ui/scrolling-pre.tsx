import type { ComponentProps } from 'react'

/** Preformatted text in a scrollable box that is reachable by keyboard. */
export function ScrollingPre(props: ComponentProps<'pre'>) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  return <pre tabIndex={0} {...props} />
}
