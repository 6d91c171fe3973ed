import * as z from 'zod'

/** A service with its key and model. */
interface Endpoint {
  /** Base URL, such as https://api.example.cn/v1; empty if none. */
  url: string
  key: string
  model: string
}

/** Budget of one day; 0 means no limit. */
export interface AiBudget {
  tokens: number
  /** Millionths of a yuan. */
  micros: number
}

export interface AiSettings extends Endpoint {
  /** Maximum number of questions per user and day. */
  daily: number
  /** Price of a token in millionths of a yuan, which is the price of a million tokens in yuan. */
  price: { input: number; output: number }
  budget: { user: AiBudget; site: AiBudget }
  embeddings: Endpoint
  reranker: Endpoint
}

const text = z.string().trim().default('')
const address = (example: string) => z.url({ protocol: /^https?$/, error: `请填写完整网址，如 ${example}` }).optional()
const amount = (most: number, usual: number) =>
  z.coerce
    .number({ error: '请填写数字' })
    .min(0, { error: '不能小于 0' })
    .max(most, { error: `不能大于 ${most}` })
    .default(usual)

export const aiEnvironment = {
  DXX_AI_URL: address('https://api.example.cn/v1'),
  DXX_AI_KEY: text,
  DXX_AI_MODEL: text,
  DXX_AI_DAILY: z.coerce.number().int().min(1).max(100_000).default(50),
  /** Yuan per million tokens. */
  DXX_AI_PRICE_INPUT: amount(10_000, 0),
  DXX_AI_PRICE_OUTPUT: amount(10_000, 0),
  /** Tokens and yuan per day; 0 means no limit. */
  DXX_AI_USER_TOKENS: amount(1_000_000_000, 300_000),
  DXX_AI_USER_YUAN: amount(100_000, 0),
  DXX_AI_SITE_TOKENS: amount(1_000_000_000_000, 0),
  DXX_AI_SITE_YUAN: amount(1_000_000, 0),
  DXX_AI_EMBEDDINGS: address('https://api.example.cn/v1'),
  DXX_AI_EMBEDDINGS_KEY: text,
  DXX_AI_EMBEDDINGS_MODEL: text,
  DXX_AI_RERANKER: address('https://api.example.cn/v1'),
  DXX_AI_RERANKER_KEY: text,
  DXX_AI_RERANKER_MODEL: text,
}

const withoutSlash = (url = '') => url.replace(/\/+$/, '')
const budget = (tokens: number, yuan: number): AiBudget => ({
  tokens: Math.floor(tokens),
  micros: Math.round(yuan * 1_000_000),
})

export function readAi(read: z.output<z.ZodObject<typeof aiEnvironment>>): AiSettings {
  return {
    url: withoutSlash(read.DXX_AI_URL),
    key: read.DXX_AI_KEY,
    model: read.DXX_AI_MODEL || 'default',
    daily: read.DXX_AI_DAILY,
    price: { input: read.DXX_AI_PRICE_INPUT, output: read.DXX_AI_PRICE_OUTPUT },
    budget: {
      user: budget(read.DXX_AI_USER_TOKENS, read.DXX_AI_USER_YUAN),
      site: budget(read.DXX_AI_SITE_TOKENS, read.DXX_AI_SITE_YUAN),
    },
    embeddings: {
      url: withoutSlash(read.DXX_AI_EMBEDDINGS),
      key: read.DXX_AI_EMBEDDINGS_KEY || read.DXX_AI_KEY,
      model: read.DXX_AI_EMBEDDINGS_MODEL || 'default',
    },
    reranker: {
      url: withoutSlash(read.DXX_AI_RERANKER),
      key: read.DXX_AI_RERANKER_KEY || read.DXX_AI_KEY,
      model: read.DXX_AI_RERANKER_MODEL || 'default',
    },
  }
}
