import { useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError } from '../../api/error'
import { claimSlot } from './draft-slot'
import { type SyncedText, type TextCalls, TextSync, type TextView } from './text-sync'

/** First version of a text or an exam draft, with the localStorage key of the unsaved edits of this window. */
export interface LoadedVersion<Version> {
  first: Version
  slot: string
}

/** Loads a text or draft for editing, and claims a slot on this device for its unsaved edits. */
export function useLoadedVersion<Version>(
  person: string,
  name: string,
  load: (options: { signal: AbortSignal }) => Promise<Version>,
) {
  const [loaded, setLoaded] = useState<LoadedVersion<Version> | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` belongs to `name`; `tries` starts another attempt
  useEffect(() => {
    const abort = new AbortController()
    setLoaded(null)
    setError(null)
    const claim = claimSlot(person, name)
    Promise.all([load(abort), claim]).then(
      ([first, slot]) => {
        if (!abort.signal.aborted) setLoaded({ first, slot: slot.name })
      },
      (reason) => {
        if (!abort.signal.aborted && reason instanceof ApiError) setError(reason)
      },
    )
    return () => {
      abort.abort()
      void claim.then(({ release }) => release())
    }
  }, [person, name, tries])
  return { loaded, error, retry: () => setTries((count) => count + 1) }
}

export const useLoadedText = (person: string, name: string, load: () => Promise<SyncedText>) =>
  useLoadedVersion(person, name, load)

/** Synchronises a loaded text with the server while it is shown. */
export function useTextSync(
  { first, slot }: LoadedVersion<SyncedText>,
  calls: TextCalls,
): {
  sync: TextSync
  view: TextView
} {
  const [sync] = useState(() => new TextSync(first, slot, calls))
  const view = useSyncExternalStore(sync.subscribe, sync.current)
  useEffect(() => sync.start(), [sync])
  return { sync, view }
}
