import type { RulingKind } from '@dxx/contract/calls/staff/exam-shapes'
import Ban from 'lucide-react/icons/ban'
import Gift from 'lucide-react/icons/gift'
import KeyRound from 'lucide-react/icons/key-round'
import Undo2 from 'lucide-react/icons/undo-2'
import type { ComponentType } from 'react'
import { StateTag, type Tone } from '../../kit/tag'

export const rulings: Record<RulingKind, { name: string; tone: Tone; icon: ComponentType<{ size?: number }> }> = {
  key: { name: '接受更多答案', tone: 'violet', icon: KeyRound },
  give: { name: '送分', tone: 'amber', icon: Gift },
  void: { name: '作废', tone: 'grey', icon: Ban },
  original: { name: '原评分', tone: 'blue', icon: Undo2 },
}

/** Tag with the change to the scoring of a question. */
export function RulingTag({ kind }: { kind: RulingKind }) {
  const { name, tone, icon: Icon } = rulings[kind]
  return (
    <StateTag tone={tone} icon={<Icon size={12} />}>
      {name}
    </StateTag>
  )
}
