import { type OrderStatus, orderStatusText } from '@dxx/contract/rules/order-state'
import { Tag, type TagTone } from '../../ui/tag'

const tones: Record<OrderStatus, TagTone> = { 0: 'amber', 1: 'green', 2: 'grey', 3: 'grey', 4: 'blue', 5: 'grey' }

export function StatusTag({ status }: { status: OrderStatus }) {
  return <Tag tone={tones[status]}>{orderStatusText[status]}</Tag>
}
