import { expect, it } from 'vitest'
import { visit } from './browser'

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
