import type { Page } from 'playwright-core'

export const long = { timeout: 180_000 }
export const patient = { timeout: 45_000 }
export const saved = (page: Page) => page.getByText('已保存 · 断网也不会丢').waitFor(patient)
export const heading = (page: Page, number: number) =>
  page.getByRole('heading', { name: new RegExp(`第 ${number} 题，共 3 题`) }).waitFor(patient)

export async function begin(page: Page, exam: string): Promise<void> {
  await page.evaluate((id) => {
    location.hash = `#/pages/exam/answer?id=${id}`
  }, exam)
  await page.getByText('我已阅读考试须知').click(patient)
  await page.getByRole('button', { name: '开始考试' }).click()
  await heading(page, 1)
}
