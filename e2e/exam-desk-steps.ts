import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axe } from './axe'

/** `yyyy-mm-ddThh:mm` in Asia/Shanghai, some days from now. */
export const inDays = (days: number) => new Date(Date.now() + (days * 24 + 8) * 3_600_000).toISOString().slice(0, 16)

export const saved = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: /已保存 / })
    .waitFor()
export const rows = (page: Page) => page.locator('[data-paper-question]')

export async function isSound(page: Page, name: string): Promise<void> {
  expect(await axe(page), name).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBeLessThanOrEqual(0)
}
