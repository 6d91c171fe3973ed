import type { Page } from 'playwright-core'

/** Lists the tap targets of the page that are smaller than 44 px. */
export function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parts = 'a[href], button, input, textarea, select, [role=button], [role=tab], [role=radio], [role=option]'
    // Skips links in running text, which are as high as their line, keyboard-only links, which have one pixel until
    // focused, and everything outside of an open dialog, which cannot be tapped.
    const modal = document.querySelector('dialog:modal')
    const tapped = [...document.querySelectorAll<HTMLInputElement>(parts)].filter(
      (part) =>
        part.checkVisibility() &&
        part.offsetWidth > 1 &&
        !part.disabled &&
        !part.closest('.prose, [inert]') &&
        (!modal || modal.contains(part)),
    )
    return tapped.flatMap((part) => {
      const around = part.closest('label') ?? part
      const large = [part, around].some(({ offsetWidth, offsetHeight }) => offsetWidth >= 44 && offsetHeight >= 44)
      if (large) return []
      around.scrollIntoView({ block: 'center', inline: 'center' })
      const { left, top, width, height } = around.getBoundingClientRect()
      // A tap at half of 44 px from the centre, minus rounding, must still hit the target.
      const missed = [
        [-21, 0],
        [21, 0],
        [0, -21],
        [0, 21],
      ].filter(([x = 0, y = 0]) => {
        const hit = document.elementFromPoint(left + width / 2 + x, top + height / 2 + y)
        return !hit || !around.contains(hit)
      })
      return missed.length > 0 ? `${part.ariaLabel ?? part.textContent} ${width}x${height}` : []
    })
  })
}
