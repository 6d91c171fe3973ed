import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { cx } from './cx'

export interface PickerColumn {
  label: string
  options: readonly { value: string; title: string }[]
}

const row = 44

/** Picker wheel: a list with scroll snapping, whose centred item is chosen. */
export function PickerWheel({
  label,
  options,
  value,
  onChange,
}: PickerColumn & { value: string; onChange(value: string): void }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const at = Math.max(
    0,
    options.findIndex((option) => option.value === value),
  )

  // Not a layout effect: the content must be visible to be scrolled, so it waits until the surrounding sheet is open.
  useEffect(() => {
    if (list.current && Math.round(list.current.scrollTop / row) !== at) list.current.scrollTop = at * row
  }, [at])

  useEffect(() => () => clearTimeout(timer.current), [])

  function choose(index: number) {
    const option = options[Math.min(options.length - 1, Math.max(0, index))]
    if (option && option.value !== value) onChange(option.value)
  }

  function settle() {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => list.current && choose(Math.round(list.current.scrollTop / row)), 100)
  }

  function keys(event: KeyboardEvent) {
    const next = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + 5,
      PageUp: at - 5,
      Home: 0,
      End: options.length - 1,
    }
    const index = next[event.key as keyof typeof next]
    if (index === undefined) return
    event.preventDefault()
    choose(index)
  }

  return (
    <div
      ref={list}
      role="listbox"
      aria-label={label}
      aria-activedescendant={`${id}-${at}`}
      tabIndex={0}
      onScroll={settle}
      onKeyDown={keys}
      className="no-scrollbar relative h-55 min-w-0 flex-1 snap-y snap-mandatory overflow-y-auto overscroll-contain rounded-item py-22 -outline-offset-2"
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus and handles the keys
        // biome-ignore lint/a11y/useFocusableInteractive: see above
        <div
          key={option.value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          onClick={() => choose(index)}
          className={cx(
            'tabular-nums grid h-11 cursor-pointer snap-center place-items-center truncate text-[1rem] leading-tight',
            index === at ? 'font-semibold text-ink' : 'text-ink-3',
          )}
        >
          {option.title}
        </div>
      ))}
    </div>
  )
}
