import { ApiError } from '../../api/error'
import { readStored, writeStored } from '../../state/local-storage'
import { isFinalError } from '../api/final-error'

export interface SyncedText {
  text: string
  /** Version of the text on the server. */
  hash: string
  updatedAt: number
  updatedBy: string
}

export interface TextCalls {
  load(): Promise<SyncedText>
  /** Rejects with `draft-changed` if the server has another version than `base`. */
  save(text: string, base: string): Promise<{ hash: string; updatedAt: number }>
}

/**
 * `waiting`: changed, but not sent yet. `offline`: sent again later. `refused`: the server rejected the text.
 * `conflict`: another staff member saved in between. `gone`: the text was removed.
 */
type TextState = 'saved' | 'waiting' | 'saving' | 'offline' | 'refused' | 'conflict' | 'gone'

export interface TextView {
  text: string
  state: TextState
  savedAt: number
  msg: string
  /** In a conflict, the version on the server. */
  theirs: SyncedText | null
  /** Who saved the version that replaced the shown one automatically; empty again after the next edit. */
  loadedFrom: string
}

const saveAfter = 800
const retryAfter = 5000

const open = new Set<TextSync>()

/** Saves the texts that are open on this page. Resolves with whether everything typed is on the server. */
export const saveOpenTexts = async (): Promise<boolean> =>
  (await Promise.all([...open].map((text) => text.flush()))).every(Boolean)

/**
 * A text that is being edited. Stores each edit on the device at once and saves it on the server in the background.
 * Never overwrites a version of another staff member, and never drops typed text.
 */
export class TextSync {
  private view: TextView
  private confirmed: string
  private base: string
  private sent: string | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private sending: Promise<void> | null = null
  private readonly listeners = new Set<() => void>()

  constructor(
    first: SyncedText,
    private readonly slot: string,
    private readonly calls: TextCalls,
  ) {
    this.confirmed = first.text
    this.base = first.hash
    this.view = { text: first.text, state: 'saved', savedAt: first.updatedAt, msg: '', theirs: null, loadedFrom: '' }
    this.restore(first)
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  current = (): TextView => this.view

  /** Starts saving in the background. The returned function saves a last time and stops. */
  start(): () => void {
    const retry = () => void this.flush()
    addEventListener('online', retry)
    open.add(this)
    if (this.isDirty() && this.view.state !== 'conflict') this.schedule(0)
    return () => {
      removeEventListener('online', retry)
      open.delete(this)
      void this.flush()
      clearTimeout(this.timer)
    }
  }

  edit(text: string): void {
    if (text === this.view.text) return
    const waits = this.view.state === 'conflict' || this.view.state === 'gone'
    this.set({ text, loadedFrom: '', state: waits ? this.view.state : 'waiting' })
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

  /** The server has this version: without unsaved edits, another one is loaded. */
  async meetVersion(hash: string): Promise<void> {
    if (hash === this.base || this.isDirty() || this.sending) return
    const serverText = await this.calls.load()
    if (this.isDirty() || serverText.hash === this.base) return
    // A publication changes the version of a text, but not the text.
    const isSame = serverText.text === this.view.text
    this.adopt(serverText)
    if (!isSame) this.set({ loadedFrom: serverText.updatedBy || '别处' })
  }

  /** Ends a conflict by taking the other version. Returns a function that restores the conflict. */
  takeTheirs(): () => void {
    const { theirs, text } = this.view
    if (!theirs) return () => {}
    this.adopt(theirs)
    return () => {
      this.set({ text, state: 'conflict', theirs })
      this.persist()
    }
  }

  /** Ends a conflict by saving the own text over the other version, which stays in its revisions or in the message. */
  keepMine(): void {
    const { theirs } = this.view
    if (!theirs) return
    this.base = theirs.hash
    this.confirmed = theirs.text
    this.set({ state: 'waiting', theirs: null })
    void this.flush()
  }

  /** After a save whose response was lost, the server may have another text than the confirmed one. */
  private isDirty = () => this.view.text !== this.confirmed || this.sent !== null

  private set(change: Partial<TextView>): void {
    this.view = { ...this.view, ...change }
    for (const listener of this.listeners) listener()
  }

  private adopt({ text, hash, updatedAt }: SyncedText): void {
    this.confirmed = text
    this.base = hash
    this.sent = null
    this.set({ text, state: 'saved', savedAt: updatedAt, theirs: null, msg: '' })
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
    const { text, state } = this.view
    if (!this.isDirty()) {
      // An edit was undone before it was sent.
      if (state === 'waiting') this.set({ state: 'saved', msg: '' })
      return
    }
    this.set({ state: 'saving' })
    try {
      const { hash, updatedAt } = await this.calls.save(text, this.base)
      this.confirmed = text
      this.base = hash
      this.sent = null
      this.set({ savedAt: updatedAt, state: this.isDirty() ? 'waiting' : 'saved', msg: '' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await this.fail(error, text)
    }
    this.persist()
  }

  private async fail(error: ApiError, text: string): Promise<void> {
    if (error.name.endsWith('-not-found')) this.set({ state: 'gone', msg: error.msg })
    else if (error.name === 'draft-changed') await this.meet()
    else if (isFinalError(error)) this.set({ state: 'refused', msg: error.msg })
    else {
      // Without a response, the server may have stored the text all the same.
      if (!error.decided) this.sent = text
      this.set({ state: 'offline', msg: error.decided ? error.msg : '' })
      this.schedule(retryAfter)
    }
  }

  /** The server has a newer version than the typed text is based on: looks for a real conflict. */
  private async meet(): Promise<void> {
    let theirs: SyncedText
    try {
      theirs = await this.calls.load()
    } catch {
      this.set({ state: 'offline' })
      this.schedule(retryAfter)
      return
    }
    if (theirs.text === this.view.text) this.adopt(theirs)
    else if (theirs.text === this.sent || theirs.text === this.confirmed) {
      // An own save whose response was lost, or the same text after a publication: no conflict.
      this.sent = null
      this.base = theirs.hash
      this.confirmed = theirs.text
      this.set({ state: 'waiting' })
    } else this.set({ state: 'conflict', theirs })
  }

  private persist(): void {
    if (this.isDirty())
      writeStored(this.slot, JSON.stringify({ text: this.view.text, base: this.base, confirmed: this.confirmed }))
    else if (readStored(this.slot) !== null) writeStored(this.slot, null)
  }

  /** Continues with text that an earlier page stored on the device but could not save. */
  private restore(first: SyncedText): void {
    const unsaved = parseUnsaved(readStored(this.slot))
    if (!unsaved || unsaved.text === first.text) {
      this.persist()
      return
    }
    const isBased = unsaved.base === first.hash || unsaved.confirmed === first.text
    this.view = {
      ...this.view,
      text: unsaved.text,
      state: isBased ? 'waiting' : 'conflict',
      theirs: isBased ? null : first,
    }
  }
}

function parseUnsaved(stored: string | null): { text: string; base: string; confirmed: string } | null {
  try {
    const value = stored === null ? null : JSON.parse(stored)
    return typeof value?.text === 'string' && typeof value.base === 'string' ? value : null
  } catch {
    return null
  }
}
