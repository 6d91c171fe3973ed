import { useState } from 'react'
import { forgetDraft, readDraft, storeDraft } from '../../kit/drafts'

/** State that survives leaving the page, until it is cleared, the tab closes or another staff member logs in. */
export function useSessionDraft<T>(key: string, initial: T) {
  const [state, setState] = useState({ key, value: readDraft<T>(key) ?? initial })
  // If the key changed, the draft of the new key replaces the shown one in the same render.
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
