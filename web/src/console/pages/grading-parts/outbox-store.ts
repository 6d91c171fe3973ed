import { writeStored } from '../../../state/local-storage'

/** A score on its way to the server. */
export interface PendingSave {
  kind: 'save'
  /** Names the grade on the server: a repetition changes nothing. */
  key: string
  exam: string
  question: string
  part: number | null
  answers: string[]
  score: number
  points: number[]
  comment: string
  again: boolean
  /** Was sent at least once: the server may have stored it. */
  tried: boolean
}

interface PendingUndo {
  kind: 'undo'
  key: string
  exam: string
}

export type Pending = PendingSave | PendingUndo

/** A score that the server did not store for an answer. */
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

/** Entries by storage key, in the order of their making. */
export type Entry<T> = [name: string, value: T]

const prefixes = { pending: 'dxx-grading', refused: 'dxx-grading-refused' } as const
const prefixOf = (kind: keyof typeof prefixes, user: string) => `${prefixes[kind]}.${user}.`

let made = 0

/** One storage key per entry, so that two tabs never overwrite each other's. */
export function storeEntry(kind: keyof typeof prefixes, user: string, value: Pending | RefusedGrade): string {
  const order = `${String(Date.now()).padStart(15, '0')}-${String(made++).padStart(6, '0')}`
  const name = `${prefixOf(kind, user)}${order}.${value.key}`
  writeStored(name, JSON.stringify(value))
  return name
}

export const changeEntry = (name: string, value: Pending): void => writeStored(name, JSON.stringify(value))
export const dropEntry = (name: string): void => writeStored(name, null)

function namesOf(prefix: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(prefix))
      .sort()
  } catch {
    return []
  }
}

function readEntries<T>(prefix: string): Entry<T>[] {
  return namesOf(prefix).flatMap((name): Entry<T>[] => {
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

/** Whether a former visit left scores that are not on the server yet. */
export const hasPending = (user: string): boolean => namesOf(prefixOf('pending', user)).length > 0
