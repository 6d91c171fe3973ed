import { formatYuan, parseAmount } from '@dxx/contract/rules/amount'

/** Breakdown of the price. */
export function PriceLines({ amount, payCents, paid = false }: { amount: string; payCents: number; paid?: boolean }) {
  const { list } = parseAmount(amount)
  const line = 'flex min-h-9 items-baseline justify-between gap-3 py-1 text-14'
  return (
    <dl className="tabular-nums">
      <div className={line}>
        <dt className="text-ink-2">原价</dt>
        <dd>¥{formatYuan(list)}</dd>
      </div>
      {list > payCents && (
        <div className={line}>
          <dt className="text-ink-2">优惠</dt>
          <dd className="text-price">-¥{formatYuan(list - payCents)}</dd>
        </div>
      )}
      <div className={line}>
        <dt className="text-ink-2">{paid ? '实付' : '应付'}</dt>
        <dd className="text-19 font-bold text-price">¥{formatYuan(payCents)}</dd>
      </div>
    </dl>
  )
}
