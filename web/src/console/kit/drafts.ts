import { useState } from 'react'
import { consoleToken } from '../api/token'

/** In memory only: personal data of others must not stay on the device. */
const drafts = new Map<string, string>()
consoleToken.subscribe(() => drafts.clear())

/** Text that survives leaving its page; an empty one is forgotten. */
export function useDraft(
  key: string,
): [text: string, setText: (change: string | ((before: string) => string)) => void] {
  const [text, setText] = useState(() => drafts.get(key) ?? '')
  return [
    text,
    (change) => {
      const next = typeof change === 'string' ? change : change(drafts.get(key) ?? '')
      if (next) drafts.set(key, next)
      else drafts.delete(key)
      setText(next)
    },
  ]
}

/** After it was sent by a component that is no longer shown. */
export const forgetDraft = (key: string): boolean => drafts.delete(key)
