import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Stops the form around a field from submitting while the field is not ready, and calls `onHeld` instead. */
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
