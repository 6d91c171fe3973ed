import { formatYuan, parseAmount } from '@dxx/contract/rules/amount'

interface PriceLinesProps {
  amount: string
  payCents: number
  /** Cents that a coupon takes off. */
  couponCents?: number
  paid?: boolean
}

/** Breakdown of the price. */
export function PriceLines({ amount, payCents, couponCents = 0, paid = false }: PriceLinesProps) {
  const { list } = parseAmount(amount)
  const line = 'flex min-h-9 items-baseline justify-between gap-3 py-1 text-14'
  const off = list - payCents - couponCents
  return (
    <dl className="tabular-nums">
      <div className={line}>
        <dt className="text-ink-2">原价</dt>
        <dd>¥{formatYuan(list)}</dd>
      </div>
      {off > 0 && (
        <div className={line}>
          <dt className="text-ink-2">优惠</dt>
          <dd className="text-price">-¥{formatYuan(off)}</dd>
        </div>
      )}
      {couponCents > 0 && (
        <div className={line}>
          <dt className="text-ink-2">优惠券</dt>
          <dd className="text-price">-¥{formatYuan(couponCents)}</dd>
        </div>
      )}
      <div className={line}>
        <dt className="text-ink-2">{paid ? '实付' : '应付'}</dt>
        <dd className="text-19 font-bold text-price">¥{formatYuan(payCents)}</dd>
      </div>
    </dl>
  )
}
