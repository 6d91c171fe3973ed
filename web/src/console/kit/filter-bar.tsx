import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cx } from '../../ui/cx'
import { ConsoleButton } from './button'
import { useShortcut } from './shortcuts'

interface FilterBarProps {
  title?: string
  search?: {
    label: string
    placeholder: string
    value: string
    onChange(value: string): void
  }
  /** Selects and date fields. */
  children?: ReactNode
  /** Buttons on the far right, such as the column menu and the export. */
  tools?: ReactNode
}

/** Bar above a list: title, filters, search and tools. On phones the filters are one line that scrolls sideways. */
export function FilterBar({ title, search, children, tools }: FilterBarProps) {
  return (
    <div className="px-4 py-2.5 desk:flex desk:flex-wrap desk:items-center desk:gap-2 desk:px-5 desk:py-3">
      {title && <h2 className="mr-auto text-15 font-semibold max-desk:mb-1.5">{title}</h2>}
      <div className="no-scrollbar -mx-4 flex items-center gap-2 overflow-x-auto px-4 py-0.5 desk:contents">
        {children}
        {search && <SearchField {...search} />}
        {tools}
      </div>
    </div>
  )
}

/** Button that clears all filters; not shown if no filter is set. */
export function ClearFilters({ count, onClear }: { count: number; onClear(): void }) {
  return (
    <>
      {count > 0 && (
        <ConsoleButton kind="quiet" size="small" onClick={onClear}>
          清除 {count} 个条件
        </ConsoleButton>
      )}
      <span className="flex-1" />
    </>
  )
}

/** The shortest maximum of the calls that search. The server would refuse the whole call for a longer keyword. */
const mostLetters = 50
/** Milliseconds without a key press before the typed text is reported. */
const pause = 250

type SearchFieldProps = NonNullable<FilterBarProps['search']> & {
  /** As wide as the parent element. */
  full?: boolean
}

/** Search field that reports its text when typing pauses. `/` focuses it, Esc clears it and removes the focus. */
export function SearchField({ label, placeholder, value, onChange, full }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const reported = useRef(value)
  // Back, forward and 清除条件 change `value` from outside. A value that the field itself reported must not replace the
  // typed text.
  if (value !== reported.current) {
    reported.current = value
    setText(value)
  }
  useShortcut('/', `筛选：${label}`, () => input.current?.select(), { group: '列表' })
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    const next = text.trim()
    if (next === reported.current) return
    const timer = setTimeout(() => {
      reported.current = next
      latest.current(next)
    }, pause)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <search
      className={cx(
        'flex h-11 min-w-0 items-center gap-2 rounded-cover bg-fill px-3 text-13 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus',
        full
          ? 'max-desk:w-full desk:h-9'
          : 'max-desk:order-first max-desk:min-w-40 max-desk:flex-1 desk:h-7.5 desk:w-48',
      )}
    >
      <Search size={14} className="shrink-0 text-ink-3" />
      <input
        ref={input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={mostLetters}
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          const isLeft = event.key === 'Escape' || event.key === 'Enter'
          if (!isLeft || event.nativeEvent.isComposing) return
          event.stopPropagation()
          // Esc and Enter remove the focus, so that J and K move through the rows. Esc also clears the text.
          if (event.key === 'Escape') setText('')
          input.current?.blur()
        }}
        className="min-w-0 flex-1 bg-transparent text-[1rem] outline-none desk:text-13"
      />
      {text && (
        <button
          type="button"
          aria-label="清空"
          onClick={() => {
            setText('')
            input.current?.focus()
          }}
          className="tap grid size-5 place-items-center rounded-full text-ink-3"
        >
          <X size={14} />
        </button>
      )}
    </search>
  )
}
