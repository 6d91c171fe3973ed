import type { ReactNode } from 'react'
import { cx } from './cx'

interface RowFrameProps {
  href?: string
  onClick?: () => void
  className: string
  children: ReactNode
}

/** Outer element of a row: a link if there is `href`, a button if there is only `onClick`, otherwise a div. */
export function RowFrame({ className, ...props }: RowFrameProps) {
  const name = props.href !== undefined ? 'a' : props.onClick ? 'button' : 'div'
  // The type is that of a link, because it accepts the attributes of links, buttons and blocks alike.
  const Element = name as 'a'
  return (
    <Element
      {...props}
      type={name === 'button' ? name : undefined}
      className={cx(className, name !== 'div' && 'transition-colors active:bg-fill')}
    />
  )
}
