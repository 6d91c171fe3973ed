import { readStored, writeStored } from '../../ui/stored'

const key = 'dxx-privacy'

/** What the user said to the privacy policy on this device; null before the first answer. Nothing is tracked unless 'agreed'. */
export type Consent = 'agreed' | 'refused' | null

export function consent(): Consent {
  const kept = readStored(key)
  return kept === 'agreed' || kept === 'refused' ? kept : null
}

export function setConsent(answer: 'agreed' | 'refused'): void {
  writeStored(key, answer)
}
