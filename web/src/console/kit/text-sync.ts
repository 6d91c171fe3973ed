import type { ApiError } from '../../api/error'
import { EditSync, type EditView } from './edit-sync'

export interface SyncedText {
  text: string
  /** Version of the text on the server. */
  hash: string
  updatedAt: number
  updatedBy: string
  /** Whether the signed-in person saved it: in another window, or by restoring a revision. */
  isOwn: boolean
}

export interface TextCalls {
  load(): Promise<SyncedText>
  /** Rejects with `draft-changed` if the server has another version than `base`. */
  save(text: string, base: string): Promise<{ hash: string; updatedAt: number }>
}

export interface TextView extends EditView<SyncedText> {
  text: string
  /** Says that a version replaced the shown one automatically, and who saved it; empty again after the next edit. */
  loadedNote: string
}

const open = new Set<TextSync>()

/** Saves the texts that are open on this page. Resolves with whether everything typed is on the server. */
export const saveOpenTexts = async (): Promise<boolean> =>
  (await Promise.all([...open].map((text) => text.flush()))).every(Boolean)

/** A text that is being edited: a chapter, a question, subtitles, a page of the site. */
export class TextSync extends EditSync<string, SyncedText, TextView> {
  /** Version on the server that the text is based on. */
  private base: string

  constructor(
    first: SyncedText,
    slot: string,
    private readonly calls: TextCalls,
  ) {
    const { text, updatedAt } = first
    super({ text, state: 'saved', savedAt: updatedAt, msg: '', otherVersion: null, loadedNote: '' }, text, slot)
    this.base = first.hash
    const unsaved = parseUnsaved(this.readUnsaved())
    const isBased = unsaved?.base === first.hash || unsaved?.confirmed === text
    this.restore(first, unsaved && { text: unsaved.text }, isBased)
  }

  override start(): () => void {
    const stop = super.start()
    open.add(this)
    return () => {
      open.delete(this)
      stop()
    }
  }

  edit(text: string): void {
    if (text !== this.view.text) this.change({ text, loadedNote: '' })
  }

  /** Called with the version on the server. Without unsaved edits, loads it if it is another one. */
  async meetVersion(hash: string): Promise<void> {
    if (hash === this.base || this.isDirty() || this.sending) return
    const serverText = await this.calls.load()
    if (this.isDirty() || serverText.hash === this.base) return
    // A publication changes the version of a text, but not the text.
    const isUnchanged = serverText.text === this.view.text
    this.adopt(serverText)
    if (isUnchanged) return
    const { isOwn, updatedBy } = serverText
    this.set({ loadedNote: isOwn ? '已载入最新的文字' : `${updatedBy || '别处'} 刚刚改过，已载入` })
  }

  protected valueIn = ({ text }: TextView | SyncedText) => text
  protected isSame = (a: string, b: string) => a === b
  protected load = () => this.calls.load()
  protected isGone = (error: ApiError) => error.name.endsWith('-not-found')
  protected replaced = ({ text }: SyncedText) => ({ text })
  protected serialise = () => JSON.stringify({ text: this.view.text, base: this.base, confirmed: this.confirmed })

  protected rebase({ hash }: SyncedText) {
    this.base = hash
    return {}
  }

  protected async save(text: string) {
    const { hash, updatedAt } = await this.calls.save(text, this.base)
    this.base = hash
    return { savedAt: updatedAt }
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
