import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { startOpenAiSimulator } from '../server/src/testing/simulators/openai'
import { phone, visit } from './browser'
import { curriculum, registerOwner } from './catalogue'

export let simulator: Awaited<ReturnType<typeof startOpenAiSimulator>>

export async function learner(route = 'pages/ai/index', options: BrowserContextOptions = phone) {
  const { id } = await curriculum('textbook', '数据结构与算法')
  const token = await registerOwner('爱提问', id)
  const visitor = await visit({ options: { ...options, reducedMotion: 'reduce' }, token })
  await visitor.goto(route)
  return visitor
}

/** The sheet that opens over a page. */
export const askSheet = (page: Page) => page.getByRole('dialog', { name: '问 AI' })

/** Starts the simulated model for the tests of a file. */
export function startModel(): void {
  beforeAll(async () => {
    simulator = await startOpenAiSimulator({ port: inject('aiPort') })
  })
  afterAll(() => simulator?.close())
}
