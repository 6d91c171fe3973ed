import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ComponentProps, type ReactNode, type Ref, useId } from 'react'
import { cx } from '../../ui/cx'

interface Labelled {
  label: string
  error?: string
  hint?: ReactNode
}

const box = 'w-full rounded-cover bg-fill px-3 text-[1rem] desk:text-13 focus-visible:outline-offset-0'

function Frame({ id, label, error, hint, children }: Labelled & { id: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-12 text-ink-3">
        {label}
      </label>
      {children}
      {(error || hint) && (
        <p
          id={`${id}-note`}
          role={error ? 'alert' : undefined}
          className={cx('mt-1 text-12', error ? 'text-danger' : 'text-ink-3')}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  )
}

type TextFieldProps = Labelled &
  Omit<ComponentProps<'input'>, 'onChange' | 'value'> & { value: string; onChange(value: string): void }

/** Text field: label above, message below. */
export function TextField({ label, error, hint, value, onChange, className, ...rest }: TextFieldProps) {
  const id = useId()
  return (
    <Frame id={id} label={label} error={error} hint={hint}>
      <input
        autoComplete="off"
        {...rest}
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        className={cx(box, 'h-11 desk:h-9', error && 'inset-ring inset-ring-danger', className)}
      />
    </Frame>
  )
}

type TextAreaProps = Labelled & {
  value: string
  onChange(value: string): void
  maxLength: number
  placeholder?: string
  rows?: number
  fieldRef?: Ref<HTMLTextAreaElement>
}

export function TextArea(props: TextAreaProps) {
  const { label, error, hint, value, onChange, maxLength, placeholder, rows = 3, fieldRef } = props
  const id = useId()
  return (
    <Frame id={id} label={label} error={error} hint={hint ?? `${value.length} / ${maxLength}`}>
      <textarea
        ref={fieldRef}
        id={id}
        rows={rows}
        value={value}
        maxLength={maxLength}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        className={cx(box, 'block resize-y py-2', error && 'inset-ring inset-ring-danger')}
      />
    </Frame>
  )
}

interface Option {
  value: string
  label: string
}

type SelectFieldProps = Labelled & { value: string; onChange(value: string): void; options: Option[] }

export function SelectField({ label, error, hint, value, onChange, options }: SelectFieldProps) {
  const id = useId()
  return (
    <Frame id={id} label={label} error={error} hint={hint}>
      <div className="relative">
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-describedby={error || hint ? `${id}-note` : undefined}
          className={cx(box, 'h-11 appearance-none pr-8 desk:h-9')}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown size={14} className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-3" />
      </div>
    </Frame>
  )
}

/** Select in a filter bar that shows its label and value: 角色：全部. */
export function FilterSelect({ label, value, onChange, options }: Omit<SelectFieldProps, 'error' | 'hint'>) {
  const chosen = options.find((option) => option.value === value)?.label ?? value
  return (
    <div
      className={cx(
        'relative inline-flex h-11 min-w-0 shrink-0 items-center gap-1.5 rounded-cover px-3 text-13 has-focus-visible:outline-2 has-focus-visible:outline-focus desk:h-7.5',
        value ? 'bg-primary-soft font-semibold text-primary' : 'bg-fill text-ink',
      )}
    >
      <span aria-hidden="true" className="max-w-40 truncate">
        {label}：{chosen}
      </span>
      <ChevronDown size={14} className={value ? '' : 'text-ink-3'} />
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="absolute inset-0 w-full cursor-pointer opacity-0"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
