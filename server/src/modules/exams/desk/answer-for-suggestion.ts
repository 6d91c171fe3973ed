import { sql } from 'kysely'
import { fail } from '../../../base/refusal'
import { examInScope, type StaffCtx } from './access'
import { givenAnswerText, readAnswers } from './answers-to-grade'
import { gradedPart, readSetups } from './grading-setup'

interface Named {
  exam: string
  question: string
  part: number | null
  answer: string
}

/**
 * Returns a 简答 answer with its question and rubric, for a suggestion. Checks the scope first: `allow` runs before any
 * data of the exam is read, and throws if suggestions are not possible.
 */
export async function readAnswerForSuggestion(ctx: StaffCtx, named: Named, allow: () => void) {
  const exam = await examInScope(ctx, named.exam, 'exam.grade')
  allow()
  const graded = await gradedPart(ctx, exam, named.question, named.part)
  const { rubric } = graded
  if (rubric.type !== 'short') fail('question-not-found', { msg: '只有简答题有建议' })
  const [row] = await readAnswers(ctx.db, exam.id, graded, sql<boolean>`q.uid = ${named.answer}`, 1)
  if (!row) fail('grade-not-found')
  const setup = (await readSetups(ctx.db, exam.id))(graded)
  return {
    stem: graded.body.stem,
    reference: rubric.reference,
    points: setup.rubric,
    rubricId: setup.rubricId,
    maxScore: rubric.score / 100,
    text: givenAnswerText(row, graded),
  }
}
