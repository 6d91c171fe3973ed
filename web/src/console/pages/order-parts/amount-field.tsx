import { TextField } from '../../kit/fields'
import { centsOf, yuan } from '../work-parts/money'

/** Reads a typed amount; `problem` says what is wrong with it. */
export function amountOf(text: string, left: number): { cents: number; problem: string | undefined } {
  const cents = centsOf(text) ?? 0
  return { cents, problem: cents < 1 ? '请输入金额' : cents > left ? `最多 ${yuan(left)}` : undefined }
}

interface AmountFieldProps {
  value: string
  onChange(value: string): void
  left: number
  problem: string | undefined
  /** The limit, if the amount is above it. */
  needsSecond: number | undefined
}

/** Amount of a refund in yuan. */
export function AmountField({ value, onChange, left, problem, needsSecond }: AmountFieldProps) {
  return (
    <>
      <TextField
        label={`退款金额（元，最多 ${(left / 100).toFixed(2)}）`}
        inputMode="decimal"
        value={value}
        onChange={onChange}
        error={problem}
      />
      {needsSecond !== undefined && (
        <p className="text-12 text-amber">超过 {yuan(needsSecond)} 的退款要两位同事同意才会付出。</p>
      )}
    </>
  )
}
