import { useSyncExternalStore } from 'react'
import { currentUserId } from './owner'
import { subscribeToken } from './token'

/** Each draft has its own storage entry, so that tabs do not overwrite each other's drafts. */
const prefix = 'dxx-draft:'
const most = 200
/** Characters from which a draft does not displace others; browsers allow about five million per origin. */
const hugeDraft = 1_000_000

interface Draft {
  /** When the draft was written, in milliseconds; the oldest drafts are dropped first. */
  at: number
  value: unknown
}

const listeners = new Set<() => void>()
/** Drafts that could not be stored; they are lost with the page. */
const memory = new Map<string, string>()
/** Last parsed value per entry, because React needs the same object for the same draft. */
const readings = new Map<string, { raw: string; draft: Draft | undefined }>()

const entryOf = (place: string) => `${prefix}${currentUserId() ?? 'guest'}:${place}`

/**
 * Hook for the draft of an input (`comment:<id>`, `note:<chapter>`), which is stored on every change until it is
 * cleared. It survives a reload and the end of the session; the same user finds it after the next login.
 */
export function useDraft<T>(
  place: string,
  initial: T,
): [value: T, setValue: (next: T | ((value: T) => T)) => void, clear: () => void] {
  const draft = useSyncExternalStore(subscribe, () => read(entryOf(place)))

  function setValue(next: T | ((value: T) => T)): void {
    const entry = entryOf(place)
    // Reads the draft from storage, because the last render may be older than a previous change.
    const draft = read(entry)
    const before = draft ? (draft.value as T) : initial
    const value = typeof next === 'function' ? (next as (value: T) => T)(before) : next
    if (JSON.stringify(value) === JSON.stringify(initial)) remove(entry)
    else write(entry, { at: Date.now(), value })
    announce()
  }

  function clear(): void {
    remove(entryOf(place))
    announce()
  }

  return [draft ? (draft.value as T) : initial, setValue, clear]
}

/** Moves guest drafts to the user. If guest and user have a draft of the same input, the later one is stored. */
export function moveGuestDrafts(id: string): void {
  const guest = `${prefix}guest:`
  for (const entry of entries()) {
    if (!entry.startsWith(guest)) continue
    const draft = read(entry)
    const userEntry = `${prefix}${id}:${entry.slice(guest.length)}`
    if (draft && draft.at >= (read(userEntry)?.at ?? 0)) write(userEntry, draft)
    remove(entry)
  }
  announce()
}

function read(entry: string): Draft | undefined {
  const raw = memory.get(entry) ?? stored(entry)
  if (!raw) return undefined
  let reading = readings.get(entry)
  if (reading?.raw !== raw) {
    reading = { raw, draft: parse(raw) }
    readings.set(entry, reading)
  }
  return reading.draft
}

function write(entry: string, draft: Draft): void {
  const raw = JSON.stringify(draft)
  memory.set(entry, raw)
  let others = stored(entry) === null ? byAge(entry) : undefined
  if (others) for (const old of others.splice(0, others.length + 1 - most)) remove(old)
  for (;;) {
    try {
      localStorage.setItem(entry, raw)
      memory.delete(entry)
      return
    } catch {
      // If storage is full, drops the oldest drafts. A huge draft stays in memory instead and displaces no other.
      others ??= byAge(entry)
      const oldest = raw.length < hugeDraft ? others.shift() : undefined
      if (!oldest) return
      remove(oldest)
    }
  }
}

function remove(entry: string): void {
  memory.delete(entry)
  readings.delete(entry)
  try {
    localStorage.removeItem(entry)
  } catch {
    // Ignored: without storage the draft was in memory only, and is removed there.
  }
}

/** Entries of all stored drafts except one, oldest first. */
function byAge(except: string): string[] {
  const at = (entry: string) => read(entry)?.at ?? 0
  return entries()
    .filter((entry) => entry !== except && !memory.has(entry))
    .sort((a, b) => at(a) - at(b))
}

function entries(): string[] {
  const found = new Set(memory.keys())
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) found.add(key)
  } catch {
    // Ignored: if storage fails, there are only the drafts in memory.
  }
  return [...found]
}

function stored(entry: string): string | null {
  try {
    return localStorage.getItem(entry)
  } catch {
    return null
  }
}

function parse(raw: string): Draft | undefined {
  try {
    const draft = JSON.parse(raw)
    return typeof draft?.at === 'number' && 'value' in draft ? draft : undefined
  } catch {
    return undefined
  }
}

function announce(): void {
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const unsubscribe = subscribeToken(listener)
  return () => {
    listeners.delete(listener)
    unsubscribe()
  }
}

addEventListener('storage', (event) => {
  if (event.key === null || event.key.startsWith(prefix)) announce()
})
