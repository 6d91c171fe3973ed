import type { AnswerKey, PartAnswer, PublicPart } from '@dxx/contract/questions'
import { cx } from '../../../ui/cx'
import type { FieldProps, Progress } from '../definition'
import { enterNextField } from '../keys'

export type NumberPart = Extract<PublicPart, { type: 'number' }>
export type NumberAnswer = Extract<PartAnswer, { type: 'number' }>
export type NumberKey = Extract<AnswerKey, { type: 'number' }>

/** A number, with its unit beside the field or in a field of its own. */
export function NumberField(props: FieldProps<NumberPart, NumberAnswer, NumberKey>) {
  const { part, answer, answerKey, readOnly, stemId, onAnswer } = props
  const { value = '', unit = '' } = answer ?? {}
  const change = (next: { value?: string; unit?: string }) => {
    const given = { type: 'number' as const, value, unit, ...next }
    onAnswer(given.value === '' && given.unit === '' ? null : given)
  }
  return (
    <fieldset
      aria-labelledby={stemId}
      onKeyDown={(event) => enterNextField(event, event.currentTarget)}
      className="flex min-w-0 flex-wrap items-center gap-2"
    >
      <Input
        label="数值"
        value={value}
        right={answerKey?.number}
        readOnly={readOnly}
        maxLength={100}
        inputMode="decimal"
        className="w-44"
        onChange={(text) => change({ value: text })}
      />
      {part.asksUnit && (
        <Input
          label="单位"
          value={unit}
          right={answerKey?.unit}
          readOnly={readOnly}
          maxLength={50}
          className="w-28"
          onChange={(text) => change({ unit: text })}
        />
      )}
      {part.unit && <span className="text-15 text-ink">{part.unit}</span>}
      {!readOnly && (
        // Buttons, because decimal keyboards of phones have neither a minus sign nor a power of ten.
        <span className="flex gap-2">
          <Key label="正负号" onClick={() => change({ value: negated(value) })}>
            ±
          </Key>
          <Key label="乘以十的几次方" onClick={() => change({ value: withPower(value) })}>
            ×10ⁿ
          </Key>
        </span>
      )}
    </fieldset>
  )
}

const negated = (value: string) => (/^\s*[-−]/.test(value) ? value.replace(/^\s*[-−]/, '') : `-${value}`)
const withPower = (value: string) => (value.includes('×10^') ? value : `${value || '1'}×10^`)

interface InputProps {
  label: string
  value: string
  right: boolean | undefined
  readOnly: boolean
  maxLength: number
  inputMode?: 'decimal'
  className: string
  onChange(text: string): void
}

function Input({ label, value, right, readOnly, maxLength, inputMode, className, onChange }: InputProps) {
  return (
    <input
      aria-label={right === undefined ? label : `${label}，${right ? '正确' : '错误'}`}
      placeholder={readOnly ? undefined : label}
      value={value}
      readOnly={readOnly}
      maxLength={maxLength}
      inputMode={inputMode}
      enterKeyHint="next"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
      className={cx(
        'min-h-11 max-w-full rounded-item border-b-2 px-2 text-[1rem] text-ink focus-visible:outline-2 focus-visible:outline-focus',
        className,
        right === undefined
          ? 'border-control bg-fill focus:border-primary'
          : right
            ? 'border-success bg-success-soft'
            : 'border-danger bg-danger-soft',
      )}
    />
  )
}

function Key({ label, onClick, children }: { label: string; onClick(): void; children: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="min-h-11 min-w-11 rounded-item bg-card px-2 text-14 text-ink-2 inset-ring inset-ring-edge"
    >
      {children}
    </button>
  )
}

/** Progress of an answer: partial without the required unit. */
export function numberProgress({ asksUnit }: NumberPart, { value, unit }: NumberAnswer): Progress {
  const typed = value.trim() !== ''
  const named = unit.trim() !== '' || /[^\d０-９\s.,，．eE+\-−×^]\s*$/.test(value)
  if (!typed && !named) return 'none'
  return typed && (!asksUnit || named) ? 'done' : 'partial'
}
