import * as z from 'zod'
import { commonQuestionFields } from './shared'

export const PublicJudge = z.object({ type: z.literal('judge'), ...commonQuestionFields })
export const JudgeAnswer = z.object({ type: z.literal('judge'), value: z.boolean() })
export const JudgeKey = z.object({ type: z.literal('judge'), value: z.boolean() })
