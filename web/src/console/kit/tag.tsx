import type { ReactNode } from 'react'
import { cx } from '../../ui/cx'

export type Tone = 'blue' | 'amber' | 'green' | 'red' | 'violet' | 'teal' | 'rose' | 'grey'

const tones: Record<Tone, string> = {
  blue: 'bg-primary-soft text-primary',
  amber: 'bg-amber-soft text-amber',
  green: 'bg-success-soft text-success',
  red: 'bg-danger-soft text-danger',
  violet: 'bg-violet-soft text-violet',
  teal: 'bg-teal-soft text-teal',
  rose: 'bg-rose-soft text-rose',
  grey: 'bg-fill text-ink-2',
}

/** State or kind as a word on a tinted background. States also have an icon, since colour alone must not inform. */
export function StateTag({ tone = 'blue', icon, children }: { tone?: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex h-5 shrink-0 items-center gap-1 rounded-tag px-1.75 text-12 whitespace-nowrap',
        tones[tone],
      )}
    >
      {icon}
      {children}
    </span>
  )
}

/** Icon on a tinted square. */
export function TintIcon({ tone, large, children }: { tone: Tone; large?: boolean; children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid shrink-0 place-items-center',
        large ? 'size-12 rounded-2xl' : 'size-8 rounded-cover',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
