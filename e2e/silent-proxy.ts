import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inject } from 'vitest'

/** Starts a proxy that accepts requests matching `silent` and never responds to them. */
export async function startSilentProxy() {
  const target = new URL(inject('base'))
  const proxy = {
    base: '',
    silent: null as RegExp | null,
    /** Number of requests left without a response. */
    unanswered: 0,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
  const server = createServer((incoming, outgoing) => {
    if (proxy.silent?.test(`${incoming.method} ${incoming.url}`)) {
      proxy.unanswered += 1
      incoming.resume()
      return
    }
    const { method, headers, url } = incoming
    const onward = send({ hostname: target.hostname, port: target.port, path: url, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}
