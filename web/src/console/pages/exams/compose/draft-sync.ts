import type { Draft, DraftBody } from '@dxx/contract/calls/staff/exam-drafts'
import type { QuestionBrief } from '@dxx/contract/calls/staff/exam-shapes'
import type { ApiError } from '../../../../api/error'
import type { StaffData, StaffInput } from '../../../api/client'
import { EditSync, type EditView } from '../../../kit/edit-sync'
import { listDraftQuestions } from './draft-edits'

type Saved = StaffData<'POST /staff/v1/exam_draft_save'>
type Presence = StaffData<'POST /staff/v1/exam_draft_presence'>

export interface DraftCalls {
  info(): Promise<Draft>
  save(input: Omit<StaffInput<'POST /staff/v1/exam_draft_save'>, 'id'>): Promise<Saved>
  presence(): Promise<Presence>
}

export interface DraftView extends EditView<Draft> {
  body: DraftBody
  version: number
  others: Draft['others']
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

const sorted = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

export const isSameBody = (a: DraftBody, b: DraftBody): boolean =>
  JSON.stringify(a, (_, value) => sorted(value)) === JSON.stringify(b, (_, value) => sorted(value))

const byId = (briefs: Iterable<QuestionBrief>) => [...briefs].map((brief) => [brief.id, brief] as const)

/** Draft of an exam that is being edited. */
export class DraftSync extends EditSync<DraftBody, Draft, DraftView> {
  constructor(
    draft: Draft,
    slot: string,
    private readonly calls: DraftCalls,
  ) {
    const { body, version, others } = draft
    const saved = { state: 'saved', savedAt: draft.updatedAt, msg: '', otherVersion: null, loadedFrom: null } as const
    super({ ...saved, body, version, others, briefs: new Map(byId(draft.briefs)) }, body, slot)
    const unsaved = parseUnsaved(this.readUnsaved())
    const isBased = unsaved?.version === version || !!(unsaved?.sent && isSameBody(unsaved.sent, body))
    const briefs = new Map([...byId(unsaved?.briefs ?? []), ...this.view.briefs])
    this.restore(draft, unsaved && { body: unsaved.body, briefs }, isBased)
  }

  edit(change: (body: DraftBody) => DraftBody, added: readonly QuestionBrief[] = []): void {
    const body = change(this.view.body)
    if (body === this.view.body) return
    const briefs = added.length === 0 ? this.view.briefs : this.withBriefs(added)
    this.change({ body, briefs, loadedFrom: null })
  }

  /** Reports that the draft is open here. Without unsaved edits, loads a newer version of another staff member. */
  async checkIn(): Promise<void> {
    const { version, others } = await this.calls.presence()
    this.set({ others })
    if (version <= this.view.version || this.isDirty()) return
    const draft = await this.calls.info()
    if (this.isDirty() || draft.version <= this.view.version) return
    this.adopt(draft)
    this.set({ loadedFrom: { by: draft.updatedBy, at: draft.updatedAt } })
  }

  protected valueIn = ({ body }: DraftView | Draft) => body
  protected isSame = isSameBody
  protected load = () => this.calls.info()
  protected isGone = (error: ApiError) => error.name === 'draft-not-found'
  protected rebase = ({ version, others }: Draft) => ({ version, others })
  protected replaced = ({ body, briefs }: Draft) => ({ body, briefs: this.withBriefs(briefs) })

  protected async save(body: DraftBody) {
    const { version, updatedAt, others } = await this.calls.save({ version: this.view.version, body })
    return { version, savedAt: updatedAt, others }
  }

  protected serialise(): string {
    const { version, body, briefs } = this.view
    const included = listDraftQuestions(body).flatMap(({ question }) => briefs.get(question) ?? [])
    return JSON.stringify({ version, body, sent: this.sent, briefs: included } satisfies Unsaved)
  }

  private withBriefs = (added: readonly QuestionBrief[]): DraftView['briefs'] =>
    new Map([...this.view.briefs, ...byId(added)])
}

function parseUnsaved(stored: string | null): Unsaved | null {
  try {
    const value = stored === null ? null : (JSON.parse(stored) as Unsaved)
    return Array.isArray(value?.body?.sections) && Array.isArray(value.briefs) ? value : null
  } catch {
    return null
  }
}
