import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import type { AskSubject } from '../../state/ask'
import { AskSheet } from './ask-sheet'

let shown: { subject: AskSubject; number: number } | null = null
let count = 0
let mounted = false
const listeners = new Set<() => void>()

function set(subject: AskSubject | null): void {
  shown = subject && { subject, number: ++count }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function AskHost() {
  const current = useSyncExternalStore(subscribe, () => shown)
  return current && <AskSheet key={current.number} subject={current.subject} onClose={() => set(null)} />
}

/** Shows the sheet in a React root of its own, so that the first page does not load code for it. */
export function showAskSheet(subject: AskSubject): void {
  set(subject)
  if (mounted) return
  mounted = true
  const box = document.createElement('div')
  document.body.append(box)
  createRoot(box).render(<AskHost />)
}
