import { expect, it } from 'vitest'
import { visit } from './browser'
import { deployable, shownBuild, update } from './pwa-steps'
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
  const cachedPaths = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(cachedPaths).toContain('/')
  expect(cachedPaths.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(20)
  expect(
    cachedPaths.filter((path) => !path.startsWith('/assets/') && path !== '/' && path !== '/build-files.json'),
  ).toEqual([])
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
