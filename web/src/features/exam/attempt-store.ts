import type { PublicQuestion } from '@dxx/contract/questions'
import { createStore, delMany, getMany, set } from 'idb-keyval'
import { randomUuid } from '../../api/random-uuid'
import { readStored, writeStored } from '../../state/local-storage'
import type { LocalAttempt } from './local-attempt'
import { type ExamRoomNews, forgetRead } from './room'

/** The paper as shown to this student; stored for a reload without network. */
export interface Paper {
  attempt: string
  title: string
  deadline: number
  graceSeconds: number
  leaves: number
  questions: PublicQuestion[]
  /** Number of each question on the composed paper, by which staff refer to it; only if the questions are shuffled. */
  paperNumbers?: Record<string, number>
  /** Absent in papers that an earlier version stored. */
  room?: ExamRoomNews
}

const store = createStore('dxx-exams', 'sheets')
/** Time-out of IndexedDB requests in milliseconds, because some web views never complete them. */
const storageWait = 1500

const slots = (user: string, exam: string) => [`${user}:${exam}:paper`, `${user}:${exam}:sheet`] as const

export async function readLocalAttempt(
  user: string,
  exam: string,
): Promise<{ paper: Paper; localAttempt: LocalAttempt } | null> {
  const read = quietly(() => getMany<unknown>([...slots(user, exam)], store))
  const [paper, localAttempt] = (await Promise.race([read, tooLong()])) ?? []
  const stored = { paper: paper as Paper | undefined, localAttempt: localAttempt as LocalAttempt | undefined }
  if (!stored.paper || !stored.localAttempt || stored.paper.attempt !== stored.localAttempt.attempt) return null
  return { paper: stored.paper, localAttempt: stored.localAttempt }
}

export function storePaper(user: string, exam: string, paper: Paper): Promise<unknown> {
  return quietly(() => set(slots(user, exam)[0], paper, store))
}

/** Stores the attempt. Resolves even if storing fails; the attempt is then only in memory and on the server. */
export function saveLocalAttempt(user: string, exam: string, localAttempt: LocalAttempt): Promise<unknown> {
  return Promise.race([quietly(() => set(slots(user, exam)[1], localAttempt, store)), tooLong()])
}

export function dropLocalAttempt(user: string, exam: string): Promise<unknown> {
  return quietly(() => delMany([...slots(user, exam)], store))
}

const tooLong = () => new Promise<undefined>((resolve) => setTimeout(resolve, storageWait))

async function quietly<T>(access: () => Promise<T>): Promise<T | undefined> {
  try {
    return await access()
  } catch {
    return undefined
  }
}

const deviceKey = 'dxx-device'
let memory: string | undefined

/** Id of this browser. An attempt belongs to one browser until another one takes over. */
export function deviceId(): string {
  try {
    const stored = localStorage.getItem(deviceKey)
    if (stored) return stored
    memory ??= randomUuid()
    localStorage.setItem(deviceKey, memory)
  } catch {
    // Without storage the id lasts as long as the page.
  }
  memory ??= randomUuid()
  return memory
}

const visitKey = (attempt: string) => `dxx-exam-visit:${attempt}`

/** Claims the attempt for this tab, since two tabs must not number steps in parallel; the previous tab is notified. */
export function claimTab(attempt: string, onLost: () => void): () => void {
  const tabId = randomUuid()
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === visitKey(attempt) && newValue !== null && newValue !== tabId) onLost()
  }
  try {
    localStorage.setItem(visitKey(attempt), tabId)
  } catch {
    // Without storage no other tab can have the steps of this attempt.
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}

const placeKey = (attempt: string) => `dxx-exam-at:${attempt}`

/** Id of the last shown question, restored after a reload. */
export const lastQuestion = (attempt: string): string | null => readStored(placeKey(attempt))

export const rememberQuestion = (attempt: string, question: string): void => writeStored(placeKey(attempt), question)

/** Removes this browser's data of a finished attempt. */
export function forgetAttempt(attempt: string): void {
  writeStored(visitKey(attempt), null)
  writeStored(placeKey(attempt), null)
  forgetRead(attempt)
}
