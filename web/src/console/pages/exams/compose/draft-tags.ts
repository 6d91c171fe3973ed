import type { DraftBody } from '@dxx/contract/calls/staff/exam-drafts'
import { type Briefs, listDraftQuestions } from './draft-edits'

const byName = new Intl.Collator('zh-CN')

/** Knowledge points of the questions of a draft with their number of questions, the most frequent first. */
export function countDraftTags(body: DraftBody, briefs: Briefs): { tag: string; questions: number }[] {
  const counts = new Map<string, number>()
  for (const { question } of listDraftQuestions(body))
    for (const tag of briefs.get(question)?.tags ?? []) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .map(([tag, questions]) => ({ tag, questions }))
    .sort((a, b) => b.questions - a.questions || byName.compare(a.tag, b.tag))
}
