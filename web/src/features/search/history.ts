import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../../state/local-storage'
import { currentUserId } from '../../state/owner'
import { subscribeToken } from '../../state/token'

const prefix = 'dxx-search:'
const most = 15
const longest = 50

const listeners = new Set<() => void>()
let reading: { raw: string | null; words: readonly string[] } = { raw: null, words: [] }

const entry = () => `${prefix}${currentUserId() ?? 'guest'}`

/** Recent searches of this user, or of guests on this device, latest first. */
export function searchHistory(): readonly string[] {
  const raw = readStored(entry())
  // Returns the same array while the stored data is unchanged, as useSyncExternalStore requires.
  if (reading.raw !== raw) reading = { raw, words: parse(raw) }
  return reading.words
}

export function rememberSearch(word: string): void {
  const text = word.trim().slice(0, longest)
  if (text) write([text, ...searchHistory().filter((known) => known !== text)].slice(0, most))
}

export function forgetSearches(): void {
  write([])
}

export function useSearchHistory(): readonly string[] {
  return useSyncExternalStore(subscribe, searchHistory)
}

function write(words: readonly string[]): void {
  writeStored(entry(), words.length > 0 ? JSON.stringify(words) : null)
  for (const listener of [...listeners]) listener()
}

function parse(raw: string | null): readonly string[] {
  try {
    const words: unknown = JSON.parse(raw ?? '[]')
    return Array.isArray(words) ? words.filter((word) => typeof word === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  const stopToken = subscribeToken(listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
    stopToken()
  }
}
