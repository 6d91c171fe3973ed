import { expect, it } from 'vitest'
import { visit } from './browser'
import { deployable, shownBuild, update } from './pwa-steps'
import { withServiceWorker } from './service-worker'

it('with a full quota the service worker caches the page and the files that fit, and still gets the next build', async () => {
  const site = await deployable()
  const { page, context, problems } = await visit({ options: withServiceWorker })
  const devtools = await context.newCDPSession(page)
  const room = (quotaSize: number) => devtools.send('Storage.overrideQuotaForOrigin', { origin: site.url, quotaSize })
  const cachedPaths = () =>
    page.evaluate(async () => {
      const files = await (await caches.open('dxx-files')).keys()
      return { page: (await caches.match('/', { ignoreSearch: true })) !== undefined, files: files.length }
    })
  await room(600_000)
  await page.goto(`${site.url}/#/pages/setting/about`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const some = await cachedPaths()
  expect(some).toEqual({ page: true, files: expect.any(Number) })
  expect(some.files).toBeGreaterThan(0)
  expect(some.files).toBeLessThan(20)

  // With a quota of one byte the service worker cannot cache the page: every request goes to the network.
  await room(1)
  await update(site, page)
  expect(await cachedPaths()).toEqual({ page: false, files: 0 })
  await page.reload()
  expect(await shownBuild(page)).toBe('2')
  await page.getByRole('heading', { name: '关于我们' }).waitFor()
  expect(problems).toEqual([])
  site.close()
})
