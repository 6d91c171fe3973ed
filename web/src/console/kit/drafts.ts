import { useState } from 'react'

/** In memory only: drafts may contain users' personal data, which must not stay on the device. */
const drafts = new Map<string, unknown>()
let owner = ''

/** Sets the owner of the drafts. Drafts survive the end of a session, but another owner drops them. */
export function keepDraftsOf(person: string): void {
  if (person !== owner) drafts.clear()
  owner = person
}

/** Draft stored under the key; undefined if there is none. */
export const readDraft = <T>(key: string): T | undefined => drafts.get(key) as T | undefined
export const storeDraft = (key: string, value: unknown): void => void drafts.set(key, value)

/** State that survives leaving the page and the end of the session. An empty value deletes the draft. */
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

/** Deletes a draft after it was sent, also if its component is no longer shown. */
export const forgetDraft = (key: string): boolean => drafts.delete(key)
