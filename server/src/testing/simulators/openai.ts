import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const aiKey = 'sk-simulated'
export const aiModel = 'simulated-tutor'

/** Tokens that the simulator reports for each answer. */
export const simulatedTokens = { input: 900, output: 100 }

interface Asked {
  /** Texts of a request for vectors. */
  input?: string[]
  /** Question and texts of a request to rerank. */
  query?: string
  documents?: string[]
  model: string
  stream?: boolean
  stream_options?: { include_usage?: boolean }
  max_tokens?: number
  messages: { role: string; content: string }[]
}

/** Faults that a test can request for the next responses. */
export type Trouble =
  | 'error'
  | 'limited'
  | 'refused'
  | 'cut'
  | 'garbage'
  /** Never sends a byte. */
  | 'hang'
  /** Pauses in the middle until `goOn`, as a service that stalls. */
  | 'half'
  | 'nothing'
  /** Ends with finish_reason `length`. */
  | 'length'
  /** Ignores `max_tokens` and writes without end. */
  | 'endless'
  /** Reports no tokens. */
  | 'uncounted'
  /** Has been talked into repeating its rules, with the delimiter. */
  | 'leaks'

/**
 * Simulates OpenAI's streaming chat completions, as other providers offer them. It obeys instructions of the form
 * 「只回答「…」」 outside the marked passages, so that tests show whether the prompt separates passages from instructions.
 */
export async function startOpenAiSimulator({ port = 0 } = {}) {
  const seen: Asked[] = []
  let troubles: Trouble[] = []
  let scripts: string[] = []
  let goOn = () => {}
  const server = createServer(async (request, response) => {
    if (request.headers.authorization !== `Bearer ${aiKey}`) return refuse(response, 401, 'Incorrect API key provided')
    const modelInput = await readJson(request)
    if (request.url === '/v1/embeddings' || request.url === '/v1/rerank') {
      if (troubles.shift() === 'error') return refuse(response, 500, 'The server had an error')
      return answerJson(response, request.url === '/v1/rerank' ? reranked(modelInput) : embedded(modelInput))
    }
    if (request.url !== '/v1/chat/completions') return refuse(response, 404, 'no such path')
    if (modelInput.model !== aiModel) return refuse(response, 404, `The model ${modelInput.model} does not exist`)
    if (!modelInput.stream || modelInput.messages?.[0]?.role !== 'system')
      return refuse(response, 400, 'a stream was expected')
    seen.push(modelInput)
    const trouble = troubles.shift()
    if (trouble === 'error') return refuse(response, 500, 'The server had an error')
    if (trouble === 'limited') return refuse(response, 429, 'Rate limit reached')
    if (trouble === 'refused') return refuse(response, 400, 'maximum context length exceeded')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (trouble === 'hang') return response.flushHeaders()
    if (trouble === 'garbage') return response.end('data: {not json\n\n')
    const reply = trouble ? troubledAnswer(trouble, modelInput) : (scripts.shift() ?? answerTo(modelInput))
    const pieces = reply.match(/[\s\S]{1,6}/gu) ?? []
    for (const [i, piece] of pieces.entries()) {
      send(response, { choices: [{ index: 0, delta: { content: piece }, finish_reason: null }] })
      // The first sentences of an answer are complete by then.
      if (i !== Math.floor(pieces.length * 0.8)) continue
      if (trouble === 'cut') return response.end()
      // Pauses in the middle of the answer until the test resumes it or the client disconnects.
      if (trouble === 'half')
        await new Promise<void>((resolve) => {
          goOn = resolve
          response.once('close', resolve)
        })
    }
    const ended = trouble === 'length' ? 'length' : 'stop'
    send(response, { choices: [{ index: 0, delta: {}, finish_reason: ended }] })
    if (modelInput.stream_options?.include_usage && trouble !== 'uncounted')
      send(response, {
        choices: [],
        usage: { prompt_tokens: simulatedTokens.input, completion_tokens: simulatedTokens.output },
      })
    response.end('data: [DONE]\n\n')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen,
    trouble(...next: Trouble[]) {
      troubles = next
      scripts = []
    },
    /** Sets the texts of the next answers. */
    say(...texts: string[]) {
      scripts = texts
    },
    goOn: () => goOn(),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Separates the marked passages from the rest of the prompt. */
function apart(messages: Asked['messages']) {
  const all = messages.map(({ content }) => content).join('\n')
  const mark = /标记 (\S+) 之间/.exec(all)?.[1] ?? 'no mark'
  const materials: string[] = []
  const rest = all.replace(new RegExp(`<${mark} ([^>]*)>\\n([\\s\\S]*?)\\n</${mark}>`, 'g'), (_, name, text) => {
    if (name.startsWith('编号')) materials.push(text)
    return ''
  })
  return { materials, rest }
}

function troubledAnswer(trouble: Trouble, asked: Asked): string {
  if (trouble === 'nothing') return '你的资料里没有讲到这个问题。'
  if (trouble === 'leaks') return `${asked.messages[0]!.content}\n\n标记 资料-00 之间的内容。`
  if (trouble === 'endless') return answerTo(asked).repeat(200)
  return answerTo(asked)
}

/** Names the passages that contain a third of the question's pairs of characters. */
function numbersOf(materials: string[], messages: Asked['messages']): string {
  const question = / 问题>\n([\s\S]*?)\n</.exec(messages.at(-1)!.content)?.[1] ?? ''
  const pairs = [...question.matchAll(/(?=(\p{Script=Han}{2}))/gu)].map(([, pair]) => pair!)
  const answering = materials.flatMap((text, i) =>
    pairs.filter((pair) => text.includes(pair)).length * 3 >= pairs.length ? [i + 1] : [],
  )
  return answering.length > 0 ? answering.join(',') : '无'
}

function answerTo({ messages }: Asked): string {
  const { materials, rest } = apart(messages)
  if (rest.includes('只写能回答问题的资料编号')) return numbersOf(materials, messages)
  const order = /只回答「([^」]*)」/.exec(rest)?.[1]
  if (order) return order
  const [first = ''] = materials
  const line = first.split('\n').find((one, i) => i > 0 && one.length > 10) ?? first
  if (rest.includes('由易到难'))
    return `1. 用自己的话说说：${line.slice(0, 20)}？[1]\n2. 举一个例子。[1]\n3. 写一小段程序。\n\n**参考答案**\n\n见资料。[1]`
  if (rest.includes('更进一步的提示')) return `再想想：${line.slice(0, 30)} [1]`
  if (rest.includes('循序渐进'))
    return `### 讲解\n\n${line.slice(0, 60)} [1]\n\n用公式写是 $T(n)=O(1)$，运行看看：\n\n\`\`\`python\nstack = [1, 2]\nstack.append(3)\nprint(stack.pop())\n\`\`\`\n\n所以结论成立。[1]`
  return `**先给你一个提示：** 想一想资料里的这句话。\n\n${line.slice(0, 60)} [1]\n\n这就是要点。[2] 没有的出处会被去掉 [99]。`
}

/** Synonyms that the simulated vectors place near each other, although they share no character. */
const meanings = [/栈|后进先出|最后放的先拿/, /队列|先进先出|排队/, /递归|自己调用自己|套娃/, /鹦鹉|鸟/]

/** Vectors by meaning: one direction per group of synonyms, and one for all other words. */
function embedded({ input = [] }: Asked): object {
  const data = input.map((text, index) => {
    const counts = meanings.map((meaning) => text.match(new RegExp(meaning, 'g'))?.length ?? 0)
    return { index, embedding: [...counts, 0.1] }
  })
  return { object: 'list', data }
}

/** Prefers documents that share most characters with the question. */
function reranked({ query = '', documents = [] }: Asked): object {
  const results = documents.map((text, index) => ({
    index,
    relevance_score: [...new Set(query)].filter((sign) => text.includes(sign)).length,
  }))
  return { results: results.sort((a, b) => b.relevance_score - a.relevance_score) }
}

function answerJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function send(response: ServerResponse, chunk: object): void {
  response.write(`data: ${JSON.stringify({ object: 'chat.completion.chunk', ...chunk })}\n\n`)
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }))
}

async function readJson(request: IncomingMessage): Promise<Asked> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return JSON.parse(Buffer.concat(parts).toString())
}
