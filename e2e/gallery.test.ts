import { expect, it } from 'vitest'
import { axe } from './axe'
import { desktop, phone, visit } from './browser'

it.each([
  ['phone, light', phone, 'light'],
  ['phone, dark', phone, 'dark'],
  ['desktop, light', desktop, 'light'],
  ['desktop, dark', desktop, 'dark'],
] as const)('axe finds nothing in the gallery of parts: %s', async (_name, options, colorScheme) => {
  const visitor = await visit({
    route: 'pages/test/test',
    options: { ...options, colorScheme, reducedMotion: 'reduce' },
  })
  await visitor.page.getByRole('heading', { name: '分页列表' }).waitFor()
  expect(await axe(visitor.page)).toEqual([])
  expect(visitor.problems).toEqual([])
  await visitor.context.close()
})

it.each([320, 390, 768, 1280, 1920])(
  'nothing is wider than a window of %i px, nor with text at 200 %%',
  async (width) => {
    const visitor = await visit({ route: 'pages/test/test', options: { viewport: { width, height: 800 } } })
    await visitor.page.getByRole('heading', { name: '分页列表' }).waitFor()
    const overflow = () =>
      visitor.page.evaluate(() => {
        const main = document.querySelector('main')!
        return Math.max(document.documentElement.scrollWidth - innerWidth, main.scrollWidth - main.clientWidth)
      })
    expect(await overflow()).toBeLessThanOrEqual(1)
    await visitor.page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect(await overflow()).toBeLessThanOrEqual(1)
    await visitor.context.close()
  },
)
