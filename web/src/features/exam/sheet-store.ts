import type { PublicQuestion } from '@dxx/contract/questions'
import { createStore, delMany, getMany, set } from 'idb-keyval'
import { randomUuid } from '../../api/random-uuid'
import type { Sheet } from './sheet'

/** The paper as this student sees it; kept, so that a reload without network finds it again. */
export interface Paper {
  attempt: string
  title: string
  deadline: number
  graceSeconds: number
  leaves: number
  questions: PublicQuestion[]
}

const store = createStore('dxx-exams', 'sheets')
/** Some web views never answer an IndexedDB request: nobody waits longer than this, in milliseconds. */
const storageWait = 1500

const slots = (user: string, exam: string) => [`${user}:${exam}:paper`, `${user}:${exam}:sheet`] as const

export async function readKept(user: string, exam: string): Promise<{ paper: Paper; sheet: Sheet } | null> {
  const read = quietly(() => getMany<unknown>([...slots(user, exam)], store))
  const [paper, sheet] = (await Promise.race([read, tooLong()])) ?? []
  const kept = { paper: paper as Paper | undefined, sheet: sheet as Sheet | undefined }
  if (!kept.paper || !kept.sheet || kept.paper.attempt !== kept.sheet.attempt) return null
  return { paper: kept.paper, sheet: kept.sheet }
}

export function keepPaper(user: string, exam: string, paper: Paper): Promise<unknown> {
  return quietly(() => set(slots(user, exam)[0], paper, store))
}

/** Resolves when it is written, or could not be: then it lives in memory and on the server. */
export function keepSheet(user: string, exam: string, sheet: Sheet): Promise<unknown> {
  return Promise.race([quietly(() => set(slots(user, exam)[1], sheet, store)), tooLong()])
}

export function dropKept(user: string, exam: string): Promise<unknown> {
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

/** Names this browser to the exam: another one has to take over first. */
export function deviceId(): string {
  try {
    const kept = localStorage.getItem(deviceKey)
    if (kept) return kept
    memory ??= randomUuid()
    localStorage.setItem(deviceKey, memory)
  } catch {
    // Lives as long as the page then.
  }
  memory ??= randomUuid()
  return memory
}

const visitKey = (attempt: string) => `dxx-exam-visit:${attempt}`

/** Two tabs must not number their steps side by side: the one opened last goes on, the other is told. */
export function claimTab(attempt: string, onLost: () => void): () => void {
  const mine = randomUuid()
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === visitKey(attempt) && newValue !== null && newValue !== mine) onLost()
  }
  try {
    localStorage.setItem(visitKey(attempt), mine)
  } catch {
    // Without storage no other tab knows the steps either.
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}

export function forgetTabs(attempt: string): void {
  try {
    localStorage.removeItem(visitKey(attempt))
  } catch {
    // Nothing was kept.
  }
}
