import { ApiError } from '../../../api/error'
import type { callStaff } from '../../api/client'
import { isFinalError } from '../../api/final-error'
import {
  changeEntry,
  dropEntry,
  type Entry,
  isPendingOf,
  isStored,
  type Pending,
  type PendingSave,
  type RefusedGrade,
  readEntry,
  readPending,
  readRefused,
  storeEntry,
} from './outbox-store'

/** Milliseconds before the next try, after each failure in a row. */
const retryAfter = [1000, 2000, 4000, 8000, 15_000]
/** Maximum number of grades and of answers per call, as in the contract. */
const batch = 50
const answersPerCall = 400

export interface OutboxView {
  /** Number of answers whose score the server has not confirmed yet. */
  waiting: number
  /** Why the last try failed; empty after a successful one. */
  trouble: string
  refused: RefusedGrade[]
  /** Number of scores that the device could not store: closing the page would lose them. */
  unstored: number
}

type NewSave = Omit<PendingSave, 'kind' | 'tried'>

/**
 * Sends scores in the background, in order. Stores each score on the device first, and sends it again after lost
 * connections and reloads until the server accepts or refuses it; its idempotency key makes repetitions harmless. All
 * tabs share the stored entries: one tab sends at a time, and does not send an entry that another tab has removed.
 */
export class GradingOutbox {
  private entries: Entry<Pending>[]
  /** Storage keys of the entries that the device could store. */
  private stored: Set<string>
  private refused: Entry<RefusedGrade>[]
  private trouble = ''
  private failures = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private sending: Promise<void> | null = null
  private live = false
  private oneByOne = false
  private isAsked = false
  private listeners = new Set<() => void>()
  private view: OutboxView

  constructor(
    private readonly user: string,
    private readonly call: typeof callStaff,
  ) {
    this.entries = readPending(user)
    this.stored = new Set(this.entries.map(([name]) => name))
    this.refused = readRefused(user)
    this.view = this.makeView()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  readonly current = (): OutboxView => this.view

  /** Sends the pending scores, and from now on every new one. */
  start(): void {
    this.live = true
    globalThis.addEventListener?.('storage', this.readOthers)
    this.flush()
  }

  /** Stops sending when the session ends; pending scores stay stored on the device. */
  stop(): void {
    this.live = false
    globalThis.removeEventListener?.('storage', this.readOthers)
    clearTimeout(this.timer)
  }

  /** Reads the entries again after another tab has added or removed entries. */
  private readonly readOthers = ({ key }: StorageEvent): void => {
    if (key !== null && !isPendingOf(this.user, key)) return
    const unstored = this.entries.filter(([name]) => !this.stored.has(name))
    const others = readPending(this.user)
    for (const [name] of others) this.stored.add(name)
    this.entries = [...others, ...unstored]
    this.changed()
  }

  private add(entry: Pending): void {
    const name = storeEntry('pending', this.user, entry)
    if (isStored(name)) this.stored.add(name)
    this.entries.push([name, entry])
  }

  save(save: NewSave): void {
    this.add({ ...save, kind: 'save', tried: false })
    this.changed()
    this.flush()
  }

  /** Undoes a score: removes a score that was never sent, otherwise undoes it on the server. */
  undo(exam: string, key: string): void {
    const known = this.entries.find(([, one]) => one.kind === 'save' && one.key === key)
    if (known && this.isUntried(known)) this.remove([known])
    else this.add({ kind: 'undo', exam, key })
    this.changed()
    this.flush()
  }

  /** Whether no tab has sent the entry. If its storage key no longer exists, another tab has sent it. */
  private isUntried([name, one]: Entry<Pending>): boolean {
    const current = this.stored.has(name) ? readEntry(name) : one
    return current?.kind === 'save' && !current.tried
  }

  dismiss(key: string, answer: string): void {
    const dismissed = this.refused.filter(([, one]) => one.key === key && one.answer === answer)
    for (const [name] of dismissed) dropEntry(name)
    this.refused = this.refused.filter((entry) => !dismissed.includes(entry))
    this.changed()
  }

  /** Ids of answers with a score that the server has not confirmed yet. */
  pendingAnswers(): Set<string> {
    return new Set(this.entries.flatMap(([, one]) => (one.kind === 'save' ? one.answers : [])))
  }

  /** Number of answers of a question with a first, unconfirmed score of this grader. */
  pendingNew(room: { exam: string; question: string; part: number | null }): number {
    const key = `${room.exam} ${room.question} ${room.part}`
    const saves = this.entries.flatMap(([, one]) =>
      one.kind === 'save' && !one.again && roomOf(one) === key ? one.answers : [],
    )
    return new Set(saves).size
  }

  /** Sends at once instead of after the retry delay. Resolves when no call is running any more. */
  flush(): Promise<void> {
    clearTimeout(this.timer)
    // A run that is about to end may have missed the newest entry, so another run follows.
    if (this.sending) this.isAsked = true
    this.sending ??= this.alone(() => this.run()).finally(() => {
      this.sending = null
      if (!this.isAsked) return
      this.isAsked = false
      return this.flush()
    })
    return this.sending
  }

  /** Runs the function while no other tab of this grader sends. */
  private async alone(run: () => Promise<void>): Promise<void> {
    if (this.entries.length === 0) return
    const locks: LockManager | undefined = navigator.locks
    if (locks) await locks.request(`dxx-grading ${this.user}`, run)
    else await run()
  }

  private async run(): Promise<void> {
    while (this.live && this.entries.length > 0) {
      // Entries whose storage key no longer exists were sent or undone by another tab.
      const sentElsewhere = this.entries.filter(([name]) => this.stored.has(name) && !isStored(name))
      if (sentElsewhere.length > 0) {
        this.remove(sentElsewhere)
        this.changed()
        continue
      }
      const next = this.nextBatch()
      try {
        await this.send(next)
        this.failures = 0
        this.trouble = ''
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (isFinalError(error)) this.refuse(next, error.msg)
        else {
          this.trouble = error.msg
          this.changed()
          const delay = retryAfter[Math.min(this.failures++, retryAfter.length - 1)]
          if (this.live) this.timer = setTimeout(() => void this.flush(), delay)
          return
        }
      }
      this.changed()
    }
  }

  /** Entries of the next call: the first entry, and the scores of the same question that follow it. */
  private nextBatch(): Entry<Pending>[] {
    const [first] = this.entries
    if (!first || first[1].kind === 'undo' || this.oneByOne) return first ? [first] : []
    const same = (one: Pending) => one.kind === 'save' && roomOf(one) === roomOf(first[1])
    let answers = 0
    const end = this.entries.findIndex(([, one], at) => {
      answers += one.kind === 'save' ? one.answers.length : 0
      return !same(one) || (at > 0 && answers > answersPerCall)
    })
    return this.entries.slice(0, end < 0 ? batch : Math.min(end, batch))
  }

  private async send(entries: Entry<Pending>[]): Promise<void> {
    const [, first] = entries[0]!
    if (first.kind === 'undo') {
      await this.call('POST /staff/v1/grading_undo', { exam: first.exam, key: first.key }).catch((error) => {
        if (!(error instanceof ApiError) || error.name !== 'grade-not-found') throw error
      })
      this.remove(entries)
      return
    }
    const saves = entries.map(([name, one]) => {
      const save = { ...(one as PendingSave), tried: true }
      changeEntry(name, save)
      return save
    })
    // Keeps `tried` in the entries, because `undo` needs to know that the score was sent.
    this.entries = this.entries.map((entry) => {
      const at = entries.indexOf(entry)
      return at < 0 ? entry : [entry[0], saves[at]!]
    })
    const { exam, question, part } = first
    const grades = saves.map(({ key, answers, score, points, rubricId, comment, again }) => ({
      key,
      answers,
      score,
      points,
      rubricId,
      comment,
      again,
    }))
    const { refused } = await this.call('POST /staff/v1/grading_save', { exam, question, part, grades })
    for (const { key, answer, msg } of refused) {
      const save = saves.find((one) => one.key === key)
      if (save) this.addRefused(save, answer, msg)
    }
    this.remove(entries)
    this.oneByOne = false
  }

  /** Handles a refused call. With several entries, sends them one by one to find the refused one. */
  private refuse(entries: Entry<Pending>[], msg: string): void {
    if (entries.length > 1) {
      this.oneByOne = true
      return
    }
    this.oneByOne = false
    const [, one] = entries[0]!
    if (one.kind === 'save') for (const answer of one.answers) this.addRefused(one, answer, msg)
    const [name] = entries[0]!
    this.remove(this.entries.filter((entry) => entry[0] === name))
  }

  private addRefused({ key, exam, question, part, score, comment }: PendingSave, answer: string, msg: string): void {
    const isUndone = this.entries.some(([, one]) => one.kind === 'undo' && one.key === key)
    if (isUndone || this.refused.some(([, one]) => one.key === key && one.answer === answer)) return
    const entry = { key, exam, question, part, answer, msg, score, comment }
    this.refused.push([storeEntry('refused', this.user, entry), entry])
  }

  private remove(entries: Entry<Pending>[]): void {
    for (const [name] of entries) dropEntry(name)
    const names = new Set(entries.map(([name]) => name))
    for (const name of names) this.stored.delete(name)
    this.entries = this.entries.filter(([name]) => !names.has(name))
  }

  private makeView(): OutboxView {
    const waiting = this.pendingAnswers().size
    const unstored = this.entries.filter(([name]) => !this.stored.has(name)).length
    return { waiting, trouble: this.trouble, refused: this.refused.map(([, one]) => one), unstored }
  }

  private changed(): void {
    this.view = this.makeView()
    for (const listener of [...this.listeners]) listener()
  }
}

const roomOf = (one: Pending) => (one.kind === 'save' ? `${one.exam} ${one.question} ${one.part}` : '')
