import { useLayoutEffect, useRef } from 'react'
import { Field, type FieldProps } from '../../ui/field'

export const isMobile = (text: string) => /^1[3-9]\d{9}$/.test(text)

export const mobileProblem = '请输入正确的手机号'

/** Extracts the mobile number from a formatted text: `+86 138-1234-5678` gives 13812345678. */
export function extractMobile(text: string): string {
  const digits = text.normalize('NFKC').replace(/\D/g, '')
  const local = digits.length > 11 ? digits.replace(/^(00)?86/, '') : digits
  return local.slice(0, 11)
}

const spaced = (mobile: string) => mobile.replace(/^(\d{3})(\d{1,4})(\d*)$/, '$1 $2 $3').trim()

interface MobileFieldProps extends Pick<FieldProps, 'error' | 'autoFocus' | 'autoComplete'> {
  label?: string
  value: string
  onChange(mobile: string): void
}

/** Input for a mobile number, shown in groups of digits; the cursor stays at the edited digit. */
export function MobileField({ label = '手机号', value, onChange, ...rest }: MobileFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  const shown = spaced(value)

  useLayoutEffect(() => {
    const before = caret.current
    caret.current = null
    if (before === null || !input.current) return
    let place = 0
    for (let seen = 0; seen < before && place < shown.length; place++) if (shown[place] !== ' ') seen++
    input.current.setSelectionRange(place, place)
  })

  function take(text: string) {
    const end = input.current?.selectionStart ?? text.length
    let before = text.slice(0, end).replace(/\D/g, '').length
    let mobile = extractMobile(text)
    // If only the space between two groups was deleted, delete the digit before it.
    if (mobile === value && before > 0 && text === shown.slice(0, end) + shown.slice(end + 1)) {
      before -= 1
      mobile = value.slice(0, before) + value.slice(before + 1)
    }
    caret.current = before
    onChange(mobile)
  }

  return (
    <Field
      autoComplete="tel-national"
      {...rest}
      ref={input}
      label={label}
      hideLabel
      placeholder={`请输入${label}`}
      type="tel"
      inputMode="tel"
      left={<span className="border-r border-line pr-3">+86</span>}
      value={shown}
      onChange={take}
    />
  )
}
