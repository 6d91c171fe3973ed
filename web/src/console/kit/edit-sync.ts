import { ApiError } from '../../api/error'
import { readStored, writeStored } from '../../state/local-storage'
import { isFinalError } from '../api/final-error'

/**
 * `waiting`: changed, but not sent yet. `offline`: sent again later, because of a lost connection or a busy server.
 * `refused`: the server rejected the edit. `conflict`: another staff member saved in between. `gone`: deleted on the
 * server.
 */
type SaveState = 'saved' | 'waiting' | 'saving' | 'offline' | 'refused' | 'conflict' | 'gone'

export interface EditView<Version> {
  state: SaveState
  savedAt: number
  /** Message of the server: why it rejected the edit, or that it is busy. */
  msg: string
  /** In a conflict, the version that another staff member saved. */
  otherVersion: Version | null
}

/** Milliseconds without an edit before the value is saved. */
const saveAfter = 800
/** Milliseconds before a failed save is repeated. */
const retryAfter = 5000

/**
 * A value that is being edited and of which the server stores versions, such as a text or a draft. Stores each edit on
 * the device at once and saves it on the server in the background. Never overwrites a version that another staff member
 * saved, and never drops typed text. `View` is what the editor shows.
 */
export abstract class EditSync<Value, Version extends { updatedAt: number }, View extends EditView<Version>> {
  protected view: View
  /** Value that the server has confirmed. */
  protected confirmed: Value
  /** Value that was sent without getting a response: the server may have stored it. */
  protected sent: Value | null = null
  protected sending: Promise<void> | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly listeners = new Set<() => void>()
  /** Text that this window wrote into the slot. Text of another window in a shared slot is not removed. */
  private stored: string | null = null

  protected constructor(
    view: View,
    confirmed: Value,
    /** localStorage key of the unsaved value of this window. */
    private readonly slot: string,
  ) {
    this.view = view
    this.confirmed = confirmed
  }

  protected abstract valueIn(source: View | Version): Value
  protected abstract isSame(a: Value, b: Value): boolean
  protected abstract load(): Promise<Version>
  /** Saves a value. Returns what the response changes in the view; rejects with `draft-changed` in a conflict. */
  protected abstract save(value: Value): Promise<Partial<View>>
  /** Bases the next save on a version of the server. Returns what the version changes in the view. */
  protected abstract rebase(version: Version): Partial<View>
  /** Returns what the view shows after a version of the server replaced the edited value. */
  protected abstract replaced(version: Version): Partial<View>
  protected abstract isGone(error: ApiError): boolean
  /** Returns the unsaved value and its base as JSON. */
  protected abstract serialise(): string

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  current = (): View => this.view

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

  /** Saves all unsaved edits now. Resolves with whether everything is saved. */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer)
    while (this.isDirty() && !this.isBlocked()) {
      await this.send()
      if (this.view.state !== 'waiting' && this.view.state !== 'saved') return false
    }
    return !this.isDirty()
  }

  /** Ends a conflict by loading the other version. Returns a function that undoes this and restores the conflict. */
  loadOtherVersion(): () => void {
    const { view } = this
    if (!view.otherVersion) return () => {}
    this.adopt(view.otherVersion)
    return () => {
      this.set({ ...view, state: 'conflict' })
      this.persist()
    }
  }

  /** Ends a conflict by saving the edited value over the other version, which stays in the stored revisions. */
  overwriteOtherVersion(): void {
    const { otherVersion } = this.view
    if (!otherVersion) return
    this.confirmed = this.valueIn(otherVersion)
    this.set({ ...this.rebase(otherVersion), state: 'waiting', otherVersion: null })
    void this.flush()
  }

  /** Whether closing the page would lose text: the server has not confirmed it and the device could not store it. */
  isUnstored = (): boolean => this.stored !== null && readStored(this.slot) !== this.stored

  /** Removes the text from the device, after it was saved elsewhere (as a new draft, for example). */
  forget(): void {
    this.confirmed = this.valueIn(this.view)
    this.sent = null
    this.persist()
  }

  /** Shows an edit and saves it after a pause, unless a conflict or a deletion must be resolved first. */
  protected change(view: Partial<View>): void {
    this.set(this.isBlocked() ? view : { ...view, state: 'waiting' })
    this.persist()
    if (!this.isBlocked()) this.schedule(saveAfter)
  }

  /** Replaces the edited value by a version of the server. */
  protected adopt(version: Version): void {
    this.confirmed = this.valueIn(version)
    this.sent = null
    const shown = { ...this.rebase(version), ...this.replaced(version) }
    this.set({ ...shown, state: 'saved', savedAt: version.updatedAt, otherVersion: null, msg: '' })
    this.persist()
  }

  protected readUnsaved(): string | null {
    this.stored = readStored(this.slot)
    return this.stored
  }

  /** Continues with a value that an earlier page stored on the device but could not save; null if there is none. */
  protected restore(first: Version, unsaved: Partial<View> | null, isBased: boolean): void {
    if (!unsaved || this.isSame(this.valueIn({ ...this.view, ...unsaved }), this.valueIn(first))) {
      this.persist()
      return
    }
    this.set({ ...unsaved, state: isBased ? 'waiting' : 'conflict', otherVersion: isBased ? null : first })
  }

  /** Also after a save whose response was lost: the server may have another value than the confirmed one. */
  protected isDirty = () => this.valueIn(this.view) !== this.confirmed || this.sent !== null

  protected set(change: Partial<View> | Partial<EditView<Version>>): void {
    this.view = { ...this.view, ...change }
    for (const listener of this.listeners) listener()
  }

  private isBlocked = () => this.view.state === 'conflict' || this.view.state === 'gone'

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
    if (!this.isDirty()) {
      // An edit was undone before it was sent.
      if (this.view.state === 'waiting') this.set({ state: 'saved', msg: '' })
      return
    }
    const value = this.valueIn(this.view)
    this.set({ state: 'saving' })
    try {
      const change = await this.save(value)
      this.confirmed = value
      this.sent = null
      this.set({ ...change, state: this.isDirty() ? 'waiting' : 'saved', msg: '' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await this.fail(error, value)
    }
    this.persist()
  }

  private async fail(error: ApiError, value: Value): Promise<void> {
    if (this.isGone(error)) this.set({ state: 'gone', msg: error.msg })
    else if (error.name === 'draft-changed') await this.compare()
    else if (isFinalError(error)) this.set({ state: 'refused', msg: error.msg })
    else {
      // Without a response, the server may have stored the value all the same.
      if (!error.decided) this.sent = value
      this.set({ state: 'offline', msg: error.decided ? error.msg : '' })
      this.schedule(retryAfter)
    }
  }

  /** Called if the server has a newer version than the edit is based on: compares both to find a real conflict. */
  private async compare(): Promise<void> {
    let version: Version
    try {
      version = await this.load()
    } catch {
      this.set({ state: 'offline' })
      this.schedule(retryAfter)
      return
    }
    const stored = this.valueIn(version)
    if (this.isSame(stored, this.valueIn(this.view))) this.adopt(version)
    else if ((this.sent !== null && this.isSame(stored, this.sent)) || this.isSame(stored, this.confirmed)) {
      // An earlier save of this window whose response was lost, or the same value with a new version number.
      this.sent = null
      this.confirmed = stored
      this.set({ ...this.rebase(version), state: 'waiting' })
    } else this.set({ state: 'conflict', otherVersion: version })
  }

  private persist(): void {
    if (this.isDirty()) {
      this.stored = this.serialise()
      writeStored(this.slot, this.stored)
      return
    }
    if (this.stored !== null && readStored(this.slot) === this.stored) writeStored(this.slot, null)
    this.stored = null
  }
}
