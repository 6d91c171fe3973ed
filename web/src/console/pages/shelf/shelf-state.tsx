import type { ShelfItem } from '@dxx/contract/calls/staff/shelf'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleSlash from 'lucide-react/icons/circle-slash'
import Clock from 'lucide-react/icons/clock'
import { StateTag, type Tone } from '../../kit/tag'

export const shelfStates: Record<ShelfItem['state'], { name: string; tone: Tone; Icon: typeof Clock }> = {
  on: { name: '在售', tone: 'green', Icon: CircleCheck },
  planned: { name: '待开售', tone: 'blue', Icon: Clock },
  off: { name: '已下架', tone: 'grey', Icon: CircleSlash },
  ended: { name: '到期下架', tone: 'amber', Icon: CircleSlash },
}

export function ShelfState({ state }: Pick<ShelfItem, 'state'>) {
  const { name, tone, Icon } = shelfStates[state]
  return (
    <StateTag tone={tone} icon={<Icon size={12} />}>
      {name}
    </StateTag>
  )
}
