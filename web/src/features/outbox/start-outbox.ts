import { mayBePending } from '../../state/pending'
import { getToken, subscribeToken } from '../../state/token'

/** Sends pending data now, and whenever the page becomes visible, the user logs in, or the network returns. */
export function startOutbox(): void {
  const send = () => {
    if (!mayBePending() || !getToken() || document.hidden || !navigator.onLine) return
    // If loading or sending fails, the next of these events retries.
    void import('./send-outbox').then(({ sendOutbox }) => sendOutbox()).catch(() => {})
  }
  send()
  subscribeToken(send)
  addEventListener('online', send)
  document.addEventListener('visibilitychange', send)
}
