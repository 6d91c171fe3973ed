import { useState } from 'react'
import { forgetDraft, readDraft, storeDraft } from '../../kit/drafts'

/** State that survives leaving the page, for the person who entered it, until it is cleared or the tab is closed. */
export function useSessionDraft<T>(key: string, initial: T) {
  const [state, setState] = useState({ key, value: readDraft<T>(key) ?? initial })
  // Another thing was opened: its own draft replaces the shown one at once.
  const current = state.key === key ? state.value : (readDraft<T>(key) ?? initial)
  if (state.key !== key) setState({ key, value: current })
  const set = (value: T) => {
    storeDraft(key, value)
    setState({ key, value })
  }
  const clear = () => {
    forgetDraft(key)
    setState({ key, value: initial })
  }
  return [current, set, clear] as const
}
