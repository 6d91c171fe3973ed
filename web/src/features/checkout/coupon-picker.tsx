import type { DiscountOffer } from '@dxx/contract/calls/coupons'
import { formatYuan } from '@dxx/contract/rules/amount'
import { discountLabel } from '@dxx/contract/rules/discount'
import { formatChineseTime, formatDateTime, formatTimeLeft } from '@dxx/contract/rules/time-from'
import { useState } from 'react'
import { serverNow } from '../../api/clock'
import { Button } from '../../ui/button'
import { Cell, CellGroup } from '../../ui/cell'
import { RadioGroup } from '../../ui/radio-group'
import { Sheet } from '../../ui/sheet'
import { Tag } from '../../ui/tag'

/** Value of the radio button for paying without a coupon. */
const none = 'none'

interface CouponPickerProps {
  offers: readonly DiscountOffer[]
  /** Id of the chosen coupon; null: none. */
  value: string | null
  onChange(id: string | null): void
}

/** Line of the checkout that shows the chosen coupon and opens the list of all, with the reason for unusable ones. */
export function CouponPicker({ offers, value, onChange }: CouponPickerProps) {
  const [open, setOpen] = useState(false)
  const usable = offers.filter(({ why }) => why === '')
  const chosen = usable.find(({ id }) => id === value)
  const isBest = chosen !== undefined && chosen.off === usable[0]?.off
  return (
    <>
      <CellGroup>
        <Cell
          title={
            <span className="flex items-center gap-2">
              优惠券
              {isBest && <Tag tone="amber">最优惠</Tag>}
            </span>
          }
          note={
            chosen &&
            `${chosen.title}，${formatChineseTime(chosen.endsAt)} 到期，${formatTimeLeft(chosen.endsAt, serverNow())}`
          }
          value={
            chosen ? (
              <span className="tabular-nums font-semibold text-price">-¥{formatYuan(chosen.off)}</span>
            ) : usable.length > 0 ? (
              `有 ${usable.length} 张可用`
            ) : (
              '没有可用的券'
            )
          }
          onClick={() => setOpen(true)}
        />
      </CellGroup>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title="选择优惠券"
        flush
        footer={
          <Button block onClick={() => setOpen(false)}>
            {chosen ? `用这张，减 ¥${formatYuan(chosen.off)}` : '不用券'}
          </Button>
        }
      >
        <RadioGroup
          label="优惠券"
          options={[
            ...usable.map((offer) => ({
              value: offer.id,
              title: <OfferTitle offer={offer} isBest={offer === usable[0]} />,
              note: `${discountLabel(offer)} · ${offer.scope} · ${formatDateTime(offer.endsAt)} 到期`,
            })),
            { value: none, title: '不用优惠券' },
          ]}
          value={chosen?.id ?? none}
          onChange={(id) => onChange(id === none ? null : id)}
        />
        <Unusable offers={offers.filter(({ why }) => why !== '')} />
      </Sheet>
    </>
  )
}

function OfferTitle({ offer, isBest }: { offer: DiscountOffer; isBest: boolean }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className="font-semibold">{offer.title}</span>
      <span className="tabular-nums font-semibold text-price">-¥{formatYuan(offer.off)}</span>
      {isBest && <Tag tone="amber">最优惠</Tag>}
    </span>
  )
}

function Unusable({ offers }: { offers: readonly DiscountOffer[] }) {
  if (offers.length === 0) return null
  return (
    <section className="pb-4">
      <h3 className="px-3.5 pt-4 pb-1 text-13 text-ink-3">这一单不能用</h3>
      <ul>
        {offers.map((offer) => (
          <li key={offer.id} className="min-h-12 px-3.5 py-2 not-first:hairline-t">
            <span className="text-ink-2">{offer.title}</span>
            <span className="block text-12 text-ink-3">{discountLabel(offer)}</span>
            <span className="block text-12 text-amber">{offer.why}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
