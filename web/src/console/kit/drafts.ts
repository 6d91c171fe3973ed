import { useState } from 'react'

/** In memory only: personal data of others must not stay on the device. */
const drafts = new Map<string, unknown>()
let owner = ''

/** Keeps the drafts for the person who wrote them, also across an ended session, and drops them for anybody else. */
export function keepDraftsOf(person: string): void {
  if (person !== owner) drafts.clear()
  owner = person
}

/** A draft of this person; undefined without one. */
export const readDraft = <T>(key: string): T | undefined => drafts.get(key) as T | undefined
export const storeDraft = (key: string, value: unknown): void => void drafts.set(key, value)

/** State that survives leaving its page and an ended session; `empty` is forgotten. */
export function useDraft<T extends { length: number } = string>(
  key: string,
  empty: NoInfer<T>,
): [value: T, setValue: (change: T | ((before: T) => T)) => void] {
  const read = () => readDraft<T>(key) ?? empty
  const [value, setValue] = useState(read)
  return [
    value,
    (change) => {
      const next = typeof change === 'function' ? change(read()) : change
      if (next.length > 0) drafts.set(key, next)
      else drafts.delete(key)
      setValue(next)
    },
  ]
}

/** After it was sent by a component that is no longer shown. */
export const forgetDraft = (key: string): boolean => drafts.delete(key)
