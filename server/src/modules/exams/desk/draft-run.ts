import type { examDrafts } from '@dxx/contract/calls/staff/exam-drafts'
import { fail } from '../../../base/refusal'
import type { Handlers } from '../../../context'
import { scoreCode } from '../../../questions/code/score'
import { setQuestionPoints } from '../../../questions/scale'
import { versionsById } from '../../questions/public'
import { gradeCode, refuseRun } from '../../runcode/public'
import { plainCode } from '../manual-grading'
import { draftByUid, knownQuestions } from './drafts'

/** Runs a program against all tests of a draft's question in the same way as a submission; stores nothing. */
export const runDraft: Handlers<typeof examDrafts>['POST /staff/v1/exam_draft_run'] = async (ctx, input) => {
  const { body: draft } = await draftByUid(ctx, input.id)
  const item = draft.sections.flatMap(({ questions }) => questions).find(({ question }) => question === input.question)
  const known = item && (await knownQuestions(ctx, draft)).find(({ brief }) => brief.id === item.question)
  if (!item || !known) return fail('question-not-found')
  const [stored] = await versionsById(ctx.db, [known.versionId])
  const version = setQuestionPoints(stored!, item.points === null ? null : Math.round(item.points * 100))
  const body = version.body.type === 'material' ? version.body.parts[input.part ?? 0] : version.body
  const rubric = version.rubric.type === 'material' ? version.rubric.parts[input.part ?? 0] : version.rubric
  if (body?.type !== 'code' || rubric?.type !== 'code') return fail('question-not-found')
  const runner = { run: (program: Parameters<typeof ctx.code.run>[1]) => ctx.code.run(ctx.user.id, program) }
  const submission = {
    language: body.language,
    source: input.source ?? plainCode(rubric.solution),
    // The author sees the hidden tests as well.
    tests: rubric.tests.map((test) => ({ ...test, hidden: false })),
    compare: rubric.compare,
    setup: body.db ? version.setup : '',
  }
  const grade = await gradeCode(runner, submission).catch(refuseRun)
  const { score } = scoreCode(rubric, grade)
  return {
    points: score / 100,
    maxPoints: rubric.score / 100,
    passed: grade.passed,
    tests: grade.tests.map(({ verdict, shown }, i) => ({ verdict, hidden: rubric.tests[i]!.hidden, shown })),
    compileError: grade.compileError ?? null,
    manual: grade.manual ?? null,
  }
}
