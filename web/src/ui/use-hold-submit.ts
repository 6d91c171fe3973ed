import { type RefObject, useEffect, useEffectEvent } from 'react'

/** While `isBlocked` is true, prevents the form around a field from being submitted, and calls `onHeld` instead. */
export function useHoldSubmit(field: RefObject<HTMLElement | null>, isBlocked: boolean, onHeld: () => void): void {
  const tell = useEffectEvent(onHeld)
  useEffect(() => {
    const form = field.current?.closest('form')
    if (!isBlocked || !form) return
    const hold = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
      tell()
    }
    form.addEventListener('submit', hold)
    return () => form.removeEventListener('submit', hold)
  }, [field, isBlocked])
}
