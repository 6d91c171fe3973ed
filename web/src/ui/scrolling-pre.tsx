import type { ComponentProps } from 'react'

/** Text as it was written, in a box that may scroll and is reachable by keyboard for that. */
export function ScrollingPre(props: ComponentProps<'pre'>) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  return <pre tabIndex={0} {...props} />
}
