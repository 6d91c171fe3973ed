import { stableId } from '../../../base/stable-ids'
import { testStart } from '../../../testing/app'
import { uidOf } from '../exams.fixture'
import type { Desk } from './desk.fixture'
import { emptyDraft } from './drafts'

export const classUid = (name: string) => stableId('class', `here/${name}`)

export const ask = (from: string, ...slugs: string[]) =>
  slugs.map((slug) => ({ question: uidOf(slug, from), points: null }))

/** A draft that can be published; `drill` is a published bank. */
export const body = (more = {}) => ({
  ...emptyDraft,
  title: '随堂测验',
  classes: [classUid('one')],
  startsAt: testStart + 3600,
  endsAt: testStart + 7200,
  durationMinutes: 30,
  sections: [{ title: '一、选择题', questions: ask('drill', 'single', 'multiple') }],
  ...more,
})

/** Creates and saves a draft as the teacher of the desk. */
export async function saveDraftOf({ teacher }: Desk, content: ReturnType<typeof body>) {
  const draft = await teacher.call('POST /staff/v1/exam_draft_create', {})
  const input = { id: draft.id, version: draft.version, body: content }
  const saved = await teacher.call('POST /staff/v1/exam_draft_save', input)
  return { id: draft.id, version: saved.version }
}
