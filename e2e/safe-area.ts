import type { Page } from 'playwright-core'

/** Safe area of a phone with a notch and a home bar. */
const insets = { top: 47, bottom: 34 }

/** Lists the controls covered by the notch at both scroll ends, and by the home bar at the end of the page. */
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
          // Elements below others or scrolled out of their box are not visible anyway.
          const hit = document.elementFromPoint(left + width / 2, middle)
          return hit && part.contains(hit) ? [`${part.ariaLabel ?? part.textContent?.slice(0, 20)} at ${middle}`] : []
        },
      )
    await scroll(0)
    const atTop = within((y) => y >= 0 && y < top)
    await scroll(1_000_000)
    return [...atTop, ...within((y) => (y >= 0 && y < top) || (y > innerHeight - bottom && y < innerHeight))]
  }, insets)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: {} })
  await devtools.detach()
  return covered
}
