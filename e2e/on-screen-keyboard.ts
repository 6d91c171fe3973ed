import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Height of the emulated keyboard, and of the window above it, on a phone of 390 x 844. */
const height = 336
const aboveKeyboard = 844 - height

/**
 * `window`: the whole window becomes lower, as with `interactive-widget=resizes-content`. `viewport`: only the visual
 * viewport does, as in Safari.
 */
type Emulation = 'window' | 'viewport'

interface KeyboardWindow extends Window {
  coverByKeyboard(height: number): void
}

/** Runs in the page before its scripts: replaces the visual viewport, which a test cannot resize, by one of its own. */
export function installViewport(): void {
  const events = new EventTarget()
  let covered = 0
  const changed = () => events.dispatchEvent(new Event('resize'))
  const view = {
    get height() {
      return innerHeight - covered
    },
    get width() {
      return innerWidth
    },
    offsetTop: 0,
    offsetLeft: 0,
    pageTop: 0,
    pageLeft: 0,
    scale: 1,
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  }
  Object.defineProperty(globalThis, 'visualViewport', { value: view, configurable: true })
  Object.assign(globalThis, {
    coverByKeyboard: (height: number) => {
      covered = height
      changed()
    },
  })
  addEventListener('resize', changed)
}

async function raiseKeyboard(page: Page, emulation: Emulation): Promise<void> {
  if (emulation === 'window') await page.setViewportSize({ width: 390, height: aboveKeyboard })
  else await page.evaluate((by) => (window as unknown as KeyboardWindow).coverByKeyboard(by), height)
}

async function lowerKeyboard(page: Page): Promise<void> {
  await page.evaluate(() => {
    const focused = document.activeElement
    const field = focused?.shadowRoot?.activeElement ?? focused
    if (field instanceof HTMLElement) field.blur()
    ;(window as unknown as KeyboardWindow).coverByKeyboard(0)
  })
  await page.setViewportSize({ width: 390, height: 844 })
}

const typed =
  'input:not([type=checkbox], [type=radio], [type=file], [type=range], [readonly], :disabled), textarea:not([readonly], :disabled), [contenteditable=true]'

/** Fields of the open dialog, or else of the visible page. */
export async function fieldsOf(page: Page): Promise<Locator> {
  const dialog = page.locator('dialog[open]')
  const scope = (await dialog.count()) > 0 ? dialog.last() : page.locator('[data-page]:not([inert])').last()
  return scope.locator(typed).filter({ visible: true })
}

/**
 * Lists what the keyboard hides: the focused field; the button that submits it, if there is room for both; and buttons
 * of the page or dialog that cannot be scrolled into view.
 */
const hiddenByKeyboard = (page: Page) =>
  page.evaluate(() => {
    const edge = visualViewport!.height
    const deepest = (x: number, y: number) => {
      let hit = document.elementFromPoint(x, y)
      while (hit?.shadowRoot?.elementFromPoint(x, y)) {
        const inner: Element = hit.shadowRoot.elementFromPoint(x, y)!
        if (inner === hit) break
        hit = inner
      }
      return hit
    }
    /** Whether the element is above the keyboard and not covered; of a tall element, whether a part of 40 px is. */
    const isShown = (part: Element) => {
      const box = part.getBoundingClientRect()
      const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, edge)]
      if (bottom - top < Math.min(box.height, 40) - 1) return false
      const around = part.closest('label') ?? part
      const hit = deepest(box.left + Math.min(box.width / 2, 60), (top + bottom) / 2)
      return hit !== null && (around.contains(hit) || hit.contains(part))
    }
    const nameOf = (part: Element) =>
      `${part.tagName} ${part.ariaLabel ?? part.getAttribute('placeholder') ?? part.textContent?.slice(0, 20)}`
    const focused = document.activeElement
    const field = focused?.shadowRoot?.activeElement ?? focused
    if (!(field instanceof HTMLElement) || field === document.body) return ['no field has the focus']
    const hidden: string[] = []
    const edited = field.querySelector('.cm-activeLine') ?? field
    if (!isShown(edited)) hidden.push(`field ${nameOf(field)}`)
    const dialog = field.closest('dialog[open]') ?? focused?.closest('dialog[open]')
    const form = (focused ?? field).closest('form')
    const submit = form?.querySelector('[type=submit]')
    if (submit && submit.getBoundingClientRect().bottom - edited.getBoundingClientRect().top < edge - 130)
      if (!isShown(submit)) hidden.push(`submit ${nameOf(submit)}`)
    const scope = dialog ?? document.querySelector('[data-page]:not([inert])')!
    for (const button of scope.querySelectorAll<HTMLElement>('button, [role=button]')) {
      if (button.offsetWidth <= 1 || button.closest('[inert]') || !button.checkVisibility({ opacityProperty: true }))
        continue
      if (isShown(button)) continue
      button.scrollIntoView({ block: 'center', inline: 'center' })
      if (!isShown(button)) hidden.push(`button ${nameOf(button)}`)
    }
    field.scrollIntoView({ block: 'nearest' })
    return hidden
  })

/** Taps each field, raises the keyboard in both ways, and expects that nothing is hidden. Returns the number of fields. */
export async function tryKeyboard(page: Page): Promise<number> {
  const count = await (await fieldsOf(page)).count()
  for (let at = 0; at < count; at++) {
    for (const emulation of ['window', 'viewport'] as const) {
      const field = (await fieldsOf(page)).nth(at)
      await field.tap()
      await raiseKeyboard(page, emulation)
      await expect.poll(() => hiddenByKeyboard(page), { message: `${emulation}, field ${at + 1}` }).toEqual([])
      await lowerKeyboard(page)
    }
  }
  return count
}
