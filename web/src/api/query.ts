import { sessionScope } from '../state/owner'
import { subscribeToken } from '../state/token'
import type { ApiError } from './error'
import { dropEndedResponses, dropOldResponses, readCachedResponse, writeCachedResponse } from './response-cache'

/**
 * Cache key of a response. Starts with the scope (see `sessionScope`), so that users never see each other's responses.
 * `pages`: the response is a list of pages. `fresh`: never persisted, and dropped with its last watcher.
 */
export type ResponseKey = readonly [scope: string, name: string, input: unknown, kind?: 'pages' | 'fresh']

/** Purpose of a request: the whole response, or the next page of a list. */
type Task = 'load' | 'more'

/** State of a cached response. Replaced, never mutated, since React compares by identity. */
export interface ResponseState<T = unknown> {
  readonly data: T | undefined
  readonly error: ApiError | null
  /** When the data arrived, in milliseconds; 0 if stale. */
  readonly updatedAt: number
  /** When the server sent the data, in milliseconds; unchanged when the data becomes stale. */
  readonly givenAt: number
  readonly fetching: Task | null
  readonly failed: Task | null
}

/** Loads a response from the server. `known` is the data so far. */
export type Load = (signal: AbortSignal, known: unknown) => Promise<unknown>

export interface Watcher {
  changed(): void
  load: Load
  /** Whether requests may be sent for this watcher. */
  enabled: boolean
  /** Milliseconds for which a response counts as fresh. */
  staleTime: number
  interval: number | false
  onFocus: boolean
  /** Key of the page that shows this response as its content; undefined in the frame and for supporting calls. */
  page?: string
}

interface Entry {
  key: ResponseKey
  hash: string
  state: ResponseState
  watchers: Set<Watcher>
  request: { abort: AbortController; done: Promise<boolean> } | null
  unused?: ReturnType<typeof setTimeout>
}

/** Milliseconds that a response without watchers stays in memory. */
const unusedTime = 30 * 60_000

const nothing: ResponseState = { data: undefined, error: null, updatedAt: 0, givenAt: 0, fetching: null, failed: null }
const cache = new Map<string, Entry>()

/** Returns the same hash for equal keys, whatever the order of the input's fields. */
export function hashOf(key: ResponseKey): string {
  return JSON.stringify(key, (_, value) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}

export function stateOf(hash: string): ResponseState {
  return cache.get(hash)?.state ?? nothing
}

/** Watches a response and keeps it up to date. Returns a function that stops watching. */
export function watchResponse(key: ResponseKey, watcher: Watcher): () => void {
  const entry = entryOf(key)
  entry.watchers.add(watcher)
  clearTimeout(entry.unused)
  catchUp(entry, watcher)
  const tick = () => {
    if (watcher.enabled && !document.hidden) run(entry, watcher.load)
  }
  const timer = watcher.interval ? setInterval(tick, watcher.interval) : undefined
  return () => {
    clearInterval(timer)
    entry.watchers.delete(watcher)
    // Deferred, because React's strict mode and a page that replaces another one watch the response again at once.
    queueMicrotask(() => release(entry))
  }
}

/** Requests a response before a component watches it. */
export function preloadResponse(key: ResponseKey, load: Load): void {
  const entry = entryOf(key)
  if (entry.state === nothing) void run(entry, load).then(() => release(entry))
}

/**
 * Requests a watched response and resolves with whether the request succeeded. Joins a running request, or aborts it if
 * `replace` is set, for callers that need the current state.
 */
export function requestResponse(key: ResponseKey, load: Load, task: Task = 'load', replace = false): Promise<boolean> {
  const entry = cache.get(hashOf(key))
  return entry?.watchers.size ? run(entry, load, task, replace) : Promise.resolve(false)
}

/** Marks all responses of a call, or of all calls, as stale: watched ones are refetched now, others when shown. */
export async function invalidate(name?: string): Promise<void> {
  const requests = entriesOf(name).map((entry) => {
    update(entry, { updatedAt: 0 })
    const watcher = [...entry.watchers].find(({ enabled }) => enabled)
    return watcher && run(entry, watcher.load, 'load', true)
  })
  await Promise.all(requests)
}

/**
 * Changes the cached responses of a call optimistically, for lists page by page. A `change` that returns its argument
 * has no effect. Returns a function that undoes the change, for refusals.
 */
export function changeAnswers(name: string, change: (data: unknown, input: unknown) => unknown): () => void {
  const changes = entriesOf(name).flatMap((entry) => {
    const [, , input, kind] = entry.key
    const before = entry.state.data
    const parts = before === undefined ? [] : kind === 'pages' ? (before as unknown[]) : [before]
    const changed = parts.map((part) => change(part, input))
    if (changed.every((part, i) => part === parts[i])) return []
    // Aborts a running request, because its response does not include the change.
    stop(entry)
    const after = kind === 'pages' ? changed : changed[0]
    update(entry, { data: after, updatedAt: 0 })
    return { entry, before, after }
  })
  return () => {
    for (const { entry, before, after } of changes) {
      const { data, updatedAt } = entry.state
      if (data === after && updatedAt === 0) update(entry, { data: before })
    }
  }
}

/** Caches a response that was not loaded by `watchResponse` or `requestResponse`. */
export async function cacheAnswer(key: ResponseKey, data: unknown): Promise<void> {
  const entry = entryOf(key)
  stop(entry)
  const now = Date.now()
  update(entry, { data, error: null, failed: null, updatedAt: now, givenAt: now })
  release(entry)
  await writeCachedResponse(entry.hash, data)
}

/** Returns the cached response from memory or storage, for use after a network failure. */
export async function cachedAnswer<T>(key: ResponseKey): Promise<T | undefined> {
  const hash = hashOf(key)
  return (stateOf(hash).data ?? (await readCachedResponse(hash))?.data) as T | undefined
}

/** Returns when the oldest response that a page shows was sent, in milliseconds; infinite if the page shows none. */
export function oldestShown(page: string): number {
  const isShown = (watcher: Watcher) => watcher.page === page && watcher.enabled
  const shown = [...cache.values()].filter(
    ({ watchers, state }) => state.data !== undefined && [...watchers].some(isShown),
  )
  return Math.min(...shown.map(({ state }) => state.givenAt))
}

/** Drops the responses in memory of the matching scopes. */
export function forgetResponses(chosen: (scope: string) => boolean): void {
  for (const entry of [...cache.values()]) if (chosen(entry.key[0])) drop(entry)
}

/** Drops the responses of ended sessions, in memory and in storage. */
export async function dropEndedSessions(): Promise<void> {
  const here = sessionScope()
  forgetResponses((scope) => scope !== here && scope !== 'guest')
  await dropEndedResponses()
}

/** Purges responses that are expired, of another version or of sessions that ended unnoticed. */
export async function sweepAnswers(): Promise<void> {
  await dropEndedSessions()
  await dropOldResponses()
}

subscribeToken(() => {
  void dropEndedSessions()
  // If the session ended and another one began at once, watchers have the same key, but their responses are dropped:
  // reloads these.
  catchUpAll(() => true)
})
addEventListener('online', () => catchUpAll(() => true))
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) catchUpAll(({ onFocus }) => onFocus)
})

function entryOf(key: ResponseKey): Entry {
  const hash = hashOf(key)
  let entry = cache.get(hash)
  if (!entry) {
    entry = { key, hash, state: nothing, watchers: new Set(), request: null }
    cache.set(hash, entry)
  }
  return entry
}

function entriesOf(name?: string): Entry[] {
  const scope = sessionScope()
  return [...cache.values()].filter(({ key }) => key[0] === scope && (name === undefined || key[1] === name))
}

function update(entry: Entry, changes: Partial<ResponseState>): void {
  entry.state = { ...entry.state, ...changes }
  for (const { changed } of [...entry.watchers]) changed()
}

function catchUp(entry: Entry, { enabled, staleTime, load }: Watcher): void {
  const { updatedAt } = entry.state
  if (enabled && (updatedAt === 0 || Date.now() - updatedAt >= staleTime)) run(entry, load)
}

function catchUpAll(chosen: (watcher: Watcher) => boolean): void {
  for (const entry of [...cache.values()]) {
    for (const watcher of entry.watchers) if (chosen(watcher)) catchUp(entry, watcher)
  }
}

function run(entry: Entry, load: Load, task: Task = 'load', replace = false): Promise<boolean> {
  // If the token has changed but watchers are not yet notified, the response of another user must not be stored here.
  if (entry.key[0] !== sessionScope()) return Promise.resolve(false)
  if (entry.request && !replace) return entry.request.done
  entry.request?.abort.abort()
  const abort = new AbortController()
  const request = { abort, done: Promise.resolve(false) }
  entry.request = request
  request.done = fetchInto(entry, load, task, abort.signal)
  return request.done
}

async function fetchInto(entry: Entry, load: Load, task: Task, signal: AbortSignal): Promise<boolean> {
  const { data: known } = entry.state
  const isKept = entry.key[3] !== 'fresh'
  update(entry, { fetching: task, ...(known === undefined && { error: null, failed: null }) })
  const restored = known === undefined && isKept ? restore(entry, signal) : undefined
  try {
    const answer = await load(signal, known)
    if (signal.aborted) return false
    entry.request = null
    const data = equal(answer, entry.state.data) ? entry.state.data : answer
    const now = Date.now()
    update(entry, { data, error: null, failed: null, updatedAt: now, givenAt: now, fetching: null })
    // Only the first page of a list is stored; the other pages would be refetched anyway.
    const first = entry.key[3] === 'pages' ? (data as unknown[]).slice(0, 1) : data
    if (isKept && task === 'load') void writeCachedResponse(entry.hash, first)
    return true
  } catch (error) {
    // Waits for the cached response, because no error may flash up before cached content is shown.
    await restored
    if (signal.aborted) return false
    entry.request = null
    update(entry, { error: error as ApiError, failed: task, fetching: null })
    return false
  }
}

/** Shows the persisted response as stale data until the server responds. */
async function restore(entry: Entry, signal: AbortSignal): Promise<void> {
  const cached = await readCachedResponse(entry.hash)
  if (cached && entry.state.data === undefined && !signal.aborted)
    update(entry, { data: cached.data, givenAt: cached.at })
}

/** Compares JSON responses: if they are equal, the old object is kept and nothing is rendered again. */
function equal(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function stop(entry: Entry): void {
  if (!entry.request) return
  entry.request.abort.abort()
  entry.request = null
  update(entry, { fetching: null })
}

/** If there are no watchers left, aborts the running request and drops the response after `unusedTime`. */
function release(entry: Entry): void {
  if (entry.watchers.size > 0 || cache.get(entry.hash) !== entry) return
  stop(entry)
  clearTimeout(entry.unused)
  if (entry.key[3] === 'fresh' || entry.state.data === undefined) drop(entry)
  else entry.unused = setTimeout(() => drop(entry), unusedTime)
}

function drop(entry: Entry): void {
  stop(entry)
  clearTimeout(entry.unused)
  // An entry with watchers is only emptied, so that they stay connected.
  if (entry.watchers.size > 0) update(entry, nothing)
  else cache.delete(entry.hash)
}
