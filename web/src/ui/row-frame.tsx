import type { ReactNode } from 'react'
import { cx } from './cx'

interface RowFrameProps {
  href?: string
  onClick?: () => void
  className: string
  children: ReactNode
}

/** The element of a row: a link with `href`, a button with `onClick` alone, else a plain box. */
export function RowFrame({ className, ...props }: RowFrameProps) {
  const name = props.href !== undefined ? 'a' : props.onClick ? 'button' : 'div'
  // The type of a link accepts the attributes of all three.
  const Element = name as 'a'
  return (
    <Element
      {...props}
      type={name === 'button' ? name : undefined}
      className={cx(className, name !== 'div' && 'transition-colors active:bg-fill')}
    />
  )
}
