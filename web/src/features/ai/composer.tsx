import ArrowUp from 'lucide-react/icons/arrow-up'
import Square from 'lucide-react/icons/square'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { IconButton } from '../../ui/icon-button'
import { useAutoHeight } from '../../ui/use-auto-height'

const longest = 500
const repeatWindow = 400

interface ComposerProps {
  value: string
  onChange(value: string): void
  busy: boolean
  disabled?: boolean
  placeholder: string
  onSend(): void
  onStop(): void
}

/** Auto-growing input; Enter sends on a keyboard, Shift+Enter inserts a line break. */
export function Composer({ value, onChange, busy, disabled, placeholder, onSend, onStop }: ComposerProps) {
  const id = useId()
  const area = useAutoHeight(value)
  // 停止 replaces 发送 and first ignores taps: a double tap on 发送 must not stop the answer.
  const since = useRef(0)
  useEffect(() => {
    if (busy) since.current = performance.now()
  }, [busy])
  const stop = () => performance.now() - since.current > repeatWindow && onStop()

  function send(event: FormEvent) {
    event.preventDefault()
    if (!busy && value.trim()) onSend()
  }

  function press(event: KeyboardEvent) {
    // During IME composition, Enter selects a candidate.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    send(event)
  }

  return (
    <form onSubmit={send} className="flex items-end gap-2 py-2.5">
      <label htmlFor={id} className="sr-only">
        问 AI 助学
      </label>
      <textarea
        ref={area}
        id={id}
        rows={1}
        value={value}
        disabled={disabled}
        maxLength={longest}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={press}
        placeholder={placeholder}
        className="max-h-32 min-h-11 min-w-0 flex-1 resize-none rounded-[22px] bg-fill px-4 py-2.5 text-[1rem] leading-normal disabled:opacity-60"
      />
      {busy ? (
        <IconButton label="停止" onClick={stop} className="bg-fill text-ink">
          <Square aria-hidden="true" size={16} fill="currentColor" />
        </IconButton>
      ) : (
        <IconButton
          label="发送"
          type="submit"
          disabled={disabled || !value.trim()}
          className="bg-primary text-on-primary active:bg-primary-press"
        >
          <ArrowUp aria-hidden="true" size={20} />
        </IconButton>
      )}
    </form>
  )
}
