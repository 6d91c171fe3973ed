import { texts } from '@dxx/contract/rules/constants'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { type ComponentProps, useRef } from 'react'
import { hideKeyboard } from '../platform/hide-keyboard'
import { cx } from './cx'

export interface SearchBoxProps {
  value: string
  onChange(value: string): void
  /** Called on Enter, or the phone keyboard's search key. */
  onSearch?(value: string): void
  placeholder?: string
  /** For a box on a card instead of the page background. */
  filled?: boolean
  autoFocus?: boolean
  /** Name for screen readers. */
  label?: string
  /** Combobox role, states and keys, for a box with suggestions. */
  inputProps?: ComponentProps<'input'>
}

export function SearchBox({
  value,
  onChange,
  onSearch,
  placeholder,
  filled,
  autoFocus,
  label = '搜索',
  inputProps,
}: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <search className="min-w-0 flex-1">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          hideKeyboard()
          onSearch?.(value.trim())
        }}
        className={cx(
          'flex min-h-9 items-center gap-2 rounded-full pl-3.5 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus',
          filled ? 'bg-fill' : 'bg-card',
        )}
      >
        <Search aria-hidden="true" size={18} className="shrink-0 text-ink-3" />
        <input
          {...inputProps}
          ref={input}
          type="search"
          enterKeyHint="search"
          aria-label={label}
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: the search page is opened to type
          autoFocus={autoFocus}
          data-autofocus={autoFocus || undefined}
          placeholder={placeholder ?? texts.searchPlaceholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          // Text of at least 16 px, because iOS zooms in otherwise. 44 px high for touch, although the box has 36 px.
          className="-my-1 min-h-11 min-w-0 flex-1 bg-transparent text-[1rem] outline-none"
        />
        {value ? (
          <button
            type="button"
            aria-label="清空"
            onClick={() => {
              onChange('')
              input.current?.focus()
            }}
            className="tap mr-2 grid size-6 shrink-0 place-items-center rounded-full text-ink-3"
          >
            <X aria-hidden="true" size={16} />
          </button>
        ) : (
          <span className="w-2" />
        )}
      </form>
    </search>
  )
}
