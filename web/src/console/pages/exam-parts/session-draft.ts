import { useState } from 'react'

/** Unfinished work of this visit: leaving the tab and returning must not lose it, and nothing stays on the device. */
const drafts = new Map<string, unknown>()

/** State that survives leaving the page, until it is cleared or the tab is closed. */
export function useSessionDraft<T>(key: string, initial: T) {
  const [state, setState] = useState({ key, value: (drafts.get(key) as T | undefined) ?? initial })
  // Another thing was opened: its own draft replaces the shown one at once.
  const current = state.key === key ? state.value : ((drafts.get(key) as T | undefined) ?? initial)
  if (state.key !== key) setState({ key, value: current })
  const set = (value: T) => {
    drafts.set(key, value)
    setState({ key, value })
  }
  const clear = () => {
    drafts.delete(key)
    setState({ key, value: initial })
  }
  return [current, set, clear] as const
}
