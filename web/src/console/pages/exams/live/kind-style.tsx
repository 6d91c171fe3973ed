import AppWindow from 'lucide-react/icons/app-window'
import Check from 'lucide-react/icons/check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import Pencil from 'lucide-react/icons/pencil'
import UserX from 'lucide-react/icons/user-x'
import WifiOff from 'lucide-react/icons/wifi-off'
import type { ComponentType } from 'react'
import type { Tone } from '../../../kit/tag'
import type { LiveKind } from './live-state'

interface KindStyle {
  icon: ComponentType<{ size?: number; className?: string }>
  tone: Tone
  /** CSS classes of the cell; `text` and `bar` are those of its icon and bar. */
  cell: string
  text: string
  bar: string
}

export const kindStyles: Record<LiveKind, KindStyle> = {
  waiting: { icon: CircleDashed, tone: 'grey', cell: 'bg-card', text: 'text-ink-3', bar: 'bg-track' },
  answering: { icon: Pencil, tone: 'blue', cell: 'bg-card', text: 'text-primary', bar: 'bg-primary' },
  left: { icon: AppWindow, tone: 'amber', cell: 'bg-amber-soft', text: 'text-amber', bar: 'bg-amber' },
  offline: { icon: WifiOff, tone: 'red', cell: 'bg-danger-soft', text: 'text-danger', bar: 'bg-danger' },
  submitted: { icon: Check, tone: 'green', cell: 'bg-success-soft', text: 'text-success', bar: 'bg-success' },
  absent: { icon: UserX, tone: 'grey', cell: 'bg-fill', text: 'text-ink-3', bar: 'bg-track' },
}
