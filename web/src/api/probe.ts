import { setDown, setProbe } from '../state/reachability'
import { callApi } from './client'

/** Milliseconds before each retry; the last value repeats. */
const pauses = [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000]

let isDown = false
/** Retries since the last response. */
let tries = 0
let timer: ReturnType<typeof setTimeout> | undefined
let probing = false
/** Small request used as a probe; `callApi` reports its outcome to `handleResponse` or `handleNoResponse`. */
let askServer: () => Promise<unknown> = () => callApi('GET /v130/gvss', {})

setProbe({ noteAnswer: handleResponse, noteNoAnswer: handleNoResponse, retryNow: probeNow })

/** Replaces the probe request in tests. */
export function configureProbe(ask: () => Promise<unknown>): void {
  askServer = ask
}

/** Handles a response: ends the retries and dispatches `online`, so that waiting code continues. */
export function handleResponse(): void {
  clearTimeout(timer)
  timer = undefined
  tries = 0
  if (!isDown) return
  set(false, 0)
  dispatchEvent(new Event('online'))
}

/** Handles a missing response. One failure may be random: the server counts as down once the first retry fails. */
export function handleNoResponse(): void {
  if (timer !== undefined || probing || !navigator.onLine) return
  const pause = pauses[Math.min(tries, pauses.length - 1)]!
  tries += 1
  timer = setTimeout(() => void probeNow(), pause)
  set(isDown || tries > 1, Date.now() + pause)
}

/** Retries now instead of after the delay. */
export async function probeNow(): Promise<void> {
  if (probing) return
  clearTimeout(timer)
  timer = undefined
  probing = true
  set(isDown, 0)
  await askServer().catch(() => {})
  probing = false
  if (tries > 0) handleNoResponse()
}

addEventListener('online', () => {
  if (isDown) void probeNow()
})

function set(down: boolean, at: number): void {
  isDown = down
  setDown(down, at)
}
