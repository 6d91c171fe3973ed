import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'

/** Starts a proxy that simulates deployments: each build appends its number to the service worker and the page. */
export async function deployable() {
  let build = 1
  const base = new URL(inject('base'))
  const server = createServer((incoming, outgoing) => {
    const altered = incoming.url === '/' ? `<meta name="build" content="${build}">` : `// ${build}`
    const alters = incoming.url === '/' || incoming.url === '/sw.js'
    const headers = { ...incoming.headers, ...(alters && { 'accept-encoding': 'identity', 'if-none-match': '' }) }
    const onward = request({
      host: base.hostname,
      port: base.port,
      path: incoming.url,
      method: incoming.method,
      headers,
    })
    onward.on('response', (answer) => {
      const { 'content-length': _, etag: __, ...rest } = answer.headers
      outgoing.writeHead(answer.statusCode!, alters ? rest : answer.headers)
      answer.pipe(outgoing, { end: !alters })
      if (alters) answer.on('end', () => outgoing.end(altered))
    })
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deploy: () => {
      build += 1
    },
    close: () => server.close(),
  }
}

/** Deploys, and waits until the new build's worker controls the page. */
export async function update(site: { deploy(): void }, page: Page): Promise<void> {
  site.deploy()
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', () => resolve())
        void navigator.serviceWorker.ready.then((registration) => registration.update())
      }),
  )
}

export const shownBuild = (page: Page) => page.locator('meta[name=build]').getAttribute('content')
