import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { visit } from './browser'
import { serviceWorkerControls, withServiceWorker } from './service-worker'

it('once the files of the app are cached, any page opens offline', async () => {
  const { page, context, goto } = await visit({ as: '13800000001', options: withServiceWorker })
  await serviceWorkerControls(page)
  await context.setOffline(true)
  // A page whose code was never requested before.
  await goto('pages/setting/about')
  await page.reload()
  await page.getByRole('heading', { name: '关于我们' }).waitFor()
  await goto('pages/index/index')
  await page.reload()
  await page.getByRole('navigation', { name: '主导航' }).waitFor()
})

it('the service worker caches only the page itself and files with a hash in their names, no user data', async () => {
  const { page } = await visit({ as: '13800000001', options: withServiceWorker })
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.getByRole('navigation', { name: '主导航' }).waitFor()
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept).toContain('/')
  expect(kept.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(20)
  expect(kept.filter((path) => !path.startsWith('/assets/') && path !== '/' && path !== '/build-files.json')).toEqual(
    [],
  )
})

it('the app is installable: the manifest has a name, a start URL and existing icons', async () => {
  const { page } = await visit()
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')!
    return (await fetch(link.href)).json()
  })
  expect(manifest).toMatchObject({ name: '多享学', start_url: '/', display: 'standalone' })
  const sizes = await page.evaluate(
    (icons: { src: string; sizes: string }[]) =>
      Promise.all(
        icons.map(async ({ src }) => {
          const picture = new Image()
          picture.src = src
          await picture.decode()
          return `${picture.naturalWidth}x${picture.naturalHeight}`
        }),
      ),
    manifest.icons.filter(({ type }: { type: string }) => type === 'image/png'),
  )
  expect(sizes).toEqual(['192x192', '512x512', '512x512'])
})

/** Starts a proxy that simulates deployments: each build appends its number to the service worker and the page. */
async function deployable() {
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
async function update(site: { deploy(): void }, page: Page): Promise<void> {
  site.deploy()
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', () => resolve())
        void navigator.serviceWorker.ready.then((registration) => registration.update())
      }),
  )
}

const shownBuild = (page: Page) => page.locator('meta[name=build]').getAttribute('content')

it('a new build does not disturb typing and is used at the next load', async () => {
  const site = await deployable()
  const { page } = await visit({ options: withServiceWorker })
  await page.goto(`${site.url}/#/pages/search/index`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const typed = page.getByRole('combobox')
  await typed.fill('正在输入的话')
  await update(site, page)
  expect(await typed.inputValue()).toBe('正在输入的话')
  expect(await shownBuild(page)).toBe('1')
  await page.reload()
  expect(await shownBuild(page)).toBe('2')
  site.close()
})

it('with a full quota the service worker caches the page and the files that fit, and still gets the next build', async () => {
  const site = await deployable()
  const { page, context, problems } = await visit({ options: withServiceWorker })
  const devtools = await context.newCDPSession(page)
  const room = (quotaSize: number) => devtools.send('Storage.overrideQuotaForOrigin', { origin: site.url, quotaSize })
  const kept = () =>
    page.evaluate(async () => {
      const files = await (await caches.open('dxx-files')).keys()
      return { page: (await caches.match('/', { ignoreSearch: true })) !== undefined, files: files.length }
    })
  await room(600_000)
  await page.goto(`${site.url}/#/pages/setting/about`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const some = await kept()
  expect(some).toEqual({ page: true, files: expect.any(Number) })
  expect(some.files).toBeGreaterThan(0)
  expect(some.files).toBeLessThan(20)

  // With a quota of one byte the page itself does not fit: nothing is cached, and everything comes from the network.
  await room(1)
  await update(site, page)
  expect(await kept()).toEqual({ page: false, files: 0 })
  await page.reload()
  expect(await shownBuild(page)).toBe('2')
  await page.getByRole('heading', { name: '关于我们' }).waitFor()
  expect(problems).toEqual([])
  site.close()
})
