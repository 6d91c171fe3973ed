import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { headers, maxSkew } from '@dxx/contract/signature'
import { configureApi } from './client'

export interface Received {
  method: string
  path: string
  /** Raw query string, without the question mark. */
  query: string
  body: string
  headers: IncomingMessage['headers']
}

/** `drop` cuts the connection, `hang` never responds, any other text is sent unchanged. */
export type Reply = { code: number; msg?: string; data?: unknown; status?: number } | 'drop' | 'hang' | string

export interface TestServer {
  received: Received[]
  /** Offset of the server's clock from the test's, in seconds. */
  ahead: number
  answer: (request: Received) => Reply | Promise<Reply>
  close(): Promise<void>
}

/** Starts an HTTP server that checks signature and time of each request with an implementation of its own. */
export async function startTestServer(): Promise<TestServer> {
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk) => chunks.push(chunk))
    incoming.on('end', async () => {
      const raw = Buffer.concat(chunks)
      const [path = '', query = ''] = (incoming.url ?? '').split('?')
      const request: Received = {
        method: incoming.method ?? '',
        path,
        query,
        body: raw.toString(),
        headers: incoming.headers,
      }
      test.received.push(request)
      const reply = refusal(request, raw) ?? (await test.answer(request))
      if (reply === 'hang') return
      if (reply === 'drop') return incoming.socket.destroy()
      if (typeof reply === 'string') return response.end(reply)
      const { status = 200, ...envelope } = reply
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(envelope))
    })
  })

  function refusal({ method, query, headers: sent }: Received, raw: Buffer): Reply | undefined {
    const timestamp = String(sent[headers.timestamp.toLowerCase()])
    const now = Math.floor(Date.now() / 1000) + test.ahead
    const payload = method === 'GET' ? Buffer.from(query) : raw
    const token = String(sent[headers.token.toLowerCase()] ?? '')
    const expected = createHmac('sha256', token).update(`${method}${timestamp}`).update(payload).digest('hex')
    if (expected !== sent.authorization) return { code: 8, msg: '签名错误', data: { error: 'bad-signature', now } }
    if (Math.abs(Number(timestamp) - now) > maxSkew) return { code: 8, msg: '时钟', data: { error: 'clock-skew', now } }
    return undefined
  }

  const test: TestServer = {
    received: [],
    ahead: 0,
    answer: () => ({ code: 1, data: {} }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  configureApi({ base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api` })
  return test
}
