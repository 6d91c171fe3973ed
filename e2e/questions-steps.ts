import type { Locator, Page } from 'playwright-core'

export const long = { timeout: 180_000 }
export const patient = { timeout: 45_000 }

/** The card of the component gallery that has an unanswered question of the given type. */
export const specimen = (page: Page, name: string) =>
  page.locator('.rounded-card').filter({ has: page.locator(`> p:text-is("${name}")`) })

export const rows = async (list: Locator) =>
  (await list.getByRole('listitem').allInnerTexts()).map((row) => row.split('\n').at(-1))
export const middle = async (place: Locator) => {
  const box = (await place.boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
