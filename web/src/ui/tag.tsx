import type { ReactNode } from 'react'
import { cx } from './cx'

export type TagTone = 'blue' | 'amber' | 'green' | 'red' | 'grey'

const tones: Record<TagTone, string> = {
  blue: 'bg-primary-soft text-primary',
  amber: 'bg-amber-soft text-amber',
  green: 'bg-success-soft text-success',
  red: 'bg-danger-soft text-danger',
  grey: 'bg-fill text-ink-2',
}

export function Tag({ tone = 'blue', children }: { tone?: TagTone; children: ReactNode }) {
  return (
    <span
      className={cx('inline-flex items-center gap-1 rounded-tag whitespace-nowrap px-1.75 py-px text-11', tones[tone])}
    >
      {children}
    </span>
  )
}
