import { mayBePending } from '../../state/pending'
import { getToken, subscribeToken } from '../../state/token'

/** Sends pending data now, and whenever the page becomes visible, the user logs in, or the network returns. */
export function startOutbox(): void {
  const send = () => {
    if (!mayBePending() || !getToken() || document.hidden || !navigator.onLine) return
    // A failed load is retried at the next occasion.
    void import('./send-outbox').then(({ sendOutbox }) => sendOutbox()).catch(() => {})
  }
  send()
  subscribeToken(send)
  addEventListener('online', send)
  document.addEventListener('visibilitychange', send)
}
