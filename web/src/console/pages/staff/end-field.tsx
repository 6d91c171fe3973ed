import { formatDate } from '@dxx/contract/rules/time-from'
import { SelectField, TextField } from '../../kit/fields'
import { dayEnd } from '../../kit/time'

/** End of a grant as entered: no end, a number of days, or a last day. */
export interface EndValue {
  kind: 'none' | '30' | '120' | '365' | 'date'
  /** `yyyy-mm-dd`. */
  date: string
}

const now = () => Math.floor(Date.now() / 1000)

export const endValue = (endsAt: number | null): EndValue =>
  endsAt === null ? { kind: 'none', date: '' } : { kind: 'date', date: formatDate(endsAt - 1) }

/** Unix seconds of the end, exclusive; null for no end. The end is always the end of a day. */
export function endOf({ kind, date }: EndValue): number | null {
  if (kind === 'none') return null
  return dayEnd(kind === 'date' ? date : formatDate(now() + Number(kind) * 86_400)) ?? null
}

export function endProblem(value: EndValue): string | undefined {
  if (value.kind === 'none') return undefined
  const end = endOf(value)
  if (end === null) return '请选择最后一天'
  return end <= now() ? '最后一天不能早于今天' : undefined
}

interface EndFieldProps {
  value: EndValue
  onChange(value: EndValue): void
  error?: string
}

export function EndField({ value, onChange, error }: EndFieldProps) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <SelectField
        label="有效期"
        value={value.kind}
        onChange={(kind) => onChange({ ...value, kind: kind as EndValue['kind'] })}
        options={[
          { value: 'none', label: '长期有效' },
          { value: '30', label: '30 天' },
          { value: '120', label: '一学期（120 天）' },
          { value: '365', label: '一年' },
          { value: 'date', label: '到指定日期' },
        ]}
      />
      {value.kind === 'date' && (
        <TextField
          label="最后一天"
          type="date"
          min={formatDate(now())}
          value={value.date}
          onChange={(date) => onChange({ ...value, date })}
          error={error}
        />
      )}
    </div>
  )
}
