import { TextField } from '../../kit/fields'
import { centsOf, formatPrice } from '../work/money'

/** Parses a typed amount. `problem` is the error message for an invalid or too large amount. */
export function amountOf(text: string, left: number): { cents: number; problem: string | undefined } {
  const cents = centsOf(text) ?? 0
  return { cents, problem: cents < 1 ? '请输入金额' : cents > left ? `最多 ${formatPrice(left)}` : undefined }
}

interface AmountFieldProps {
  value: string
  onChange(value: string): void
  left: number
  problem: string | undefined
  /** Amount in cents above which a second staff member must approve. */
  limit: number
  /** Cents refunded before, which count towards the limit. */
  refunded: number
}

/** Field for the amount of a refund in yuan. */
export function AmountField({ value, onChange, left, problem, limit, refunded }: AmountFieldProps) {
  return (
    <>
      <TextField
        label={`退款金额（元，最多 ${(left / 100).toFixed(2)}）`}
        inputMode="decimal"
        value={value}
        onChange={onChange}
        error={problem}
      />
      {!problem && refunded + (centsOf(value) ?? 0) > limit && (
        <p className="text-12 text-amber">
          {refunded > 0
            ? `这笔订单累计退款超过 ${formatPrice(limit)}，要两位同事同意才会付出。`
            : `超过 ${formatPrice(limit)} 的退款要两位同事同意才会付出。`}
        </p>
      )}
    </>
  )
}
