import { type RefObject, useEffect, useEffectEvent } from 'react'

/** While `isBlocked` is true, prevents the form around a field from being submitted, and calls `onBlocked` instead. */
export function useBlockSubmit(field: RefObject<HTMLElement | null>, isBlocked: boolean, onBlocked: () => void): void {
  const tell = useEffectEvent(onBlocked)
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
