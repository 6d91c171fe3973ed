import { useState } from 'react'

/** In memory only: drafts may contain users' personal data, which must not stay on the device. */
const drafts = new Map<string, unknown>()
let owner = ''

/** Sets the owner of the drafts. Drafts survive the end of a session, but another owner drops them. */
export function keepDraftsOf(person: string): void {
  if (person !== owner) drafts.clear()
  // After a reload the owner is not known yet; drafts of another person have another key and are deleted here.
  if (owner !== '' && person !== owner) dropTabDrafts()
  owner = person
}

/** Draft stored under the key; undefined if there is none. */
export const readDraft = <T>(key: string): T | undefined => drafts.get(key) as T | undefined
export const storeDraft = (key: string, value: unknown): void => void drafts.set(key, value)

const tabKey = (key: string) => `console draft ${owner} ${key}`

/** Like `readDraft`, for drafts that survive a reload: stored until the browser tab is closed. */
export function readTabDraft<T>(key: string): T | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(tabKey(key)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function storeTabDraft(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(tabKey(key), JSON.stringify(value))
  } catch {
    // If storage is missing or full, the draft is lost at a reload.
  }
}

export function forgetTabDraft(key: string): void {
  try {
    sessionStorage.removeItem(tabKey(key))
  } catch {
    // Without storage there is no draft in it.
  }
}

function dropTabDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith('console draft ')) sessionStorage.removeItem(key)
  } catch {
    // Without storage no drafts are stored in it.
  }
}

/** State that survives leaving the page and the end of the session. An empty value deletes the draft. */
export function useConsoleDraft<T extends { length: number } = string>(
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

interface FormDraft<T> {
  form: T
  change(next: Partial<T>): void
  /** Deletes the draft, after the form was sent or its content was discarded. */
  forget(): void
  /** Whether the form began with earlier typed text. */
  isResumed: boolean
}

/** Fields of a form that survive closing it and the end of the session. Without a key they do not. */
export function useFormDraft<T extends object>(key: string | null, first: () => T): FormDraft<T> {
  const [isResumed] = useState(() => key !== null && drafts.has(key))
  const [form, setForm] = useState(() => (key === null ? undefined : readDraft<T>(key)) ?? first())
  return {
    form,
    isResumed,
    change: (next) => {
      const changed = { ...form, ...next }
      if (key !== null) drafts.set(key, changed)
      setForm(changed)
    },
    forget: () => {
      if (key !== null) drafts.delete(key)
    },
  }
}

/** Deletes a draft after it was sent, also if its component is no longer shown. */
export const forgetDraft = (key: string): boolean => drafts.delete(key)
