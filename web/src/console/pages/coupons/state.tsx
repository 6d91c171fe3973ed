import type { StaffDiscount } from '@dxx/contract/calls/staff/coupons'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleSlash from 'lucide-react/icons/circle-slash'
import Clock from 'lucide-react/icons/clock'
import PackageX from 'lucide-react/icons/package-x'
import { StateTag, type Tone } from '../../kit/tag'

const looks: Record<StaffDiscount['state'], { name: string; tone: Tone; Icon: typeof Clock }> = {
  planned: { name: '未开始', tone: 'blue', Icon: Clock },
  live: { name: '使用中', tone: 'green', Icon: CircleCheck },
  'sold-out': { name: '已用完', tone: 'amber', Icon: PackageX },
  ended: { name: '已结束', tone: 'grey', Icon: CircleSlash },
  revoked: { name: '已停用', tone: 'rose', Icon: CircleSlash },
}

export function CouponState({ state }: Pick<StaffDiscount, 'state'>) {
  const { name, tone, Icon } = looks[state]
  return (
    <StateTag tone={tone} icon={<Icon size={12} />}>
      {name}
    </StateTag>
  )
}
