import { z } from 'zod'

export interface AiSettings {
  /** An OpenAI-compatible endpoint, such as https://api.example.cn/v1; empty if none. */
  url: string
  key: string
  model: string
  /** Maximum number of questions per user and day. */
  daily: number
}

const text = z.string().trim().default('')

export const aiEnvironment = {
  DXX_AI_URL: z.url({ protocol: /^https?$/, error: '请填写完整网址，如 https://api.example.cn/v1' }).optional(),
  DXX_AI_KEY: text,
  DXX_AI_MODEL: text,
  DXX_AI_DAILY: z.coerce.number().int().min(1).max(100_000).default(50),
}

export function readAi(read: z.output<z.ZodObject<typeof aiEnvironment>>): AiSettings {
  return {
    url: (read.DXX_AI_URL ?? '').replace(/\/+$/, ''),
    key: read.DXX_AI_KEY,
    model: read.DXX_AI_MODEL || 'default',
    daily: read.DXX_AI_DAILY,
  }
}
