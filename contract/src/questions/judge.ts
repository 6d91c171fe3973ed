import { z } from 'zod'
import { common } from './shared'

export const PublicJudge = z.object({ type: z.literal('judge'), ...common })
export const JudgeAnswer = z.object({ type: z.literal('judge'), value: z.boolean() })
export const JudgeKey = z.object({ type: z.literal('judge'), value: z.boolean() })
