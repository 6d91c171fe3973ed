import { type RefObject, useEffect, useEffectEvent } from 'react'

/** While `held` is true, prevents the form around a field from being submitted, and calls `onHeld` instead. */
export function useHoldSubmit(field: RefObject<HTMLElement | null>, held: boolean, onHeld: () => void): void {
  const tell = useEffectEvent(onHeld)
  useEffect(() => {
    const form = field.current?.closest('form')
    if (!held || !form) return
    const hold = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
      tell()
    }
    form.addEventListener('submit', hold)
    return () => form.removeEventListener('submit', hold)
  }, [field, held])
}
