import { formatYuan, parseAmount, priceLabel } from '@dxx/contract/rules/amount'
import { cx } from './cx'

export interface PriceProps {
  /** In the format of the calls: `'price,discountPercent'`. */
  amount: string
  size?: 'small' | 'normal' | 'large'
}

const sizes = { small: 'text-14', normal: 'text-17', large: 'text-23' }

/** Price to pay, with a higher list price struck through; 限时免费 in the success colour if the item is free. */
export function Price({ amount: text, size = 'normal' }: PriceProps) {
  const amount = parseAmount(text)
  const free = amount.pay <= 0
  return (
    <span className="tabular-nums inline-flex flex-wrap items-baseline gap-x-1.5">
      <span
        className={cx(
          'font-bold',
          free ? 'text-success' : 'text-price',
          free && size !== 'large' ? 'text-13' : sizes[size],
        )}
      >
        {priceLabel(amount)}
      </span>
      {amount.list > amount.pay && !free && (
        <>
          <span className="sr-only">原价</span>
          <s className="text-12 text-ink-3">¥{formatYuan(amount.list)}</s>
        </>
      )}
    </span>
  )
}
