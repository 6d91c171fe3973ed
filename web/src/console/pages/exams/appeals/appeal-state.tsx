import type { Appeal } from '@dxx/contract/calls/staff/exam-regrade'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import PenLine from 'lucide-react/icons/pen-line'
import type { ComponentType } from 'react'
import { StateTag, type Tone } from '../../../kit/tag'

export const appealStates: Record<
  Appeal['state'],
  { name: string; tone: Tone; icon: ComponentType<{ size?: number }> }
> = {
  open: { name: '待答复', tone: 'amber', icon: Clock },
  changed: { name: '已改分', tone: 'green', icon: PenLine },
  kept: { name: '维持原分', tone: 'grey', icon: CircleCheck },
}

export function AppealState({ state }: { state: Appeal['state'] }) {
  const { name, tone, icon: Icon } = appealStates[state]
  return (
    <StateTag tone={tone} icon={<Icon size={12} />}>
      {name}
    </StateTag>
  )
}
