import type { staffAi } from '@dxx/contract/calls/staff/ai'
import { fail } from '../../base/refusal'
import type { Handlers } from '../../context'
import { readAnswerForSuggestion } from '../exams/public'
import { gradePrompt, readSuggestion } from './grade-suggestion'
import { draftQuestions } from './question-drafts'
import { askForJson, requireModel } from './staff-model'

export const aiStaffHandlers: Handlers<typeof staffAi> = {
  'GET /staff/v1/ai_available': async ({ ai }) => ({ available: ai !== null }),

  'GET /staff/v1/ai_grade_suggestion': async (ctx, input) => {
    const { rubricId, ...answer } = await readAnswerForSuggestion(ctx, input, () => requireModel(ctx))
    const nothing = { score: 0, points: [], reason: '没有作答', suspicious: false }
    const suggestion =
      answer.text.trim() === '' ? nothing : readSuggestion(answer, await askForJson(ctx, gradePrompt(answer), 800))
    return { ...(suggestion ?? fail('ai-unclear')), rubricId, model: ctx.ai!.model }
  },

  'GET /staff/v1/ai_question_drafts': draftQuestions,
}
