import type { Draft, DraftBody } from '@dxx/contract/calls/staff/exam-drafts'
import type { QuestionBrief } from '@dxx/contract/calls/staff/exam-shapes'
import { ApiError } from '../../../../api/error'
import { readStored, writeStored } from '../../../../state/local-storage'
import type { StaffData, StaffInput } from '../../../api/client'
import { isFinalError } from '../../../api/final-error'
import { listDraftQuestions } from './draft-edits'

type Saved = StaffData<'POST /staff/v1/exam_draft_save'>
type Presence = StaffData<'POST /staff/v1/exam_draft_presence'>

export interface DraftCalls {
  info(): Promise<Draft>
  save(input: Omit<StaffInput<'POST /staff/v1/exam_draft_save'>, 'id'>): Promise<Saved>
  presence(): Promise<Presence>
}

/**
 * `waiting`: changed, but not sent yet. `offline`: sent again later, because of a lost connection or a busy server.
 * `refused`: the server rejected the draft. `conflict`: another staff member saved in between. `gone`: draft deleted.
 */
type SaveState = 'saved' | 'waiting' | 'saving' | 'offline' | 'refused' | 'conflict' | 'gone'

export interface DraftView {
  body: DraftBody
  version: number
  savedAt: number
  state: SaveState
  /** Message of the server: why it refused the draft, or that it is busy. */
  msg: string
  others: Draft['others']
  /** In a conflict, the version that another staff member saved. */
  theirs: Draft | null
  /** Who saved the version that replaced the shown one automatically; null again after the next edit. */
  loadedFrom: { by: string; at: number } | null
  briefs: ReadonlyMap<string, QuestionBrief>
}

/** Typed text that the server has not confirmed, as stored on the device. */
interface Unsaved {
  version: number
  body: DraftBody
  /** Body that was sent without getting a response: the server may have stored it. */
  sent: DraftBody | null
  briefs: QuestionBrief[]
}

/** Milliseconds without an edit before the draft is saved. */
const saveAfter = 800
/** Milliseconds before a failed save is repeated. */
const retryAfter = 5000

const sorted = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

export const isSameBody = (a: DraftBody, b: DraftBody): boolean =>
  JSON.stringify(a, (_, value) => sorted(value)) === JSON.stringify(b, (_, value) => sorted(value))

/**
 * Draft that is being edited. Stores each edit on the device at once and saves it on the server in the background.
 * Never overwrites a version that another staff member saved, and never drops typed text.
 */
export class DraftSync {
  private view: DraftView
  private readonly calls: DraftCalls
  private readonly slot: string
  private readonly listeners = new Set<() => void>()
  /** Body that the server has confirmed. */
  private confirmed: DraftBody
  private sent: DraftBody | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private sending: Promise<void> | null = null
  /** Text that this window wrote into the slot. Text of another window in a shared slot is not removed. */
  private stored: string | null = null

  constructor(draft: Draft, slot: string, calls: DraftCalls) {
    this.calls = calls
    this.slot = slot
    this.confirmed = draft.body
    this.view = {
      body: draft.body,
      version: draft.version,
      savedAt: draft.updatedAt,
      state: 'saved',
      msg: '',
      others: draft.others,
      theirs: null,
      loadedFrom: null,
      briefs: new Map(draft.briefs.map((brief) => [brief.id, brief])),
    }
    this.restore(draft)
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  current = (): DraftView => this.view

  /** Starts saving in the background. The returned function saves a last time and stops. */
  start(): () => void {
    const retry = () => void this.flush()
    addEventListener('online', retry)
    if (this.isDirty() && this.view.state !== 'conflict') this.schedule(0)
    return () => {
      removeEventListener('online', retry)
      void this.flush()
      clearTimeout(this.timer)
    }
  }

  edit(change: (body: DraftBody) => DraftBody, added: readonly QuestionBrief[] = []): void {
    const body = change(this.view.body)
    if (body === this.view.body) return
    const briefs =
      added.length === 0
        ? this.view.briefs
        : new Map([...this.view.briefs, ...added.map((brief) => [brief.id, brief] as const)])
    const waits = this.view.state === 'conflict' || this.view.state === 'gone'
    this.set({ body, briefs, loadedFrom: null, state: waits ? this.view.state : 'waiting' })
    this.persist()
    if (!waits) this.schedule(saveAfter)
  }

  /** Saves all unsaved edits now. Resolves with whether everything is saved. */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer)
    while (this.isDirty() && !['conflict', 'gone'].includes(this.view.state)) {
      await this.send()
      if (this.view.state !== 'waiting' && this.view.state !== 'saved') return false
    }
    return !this.isDirty()
  }

  /** Reports that the draft is open here. Without unsaved edits, loads a newer version of another staff member. */
  async checkIn(): Promise<void> {
    const { version, others } = await this.calls.presence()
    this.set({ others })
    if (version <= this.view.version || this.isDirty()) return
    const theirs = await this.calls.info()
    if (this.isDirty() || theirs.version <= this.view.version) return
    this.adopt(theirs)
    this.set({ loadedFrom: { by: theirs.updatedBy, at: theirs.updatedAt } })
  }

  /** Ends a conflict by taking the other version. Returns a function that undoes this and restores the conflict. */
  takeTheirs(): () => void {
    const { theirs, body } = this.view
    if (!theirs) return () => {}
    this.adopt(theirs)
    return () => {
      this.set({ body, state: 'conflict', theirs })
      this.persist()
    }
  }

  /** Whether closing the page would lose text: the server has not confirmed it and the device could not store it. */
  isUnstored = (): boolean => this.stored !== null && readStored(this.slot) !== this.stored

  /** Removes the text from the device, after it was saved elsewhere (as a new draft, for example). */
  forget(): void {
    this.confirmed = this.view.body
    this.sent = null
    this.persist()
  }

  private isDirty = () => this.view.body !== this.confirmed

  private set(change: Partial<DraftView>): void {
    this.view = { ...this.view, ...change }
    for (const listener of this.listeners) listener()
  }

  private adopt(draft: Draft): void {
    this.confirmed = draft.body
    this.sent = null
    this.set({
      body: draft.body,
      version: draft.version,
      savedAt: draft.updatedAt,
      state: 'saved',
      theirs: null,
      others: draft.others,
      briefs: new Map([...this.view.briefs, ...draft.briefs.map((brief) => [brief.id, brief] as const)]),
    })
    this.persist()
  }

  private schedule(after: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.send(), after)
  }

  private send(): Promise<void> {
    this.sending ??= this.sendOnce().finally(() => {
      this.sending = null
      if (this.view.state === 'waiting' && this.isDirty()) this.schedule(saveAfter)
    })
    return this.sending
  }

  private async sendOnce(): Promise<void> {
    const { body, version } = this.view
    if (body === this.confirmed) return
    this.set({ state: 'saving' })
    try {
      const saved = await this.calls.save({ version, body })
      this.confirmed = body
      this.sent = null
      const state = this.isDirty() ? 'waiting' : 'saved'
      this.set({ version: saved.version, savedAt: saved.updatedAt, others: saved.others, state, msg: '' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await this.fail(error, body)
    }
    this.persist()
  }

  private async fail(error: ApiError, body: DraftBody): Promise<void> {
    if (error.name === 'draft-not-found') this.set({ state: 'gone', msg: error.msg })
    else if (error.name === 'draft-changed') await this.meet()
    else if (isFinalError(error)) this.set({ state: 'refused', msg: error.msg })
    else {
      // Without a response, the server may have stored the body all the same.
      if (!error.decided) this.sent = body
      this.set({ state: 'offline', msg: error.decided ? error.msg : '' })
      this.schedule(retryAfter)
    }
  }

  /** Called if the server has a newer version than the typed text is based on: looks for a real conflict. */
  private async meet(): Promise<void> {
    let theirs: Draft
    try {
      theirs = await this.calls.info()
    } catch {
      this.set({ state: 'offline' })
      this.schedule(retryAfter)
      return
    }
    if (isSameBody(theirs.body, this.view.body)) {
      this.adopt(theirs)
      return
    }
    if (this.sent && isSameBody(theirs.body, this.sent)) {
      // The newer version is an own earlier save whose response was lost: no conflict.
      this.sent = null
      this.set({ version: theirs.version, state: 'waiting' })
      return
    }
    this.set({ state: 'conflict', theirs, others: theirs.others })
  }

  private persist(): void {
    if (!this.isDirty()) {
      if (this.stored !== null && readStored(this.slot) === this.stored) writeStored(this.slot, null)
      this.stored = null
      return
    }
    const { version, body, briefs } = this.view
    const asked = listDraftQuestions(body).flatMap(({ question }) => briefs.get(question) ?? [])
    this.stored = JSON.stringify({ version, body, sent: this.sent, briefs: asked } satisfies Unsaved)
    writeStored(this.slot, this.stored)
  }

  /** Continues with text that an earlier page stored on the device but could not save. */
  private restore(draft: Draft): void {
    const text = readStored(this.slot)
    if (text === null) return
    const unsaved = parseUnsaved(text)
    this.stored = text
    if (!unsaved || isSameBody(unsaved.body, draft.body)) {
      this.persist()
      return
    }
    const isBased = unsaved.version === draft.version || (unsaved.sent && isSameBody(unsaved.sent, draft.body))
    this.view = {
      ...this.view,
      body: unsaved.body,
      state: isBased ? 'waiting' : 'conflict',
      theirs: isBased ? null : draft,
      briefs: new Map([...unsaved.briefs.map((brief) => [brief.id, brief] as const), ...this.view.briefs]),
    }
  }
}

function parseUnsaved(text: string): Unsaved | null {
  try {
    const value = JSON.parse(text) as Unsaved
    return Array.isArray(value.body?.sections) && Array.isArray(value.briefs) ? value : null
  } catch {
    return null
  }
}
