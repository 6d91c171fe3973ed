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

it('nothing is wider than its window, nor with text at 200 %', { timeout: 180_000 }, async () => {
  const visitor = await visit({ route: 'pages/test/test', options: { viewport: { width: 320, height: 800 } } })
  const { page } = visitor
  await page.getByRole('heading', { name: '分页列表' }).waitFor()
  const overflow = (size: string) =>
    page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize
      const main = document.querySelector('main')!
      return Math.max(document.documentElement.scrollWidth - innerWidth, main.scrollWidth - main.clientWidth)
    }, size)
  for (const width of [320, 390, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    for (const size of ['100%', '200%']) {
      // The desktop's bar comes a moment after the window has grown.
      await expect.poll(() => overflow(size), { message: `${width} px, text at ${size}` }).toBeLessThanOrEqual(1)
    }
  }
  await visitor.context.close()
})

it('whatever can be tapped has 44 px for the finger', async () => {
  const visitor = await visit({ route: 'pages/test/test' })
  await visitor.page.getByRole('heading', { name: '分页列表' }).waitFor()
  const small = await visitor.page.evaluate(() => {
    const parts = 'a[href], button, input, textarea, select, [role=button], [role=tab], [role=radio], [role=option]'
    // Links inside sentences are as high as their line; what is for keys alone is a point until it has the focus.
    const tapped = [...document.querySelectorAll<HTMLInputElement>(`main :is(${parts})`)].filter(
      (part) => part.checkVisibility() && part.offsetWidth > 1 && !part.disabled && !part.closest('.prose'),
    )
    return tapped.flatMap((part) => {
      const label = part.labels?.[0] ?? part
      const large = [part, label].some(({ offsetWidth, offsetHeight }) => offsetWidth >= 44 && offsetHeight >= 44)
      if (large) return []
      label.scrollIntoView({ block: 'center' })
      const { left, top, width, height } = label.getBoundingClientRect()
      // Half of 44, less what rounding takes.
      const missed = [
        [-21, 0],
        [21, 0],
        [0, -21],
        [0, 21],
      ].filter(([x = 0, y = 0]) => {
        const hit = document.elementFromPoint(left + width / 2 + x, top + height / 2 + y)
        return !hit || !(label.contains(hit) || part.contains(hit))
      })
      return missed.length > 0 ? `${part.ariaLabel ?? part.textContent} ${width}x${height}` : []
    })
  })
  expect(small).toEqual([])
  await visitor.context.close()
})
