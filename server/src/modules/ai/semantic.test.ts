import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { httpReranker, openAiEmbeddings } from '../../adapters/ai/embeddings'
import { startTestApp, type TestApp } from '../../testing/app'
import { addCurriculum } from '../../testing/catalogue'
import { aiKey, startOpenAiSimulator } from '../../testing/simulators/openai'
import { askAi, finalTurn } from './ai.fixture'
import { embedChangedChapters, nearestSections } from './semantic'

let server: TestApp
let simulator: Awaited<ReturnType<typeof startOpenAiSimulator>>
const never = new AbortController().signal
beforeAll(async () => {
  simulator = await startOpenAiSimulator()
  server = await startTestApp()
  await addCurriculum(server.db, {
    kind: 'textbook',
    title: '数据结构',
    price: 30,
    chapters: [
      { title: '1.1 栈', free: true, text: ['栈只允许在一端进出，后进先出。'] },
      { title: '1.2 队列', text: ['队列从队尾进、从队头出，先进先出。'] },
      { title: '1.3 递归', free: true, text: ['递归函数会调用自己，直到出口。'] },
    ],
  })
})
afterAll(async () => {
  await server.close()
  await simulator.close()
})
afterEach(() => {
  simulator.trouble()
  server.env.reranker = null
  server.env.embeddings = null
})

const settings = () => ({ url: simulator.url, key: aiKey, model: 'simulated-vectors' })
const embeddings = () => openAiEmbeddings(settings())

describe('vectors', () => {
  it('computes the vectors of a chapter once per revision', async () => {
    expect(await embedChangedChapters(server.db, embeddings(), never)).toBe(3)
    expect(await embedChangedChapters(server.db, embeddings(), never)).toBe(0)
    await server.db.updateTable('chapters').set({ revision: 7 }).where('title', '=', '1.3 递归').execute()
    expect(await embedChangedChapters(server.db, embeddings(), never)).toBe(1)
    const rows = await server.db.selectFrom('section_vectors').select('pid').execute()
    expect(rows).toHaveLength(3)
  })

  it('vectors find a section that shares no word with the question', async () => {
    await embedChangedChapters(server.db, embeddings(), never)
    const client = await server.as()
    const question = { text: '套娃为什么要停？' }
    expect(finalTurn(await askAi(client, question)).sources).toEqual([])
    server.env.embeddings = embeddings()
    const turn = finalTurn(await askAi(client, question))
    expect(turn.sources[0]!.title).toContain('1.3 递归')
    // Without a model, a section that is near only in meaning does not count as an answer.
    expect(turn.held).toBe(false)
  })

  it('retrieval by vectors returns no section that the user may not read', async () => {
    await embedChangedChapters(server.db, embeddings(), never)
    server.env.embeddings = embeddings()
    const turn = finalTurn(await askAi(await server.as(), { text: '排队打饭像什么？' }))
    expect(JSON.stringify(turn)).not.toContain('从队尾进')
  })

  it('if the vector service fails, retrieval uses words only', async () => {
    server.env.embeddings = embeddings()
    simulator.trouble('error')
    const ctx = { ...server.env, rootDb: server.db }
    expect(await nearestSections(ctx, '栈', never)).toEqual([])
    server.env.reranker = httpReranker(settings())
    simulator.trouble('error', 'error')
    const turn = finalTurn(await askAi(await server.as(), { text: '栈只允许在哪一端进出？' }))
    expect(turn.sources[0]!.title).toContain('1.1 栈')
  })

  it('a reranker decides the order of the passages', async () => {
    server.env.reranker = httpReranker(settings())
    const turn = finalTurn(await askAi(await server.as(), { text: '栈和递归函数调用自己直到出口？' }))
    expect(turn.sources[0]!.title).toContain('1.3 递归')
  })
})
