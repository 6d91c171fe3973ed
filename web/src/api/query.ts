import { sessionScope } from '../state/owner'
import { subscribeToken } from '../state/token'
import type { ApiError } from './error'
import { dropEndedKept, dropOldKept, readKept, writeKept } from './kept'

/**
 * Whose answer to which call. `pages`: a list of pages. `fresh`: never kept, forgotten with its last watcher.
 * The scope, see `sessionScope`, comes first: nobody is shown another's answers.
 */
export type Key = readonly [scope: string, name: string, input: unknown, kind?: 'pages' | 'fresh']

/** What a request is for: the answer as a whole, or the next page of a list. */
type Task = 'load' | 'more'

/** What is known of an answer. Replaced, never changed, since React compares. */
export interface Answer<T = unknown> {
  readonly data: T | undefined
  readonly error: ApiError | null
  /** When it arrived, in milliseconds; 0 when it is out of date. */
  readonly updatedAt: number
  readonly fetching: Task | null
  readonly failed: Task | null
}

/** Asks the server. `known` is the data there is so far. */
export type Load = (signal: AbortSignal, known: unknown) => Promise<unknown>

export interface Watcher {
  changed(): void
  load: Load
  /** Whether the answer may be asked for on this watcher's behalf. */
  enabled: boolean
  /** Milliseconds for which an answer need not be asked for again. */
  staleTime: number
  interval: number | false
  onFocus: boolean
}

interface Entry {
  key: Key
  hash: string
  state: Answer
  watchers: Set<Watcher>
  request: { abort: AbortController; done: Promise<boolean> } | null
  unused?: ReturnType<typeof setTimeout>
}

/** How long an answer stays in memory that nobody watches. */
const unusedTime = 30 * 60_000

const nothing: Answer = { data: undefined, error: null, updatedAt: 0, fetching: null, failed: null }
const cache = new Map<string, Entry>()

/** The same for equal keys, whatever the order of an input's fields. */
export function hashOf(key: Key): string {
  return JSON.stringify(key, (_, value) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}

export function stateOf(hash: string): Answer {
  return cache.get(hash)?.state ?? nothing
}

/** Tells of every change until the function it answers is called, and keeps the answer up to date meanwhile. */
export function watch(key: Key, watcher: Watcher): () => void {
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
    // Not at once: React, and a page that takes the place of another, watch again right away.
    queueMicrotask(() => release(entry))
  }
}

/**
 * Asks for an answer that is being watched, and resolves with whether it came. A request under way is joined, or given up
 * with `replace`, for who needs to know what is true from now on.
 */
export function ask(key: Key, load: Load, task: Task = 'load', replace = false): Promise<boolean> {
  const entry = cache.get(hashOf(key))
  return entry?.watchers.size ? run(entry, load, task, replace) : Promise.resolve(false)
}

/** Marks all answers of a call, or of all calls, as out of date: those watched are asked for anew, the others when next shown. */
export async function invalidate(name?: string): Promise<void> {
  const asked = entriesOf(name).map((entry) => {
    update(entry, { updatedAt: 0 })
    const watcher = [...entry.watchers].find(({ enabled }) => enabled)
    return watcher && run(entry, watcher.load, 'load', true)
  })
  await Promise.all(asked)
}

/**
 * Changes what is shown of a call's answers, ahead of the server; of a list each page is changed. Nothing happens where
 * `change` answers what it was given. Answers the way back, for when the server refuses; `invalidate` brings the truth.
 */
export function changeAnswers(name: string, change: (data: unknown, input: unknown) => unknown): () => void {
  const changes = entriesOf(name).flatMap((entry) => {
    const [, , input, kind] = entry.key
    const before = entry.state.data
    const parts = before === undefined ? [] : kind === 'pages' ? (before as unknown[]) : [before]
    const changed = parts.map((part) => change(part, input))
    if (changed.every((part, i) => part === parts[i])) return []
    // What is on its way does not know of the change.
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

/** An answer got in another way, kept like the others. */
export async function keepAnswer(key: Key, data: unknown): Promise<void> {
  const entry = entryOf(key)
  stop(entry)
  update(entry, { data, error: null, failed: null, updatedAt: Date.now() })
  release(entry)
  await writeKept(entry.hash, data)
}

/** The answer in memory or on the device, if any, for when the network fails. */
export async function keptAnswer<T>(key: Key): Promise<T | undefined> {
  const hash = hashOf(key)
  return (stateOf(hash).data ?? (await readKept(hash))) as T | undefined
}

/** Forgets the answers in memory of the scopes chosen. */
export function forget(chosen: (scope: string) => boolean): void {
  for (const entry of [...cache.values()]) if (chosen(entry.key[0])) drop(entry)
}

/** Forgets, in memory and on the device, what belongs to a login that is over. */
export async function dropEndedSessions(): Promise<void> {
  const here = sessionScope()
  forget((scope) => scope !== here && scope !== 'guest')
  await dropEndedKept()
}

/** Clears out answers that are too old or of another version, and those of logins that ended unseen. */
export async function sweepAnswers(): Promise<void> {
  await dropEndedSessions()
  await dropOldKept()
}

subscribeToken(() => {
  void dropEndedSessions()
  // A login that ended and was taken up again at once: its watchers have not noticed, and their answers are gone.
  catchUpAll(() => true)
})
addEventListener('online', () => catchUpAll(() => true))
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) catchUpAll(({ onFocus }) => onFocus)
})

function entryOf(key: Key): Entry {
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

function update(entry: Entry, changes: Partial<Answer>): void {
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
  // The token has changed, and the watchers are about to hear of it: another's answer must not get in here.
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
    update(entry, { data, error: null, failed: null, updatedAt: Date.now(), fetching: null })
    // Of a list only the first page is kept: more would all be fetched again when the list is next opened.
    const first = entry.key[3] === 'pages' ? (data as unknown[]).slice(0, 1) : data
    if (isKept && task === 'load') void writeKept(entry.hash, first)
    return true
  } catch (error) {
    // An error must not flash up just before what is kept.
    await restored
    if (signal.aborted) return false
    entry.request = null
    update(entry, { error: error as ApiError, failed: task, fetching: null })
    return false
  }
}

/** Shows what the device has kept until the server answers; it counts as out of date. */
async function restore(entry: Entry, signal: AbortSignal): Promise<void> {
  const data = await readKept(entry.hash)
  if (data !== undefined && entry.state.data === undefined && !signal.aborted) update(entry, { data })
}

/** Answers are JSON. An equal one leaves the old in place, so that nothing is drawn again for it. */
function equal(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function stop(entry: Entry): void {
  if (!entry.request) return
  entry.request.abort.abort()
  entry.request = null
  update(entry, { fetching: null })
}

/** Nobody watches any more: what is on its way is given up, what is there stays a while. */
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
  // Who watches stays connected.
  if (entry.watchers.size > 0) update(entry, nothing)
  else cache.delete(entry.hash)
}
