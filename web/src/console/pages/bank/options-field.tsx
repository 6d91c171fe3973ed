import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Check from 'lucide-react/icons/check'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { type ReactNode, useRef, useState } from 'react'
import { cx } from '../../../ui/cx'
import { ConsoleButton } from '../../kit/button'
import { type ChoiceOption, toggleOption, toMarks, toShares } from './question-text'
import { usePaste } from './use-paste'

interface OptionsProps {
  bank: string
  options: ChoiceOption[]
  isSingle: boolean
  onChange(options: ChoiceOption[]): void
}

const letterOf = (at: number) => String.fromCharCode(65 + at)

/** Options of a choice question: which are right, or what share of the points each gives. */
export function OptionsField({ bank, options, isSingle, onChange }: OptionsProps) {
  const isShared = options.some(({ mark }) => mark.endsWith('%'))
  const replace = (at: number, text: string) => onChange(options.map((one, i) => (i === at ? { ...one, text } : one)))
  const move = (at: number, by: number) => {
    const next = [...options]
    const [one] = next.splice(at, 1)
    next.splice(at + by, 0, one!)
    onChange(next)
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-12 text-ink-3">
        {isShared
          ? '选项（每个选项给几成分，错的写 0 或负数；得分是选中的相加，不低于 0）'
          : '选项（点字母标出正确的）'}
      </legend>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {options.map(({ mark, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: options have no other name than their place
          <li key={at} className="flex items-start gap-2">
            {isShared ? (
              <ShareField
                label={`选项 ${letterOf(at)} 给的百分比`}
                mark={mark}
                onChange={(next) => onChange(options.map((one, i) => (i === at ? { ...one, mark: next } : one)))}
              />
            ) : (
              <button
                type="button"
                aria-pressed={mark === 'x'}
                aria-label={`选项 ${letterOf(at)}${mark === 'x' ? '，正确' : ''}`}
                onClick={() => onChange(toggleOption(options, at, isSingle))}
                className={cx(
                  'tap mt-0.5 grid size-8 shrink-0 place-items-center rounded-full font-semibold',
                  mark === 'x' ? 'bg-success-soft text-success' : 'bg-fill text-ink-2 hover:bg-track',
                )}
              >
                {mark === 'x' ? <Check size={16} /> : letterOf(at)}
              </button>
            )}
            <OptionText
              label={`选项 ${letterOf(at)} 的文字`}
              bank={bank}
              value={text}
              onChange={(next) => replace(at, next)}
              onMove={(by) => options[at + by] && move(at, by)}
            />
            <IconButton label={`把选项 ${letterOf(at)} 上移`} disabled={at === 0} onClick={() => move(at, -1)}>
              <ArrowUp size={15} />
            </IconButton>
            <IconButton
              label={`把选项 ${letterOf(at)} 下移`}
              disabled={at === options.length - 1}
              onClick={() => move(at, 1)}
            >
              <ArrowDown size={15} />
            </IconButton>
            <IconButton
              label={`删除选项 ${letterOf(at)}`}
              disabled={options.length <= 2}
              onClick={() => onChange(options.filter((_, i) => i !== at))}
            >
              <X size={15} />
            </IconButton>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <ConsoleButton
          kind="quiet"
          size="small"
          icon={<Plus size={15} />}
          disabled={options.length >= 26}
          onClick={() => onChange([...options, { mark: isShared ? '0%' : ' ', text: '' }])}
        >
          加一个选项
        </ConsoleButton>
        <label className="flex min-h-9 items-center gap-2">
          <input
            type="checkbox"
            checked={isShared}
            onChange={(event) => onChange(event.target.checked ? toShares(options) : toMarks(options, isSingle))}
          />
          按选项分别给分
        </label>
      </div>
    </fieldset>
  )
}

interface ShareFieldProps {
  label: string
  mark: string
  onChange(mark: string): void
}

/** Percentage of the points that an option gives. Invalid text is reported only when the field loses the focus. */
function ShareField({ label, mark, onChange }: ShareFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? mark.replace('%', '')
  return (
    <span className="flex shrink-0 items-center gap-1">
      <input
        aria-label={label}
        inputMode="numeric"
        value={shown}
        onChange={(event) => {
          const text = event.target.value.trim()
          const isNumber = /^-?\d{1,3}(\.\d{1,2})?$/.test(text) && Math.abs(Number(text)) <= 100
          setTyped(isNumber ? null : event.target.value)
          if (isNumber) onChange(`${text}%`)
        }}
        onBlur={() => setTyped(null)}
        className="h-9 w-14 rounded-cover bg-fill px-2 text-right text-[1rem] tabular-nums desk:text-13"
      />
      <span aria-hidden="true" className="text-ink-3">
        %
      </span>
    </span>
  )
}

interface OptionTextProps {
  label: string
  bank: string
  value: string
  onChange(value: string): void
  onMove(by: 1 | -1): void
}

function OptionText({ label, bank, value, onChange, onMove }: OptionTextProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { handlers } = usePaste(bank, field, value, onChange)
  return (
    <textarea
      ref={field}
      aria-label={label}
      rows={Math.max(1, value.split('\n').length)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      {...handlers}
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        onMove(event.key === 'ArrowUp' ? -1 : 1)
      }}
      className="min-h-9 min-w-0 flex-1 resize-y rounded-cover bg-fill px-3 py-2 text-[1rem] desk:text-13"
    />
  )
}

interface IconButtonProps {
  label: string
  disabled: boolean
  onClick(): void
  children: ReactNode
}

const IconButton = ({ label, disabled, onClick, children }: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    disabled={disabled}
    onClick={onClick}
    className="tap mt-1 grid size-7 shrink-0 place-items-center rounded-full text-ink-3 hover:bg-fill disabled:opacity-30"
  >
    {children}
  </button>
)
