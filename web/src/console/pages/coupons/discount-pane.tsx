import type { StaffDiscount } from '@dxx/contract/calls/staff/coupons'
import { discountLabel } from '@dxx/contract/rules/discount'
import { useState } from 'react'
import { toast } from '../../../state/flash'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Confirm } from '../../kit/confirm'
import { DetailPane } from '../../kit/detail-pane'
import { timeText } from '../../kit/time'
import { Facts } from '../work/facts'
import { formatPrice } from '../work/money'
import { CouponState } from './state'

interface DiscountPaneProps {
  coupon: StaffDiscount | undefined
  onClose(): void
  onEdit(): void
}

/** One discount coupon: terms, limits, uses; editing and revoking. */
export function DiscountPane({ coupon, onClose, onEdit }: DiscountPaneProps) {
  const [revoking, setRevoking] = useState(false)
  const revoke = useStaffAction('POST /staff/v1/discount_revoke', {
    changes: ['GET /staff/v1/discount_list'],
    onDone: () => {
      setRevoking(false)
      toast('已停用')
    },
  })
  const isOver = coupon?.state === 'revoked' || coupon?.state === 'ended'
  const actions = coupon && coupon.state !== 'revoked' && (
    <>
      <ConsoleButton kind="primary" onClick={onEdit}>
        修改
      </ConsoleButton>
      {!isOver && (
        <ConsoleButton kind="danger" onClick={() => setRevoking(true)}>
          停用…
        </ConsoleButton>
      )}
    </>
  )
  return (
    <DetailPane open={coupon !== undefined} onClose={onClose} title={coupon?.title ?? '优惠券'} actions={actions}>
      {coupon && (
        <div className="space-y-5">
          <div className="flex items-center justify-between gap-3">
            <CouponState state={coupon.state} />
            <b className="text-15 text-price">{discountLabel(coupon)}</b>
          </div>
          <Facts
            rows={[
              ['适用', coupon.items.length === 0 ? '全部内容' : coupon.items.map(({ title }) => title).join('、')],
              ['谁能用', coupon.audience === 'all' ? '所有人' : '通过认证的学生'],
              ['每人限用', `${coupon.perUser} 次`],
              [
                '已用',
                `${coupon.used} 次${coupon.stock === null ? '' : `，剩 ${Math.max(0, coupon.stock - coupon.used)} 张`}`,
              ],
              ['开始', timeText(coupon.startsAt)],
              ['到期', timeText(coupon.endsAt)],
              ['已让利', formatPrice(coupon.totalOffCents)],
              ['用券的实付', formatPrice(coupon.totalPaidCents)],
              ...(coupon.revokedAt === null
                ? []
                : [['停用', `${timeText(coupon.revokedAt)} · ${coupon.revokeReason}`] as [string, string]]),
            ]}
          />
          <p className="text-12 text-ink-3">取消、超时关闭和全额退款的订单会把券还给买家；部分退款不还。</p>
        </div>
      )}
      <Confirm
        open={revoking}
        onClose={() => setRevoking(false)}
        title={`停用“${coupon?.title ?? ''}”？`}
        effect={`学生不能再用这张券，不能恢复。已经用了 ${coupon?.used ?? 0} 次的订单价格不变。`}
        confirm="停用 1 张券"
        reason={{ label: '原因（只记在操作记录里）' }}
        running={revoke.running}
        onConfirm={(reason) => coupon && void revoke.run({ id: coupon.id, reason })}
      />
    </DetailPane>
  )
}
