import { useEffect } from 'react'
import { getToken, subscribeToken } from '../../state/token'
import { mayWait } from './waiting'

/** After the first page has asked for what it shows. */
const startPause = 3000

/** Sends what waits when the product is opened, looked at again, logged in to, or online again. */
export function useOutbox(): void {
  useEffect(() => {
    const send = () => {
      if (!mayWait() || !getToken() || document.hidden || !navigator.onLine) return
      // What cannot be loaded now is loaded at the next occasion.
      void import('./send-outbox').then(({ sendOutbox }) => sendOutbox()).catch(() => {})
    }
    const timer = setTimeout(send, startPause)
    const unsubscribe = subscribeToken(send)
    addEventListener('online', send)
    document.addEventListener('visibilitychange', send)
    return () => {
      clearTimeout(timer)
      unsubscribe()
      removeEventListener('online', send)
      document.removeEventListener('visibilitychange', send)
    }
  }, [])
}
