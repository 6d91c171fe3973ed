import { listStoredKeys, readStored, writeStored } from '../../../state/local-storage'

/** A score that the server has not confirmed yet. */
export interface PendingSave {
  kind: 'save'
  /** Idempotency key: sending the same key again changes nothing on the server. */
  key: string
  exam: string
  question: string
  part: number | null
  answers: string[]
  score: number
  points: number[]
  /** Id of the rubric to which the indexes in `points` belong. */
  rubricId?: string
  comment: string
  again: boolean
  /** Whether the score was sent at least once, so that the server may have stored it. */
  tried: boolean
}

interface PendingUndo {
  kind: 'undo'
  key: string
  exam: string
}

export type Pending = PendingSave | PendingUndo

/** A score that the server refused to store for an answer. */
export interface RefusedGrade {
  key: string
  exam: string
  question: string
  part: number | null
  answer: string
  msg: string
  score: number
  comment: string
}

/** An entry with its storage key; keys sort in the order of creation. */
export type Entry<T> = [name: string, value: T]

const prefixes = { pending: 'dxx-grading', refused: 'dxx-grading-refused' } as const
const prefixOf = (kind: keyof typeof prefixes, user: string) => `${prefixes[kind]}.${user}.`

let made = 0

/** Stores an entry under its own key, so that two tabs never overwrite each other's entries. */
export function storeEntry(kind: keyof typeof prefixes, user: string, value: Pending | RefusedGrade): string {
  const order = `${String(Date.now()).padStart(15, '0')}-${String(made++).padStart(6, '0')}`
  const name = `${prefixOf(kind, user)}${order}.${value.key}`
  writeStored(name, JSON.stringify(value))
  return name
}

export const changeEntry = (name: string, value: Pending): void => writeStored(name, JSON.stringify(value))
export const dropEntry = (name: string): void => writeStored(name, null)

function readEntries<T>(prefix: string): Entry<T>[] {
  return listStoredKeys(prefix).flatMap((name): Entry<T>[] => {
    try {
      return [[name, JSON.parse(localStorage.getItem(name) ?? '')]]
    } catch {
      dropEntry(name)
      return []
    }
  })
}

export const readPending = (user: string) => readEntries<Pending>(prefixOf('pending', user))
export const readRefused = (user: string) => readEntries<RefusedGrade>(prefixOf('refused', user))

export const isPendingOf = (user: string, name: string): boolean => name.startsWith(prefixOf('pending', user))

/** Whether an entry is stored: false if storage is full or forbidden, or another tab has removed the entry. */
export const isStored = (name: string): boolean => readStored(name) !== null

/** Reads an entry from storage, where another tab may have changed it; undefined if it is not stored. */
export function readEntry(name: string): Pending | undefined {
  try {
    return JSON.parse(readStored(name) ?? '') as Pending
  } catch {
    return undefined
  }
}

/** Whether the device has pending scores of this user. */
export const hasPending = (user: string): boolean => listStoredKeys(prefixOf('pending', user)).length > 0
