import type { Draft, DraftBody } from '@dxx/contract/calls/staff/exam-drafts'
import type { QuestionBrief } from '@dxx/contract/calls/staff/exam-shapes'

export const emptyBody: DraftBody = {
  title: '',
  school: null,
  classes: [],
  notice: '',
  startsAt: null,
  endsAt: null,
  durationMinutes: null,
  attempts: 1,
  pass: null,
  analysis: 'ended',
  rank: false,
  shuffle: { questions: true, options: true },
  goal: { points: 10, expected: 0.7 },
  sections: [],
}

/** A question of the question bank with 2 points. */
export const brief = (id: string, more: Partial<QuestionBrief> = {}): QuestionBrief => ({
  id,
  type: 'single',
  text: `题 ${id}`,
  difficulty: 3,
  tags: [],
  points: 2,
  bank: { id: 'bank', title: '题库' },
  chapter: null,
  expected: 0.65,
  measured: false,
  answers: 0,
  discrimination: null,
  usedIn: [],
  usedElsewhere: 0,
  removed: false,
  ...more,
})

export const briefMap = (...briefs: QuestionBrief[]) => new Map(briefs.map((one) => [one.id, one]))

/** Draft body with one section for each list of question ids. */
export const paper = (...sections: string[][]): DraftBody => ({
  ...emptyBody,
  sections: sections.map((ids, at) => ({
    title: `第 ${at + 1} 部分`,
    questions: ids.map((question) => ({ question, points: null })),
  })),
})

export const idsOf = ({ sections }: DraftBody) =>
  sections.map(({ questions }) => questions.map(({ question }) => question))

export const draftOf = (body: DraftBody, more: Partial<Draft> = {}): Draft => ({
  id: 'draft',
  title: body.title,
  questions: 0,
  points: 0,
  updatedAt: 100,
  updatedBy: '李老师',
  exam: null,
  version: 1,
  body,
  briefs: [],
  others: [],
  ...more,
})
