import { useSyncExternalStore } from 'react'

/** `offline`: the browser has no network. `down`: the browser has a network, but the server does not respond. */
export type Reach = 'ok' | 'offline' | 'down'

/** Detects a server that is down (api/probe.ts); loaded after the first page, or at the first failure. */
interface Probe {
  noteAnswer(): void
  noteNoAnswer(): void
  retryNow(): Promise<void>
}

let isDown = false
/** Time of the next probe of the server, in milliseconds; 0 while a request is under way. */
let retryAt = 0
let probe: Probe | undefined
let loadProbe: () => Promise<unknown> = async () => {}
const listeners = new Set<() => void>()

export function setProbe(next: Probe): void {
  probe = next
}

/** Sets the function that loads api/probe.ts, which calls setProbe. For the shell, because state/ imports no api/. */
export function connectProbe(load: () => Promise<unknown>): void {
  loadProbe = load
}

const notify = () => {
  for (const listener of [...listeners]) listener()
}
addEventListener('online', notify)
addEventListener('offline', notify)

export function setDown(down: boolean, nextTry: number): void {
  isDown = down
  retryAt = nextTry
  notify()
}

/** Reports a response of the server. */
export const reportResponse = (): void => probe?.noteAnswer()

/** Reports a request without a response. */
export function reportNoResponse(): void {
  if (probe) probe.noteNoAnswer()
  else
    loadProbe()
      .then(() => probe?.noteNoAnswer())
      .catch(() => {})
}

function subscribeReach(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

const reachNow = (): Reach => (navigator.onLine ? (isDown ? 'down' : 'ok') : 'offline')

export const useReach = (): Reach => useSyncExternalStore(subscribeReach, reachNow)

export const useRetryAt = (): number => useSyncExternalStore(subscribeReach, () => retryAt)

/** Probes the server now instead of at `retryAt`. */
export const retryConnection = (): void => void probe?.retryNow()
