import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SimulatorRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

export interface SimulatorResponse {
  status?: number
  headers?: Record<string, string>
  /** Sent as JSON unless it is a string. */
  body?: unknown
}

/** Starts a small loopback server that simulates an external service. */
export async function startSimulator(
  answer: (asked: SimulatorRequest) => SimulatorResponse | Promise<SimulatorResponse>,
  port = 0,
) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '/', 'http://simulator')
    send(
      response,
      await answer({
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      }),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: SimulatorResponse): void {
  const text = typeof body === 'string'
  response.writeHead(status, { 'content-type': text ? 'text/html; charset=utf-8' : 'application/json', ...headers })
  response.end(text ? body : body === undefined ? '' : JSON.stringify(body))
}
