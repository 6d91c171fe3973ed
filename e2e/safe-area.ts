import type { Page } from 'playwright-core'

/** Safe area of a phone with a notch and a home bar. */
const insets = { top: 47, bottom: 34 }

/** Lists the controls covered by the notch (scrolled to top and bottom) or by the home bar (scrolled to the bottom). */
export async function coveredControls(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets })
  const covered = await page.evaluate(async ({ top, bottom }) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const scrolled = [...document.querySelectorAll('*')].filter(
      (box) => box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY),
    )
    const scroll = async (to: number) => {
      for (const box of scrolled) box.scrollTop = to
      await frame()
      await frame()
    }
    const within = (isCovered: (y: number) => boolean) =>
      [...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, [role=tab], h1')].flatMap(
        (part) => {
          const { left, width, top: y, height } = part.getBoundingClientRect()
          const middle = y + height / 2
          if (
            width <= 1 ||
            !isCovered(middle) ||
            part.closest('[inert]') ||
            !part.checkVisibility({ opacityProperty: true })
          )
            return []
          // Skips elements that lie below others or are scrolled out of their box, because they are not visible.
          const hit = document.elementFromPoint(left + width / 2, middle)
          return hit && part.contains(hit) ? [`${part.ariaLabel ?? part.textContent?.slice(0, 20)} at ${middle}`] : []
        },
      )
    await scroll(0)
    const atTop = within((y) => y >= 0 && y < top)
    await scroll(1_000_000)
    const atEnd = within((y) => (y >= 0 && y < top) || (y > innerHeight - bottom && y < innerHeight))
    // Scrolls back, because a later check would find controls that a sticky bar covers in part.
    await scroll(0)
    return [...atTop, ...atEnd]
  }, insets)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: {} })
  await devtools.detach()
  return covered
}
