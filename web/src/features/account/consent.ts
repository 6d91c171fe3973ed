import { readStored, writeStored } from '../../state/local-storage'

const key = 'dxx-privacy'

/** The user's decision on the privacy policy on this device; null before any decision. Tracking requires 'agreed'. */
export type Consent = 'agreed' | 'refused' | null

export function consent(): Consent {
  const answer = readStored(key)
  return answer === 'agreed' || answer === 'refused' ? answer : null
}

const answered = 'dxx-consent'

export function setConsent(answer: 'agreed' | 'refused'): void {
  writeStored(key, answer)
  dispatchEvent(new Event(answered))
}

/** Registers a listener for consent changes. Returns a function that removes it. */
export function onConsent(listener: () => void): () => void {
  addEventListener(answered, listener)
  return () => removeEventListener(answered, listener)
}
