import { useState } from 'react'
import { forgetDraft, forgetTabDraft, readDraft, readTabDraft, storeDraft, storeTabDraft } from '../../kit/drafts'

/**
 * State that survives leaving the page and a reload, until it is cleared, the tab closes or another staff member logs in.
 */
export function useSessionDraft<T>(key: string, initial: T) {
  const read = () => readDraft<T>(key) ?? readTabDraft<T>(key) ?? initial
  const [state, setState] = useState(() => ({ key, value: read() }))
  // If the key changed, the draft of the new key replaces the shown one in the same render.
  const current = state.key === key ? state.value : read()
  if (state.key !== key) setState({ key, value: current })
  const set = (value: T) => {
    storeDraft(key, value)
    storeTabDraft(key, value)
    setState({ key, value })
  }
  const clear = () => {
    forgetDraft(key)
    forgetTabDraft(key)
    setState({ key, value: initial })
  }
  return [current, set, clear] as const
}
