import { getToken, subscribeToken } from '../../state/token'
import { mayWait } from './waiting'

/** Sends what waits: now, and whenever the product is looked at again, logged in to, or online again. */
export function startOutbox(): void {
  const send = () => {
    if (!mayWait() || !getToken() || document.hidden || !navigator.onLine) return
    // What cannot be loaded now is loaded at the next occasion.
    void import('./send-outbox').then(({ sendOutbox }) => sendOutbox()).catch(() => {})
  }
  send()
  subscribeToken(send)
  addEventListener('online', send)
  document.addEventListener('visibilitychange', send)
}
