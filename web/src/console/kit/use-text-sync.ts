import { useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError } from '../../api/error'
import { claimSlot } from './draft-slot'
import { type SyncedText, type TextCalls, TextSync, type TextView } from './text-sync'

interface LoadedText {
  first: SyncedText
  slot: string
}

/** Loads a text and claims a place on this device for its unsaved edits. */
export function useLoadedText(person: string, name: string, load: () => Promise<SyncedText>) {
  const [loaded, setLoaded] = useState<LoadedText | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` belongs to `name`; `tries` starts another attempt
  useEffect(() => {
    let ended = false
    setLoaded(null)
    setError(null)
    const claim = claimSlot(person, name)
    Promise.all([load(), claim]).then(
      ([first, slot]) => {
        if (!ended) setLoaded({ first, slot: slot.name })
      },
      (reason) => {
        if (!ended && reason instanceof ApiError) setError(reason)
      },
    )
    return () => {
      ended = true
      void claim.then(({ release }) => release())
    }
  }, [person, name, tries])
  return { loaded, error, retry: () => setTries((count) => count + 1) }
}

/** Synchronises a loaded text with the server while it is shown. */
export function useTextSync({ first, slot }: LoadedText, calls: TextCalls): { sync: TextSync; view: TextView } {
  const [sync] = useState(() => new TextSync(first, slot, calls))
  const view = useSyncExternalStore(sync.subscribe, sync.current)
  useEffect(() => sync.start(), [sync])
  return { sync, view }
}
