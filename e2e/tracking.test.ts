import { expect, it } from 'vitest'
import { visit } from './browser'
import { trackedBy } from './tracking-steps'

it('tracking sends no event before the privacy policy is accepted, then the start and each page', async () => {
  const visitor = await visit({ firstStart: true })
  const { page } = visitor
  const events = trackedBy(page)
  await page.clock.install()
  const deferred = page.waitForResponse(/\/assets\/start-deferred-/)
  await page.reload()
  const bar = page.getByRole('region', { name: '隐私说明' })
  await bar.waitFor()
  await page.clock.runFor(5000)
  // Importing the module again waits until the deferred startup work has run.
  await page.evaluate(`import(${JSON.stringify((await deferred).url())}).then(() => {})`)
  // Advances the clock by more than the delay after which events are sent.
  await page.clock.runFor(5000)
  expect(events).toEqual([])
  await bar.getByRole('button', { name: '同意', exact: true }).click()
  await visitor.goto('pages/setting/about')
  await expect
    .poll(() => events.map(({ name, page }) => `${name} ${page}`))
    .toEqual(['open pages/index/index', 'page pages/index/index', 'page pages/setting/about'])
})
