import type { staffAi } from '@dxx/contract/calls/staff/ai'
import { fail } from '../../base/refusal'
import type { Handlers } from '../../context'
import { readAnswerForSuggestion } from '../exams/public'
import { gradePrompt, readSuggestion } from './grade-suggestion'
import { draftQuestions, listDraftSources } from './question-drafts'
import { readSpending } from './spending'
import { askForJson, requireModel, suggestionPatience } from './staff-model'

export const aiStaffHandlers: Handlers<typeof staffAi> = {
  'GET /staff/v1/ai_available': async ({ ai }) => ({ available: ai !== null }),

  'GET /staff/v1/ai_grade_suggestion': async (ctx, input) => {
    const { rubricId, ...answer } = await readAnswerForSuggestion(ctx, input, () => requireModel(ctx))
    const nothing = { score: 0, points: [], reason: '没有作答', suspicious: false }
    const request = { purpose: 'grade', maxTokens: 800, signal: suggestionPatience() } as const
    const suggestion =
      answer.text.trim() === '' ? nothing : readSuggestion(answer, await askForJson(ctx, request, gradePrompt(answer)))
    return { ...(suggestion ?? fail('ai-unclear')), rubricId, model: ctx.ai!.model }
  },

  'GET /staff/v1/ai_draft_sources': async (ctx) => ({
    available: ctx.ai !== null,
    sources: await listDraftSources(ctx),
  }),

  'GET /staff/v1/ai_question_drafts': draftQuestions,

  'GET /staff/v1/ai_spending': readSpending,
}
