import type { DraftBody } from '@dxx/contract/calls/staff/exam-drafts'
import type { QuestionType } from '@dxx/contract/questions'
import { drawnShare } from '@dxx/contract/rules/drawn-share'
import type { Briefs, DraftQuestion, DraftSection } from './draft-edits'

export const difficultyNames = ['易', '较易', '适中', '较难', '难'] as const

const cents = (points: number) => Math.round(points * 100) / 100

/** Points of a question on the paper: those set in the draft, otherwise those of the question bank. */
export const pointsOn = ({ question, points }: DraftQuestion, briefs: Briefs): number =>
  points ?? briefs.get(question)?.points ?? 0

export const drawText = ({ draw, questions }: DraftSection): string =>
  draw !== undefined && draw < questions.length ? `，每人抽 ${draw}` : ''

/** Points of a section on the paper of one student. */
export const sumPoints = (section: DraftSection, briefs: Briefs): number =>
  cents(section.questions.reduce((sum, one) => sum + pointsOn(one, briefs), 0) * drawnShare(section))

export interface DraftStatistics {
  questions: number
  points: number
  /** Expected average score as a share of the points; null without questions. */
  expected: number | null
  /** Number of questions of each difficulty, from 1 to 5. */
  difficulties: number[]
  chapters: { id: string; title: string; points: number }[]
  types: { type: QuestionType; count: number }[]
}

/** Statistics of the paper as typed, computed as exam_draft_check computes them for the saved version. */
export function computeDraftStatistics(body: DraftBody, briefs: Briefs): DraftStatistics {
  const difficulties = [0, 0, 0, 0, 0]
  const chapters = new Map<string, { id: string; title: string; points: number }>()
  const types = new Map<QuestionType, number>()
  let [questions, points, expected] = [0, 0, 0]
  // Each student gets a share of a section from which questions are drawn.
  const all = body.sections.flatMap((section) =>
    section.questions.map((item) => ({ item, share: drawnShare(section) })),
  )
  for (const { item, share } of all) {
    questions += share
    const brief = briefs.get(item.question)
    if (!brief) continue
    const itemPoints = pointsOn(item, briefs) * share
    points += itemPoints
    expected += itemPoints * brief.expected
    difficulties[brief.difficulty - 1]! += 1
    types.set(brief.type, (types.get(brief.type) ?? 0) + 1)
    const from = brief.chapter ?? brief.bank
    const chapter = chapters.get(from.id) ?? { ...from, points: 0 }
    chapters.set(from.id, { ...chapter, points: chapter.points + itemPoints })
  }
  return {
    questions: Math.round(questions),
    points: cents(points),
    expected: points === 0 ? null : expected / points,
    difficulties,
    chapters: [...chapters.values()]
      .map((one) => ({ ...one, points: cents(one.points) }))
      .sort((a, b) => b.points - a.points),
    types: [...types].map(([type, count]) => ({ type, count })),
  }
}
