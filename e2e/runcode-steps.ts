import type { Page } from 'playwright-core'

export const route = (language: string) => `pages/digital-textbooks/runcode?language=${language}`
export const run = (page: Page) => page.getByRole('button', { name: '运行', exact: true })
export const output = (page: Page) => page.getByRole('region', { name: '程序输出' })
/** Playwright pierces open shadow roots by itself. */
export const editor = (page: Page, language: string) => page.getByRole('textbox', { name: `${language} 代码编辑区` })

/** Replaces the code by keyboard. Inserts it as one text, because the editor would indent typed lines once more. */
export async function write(page: Page, language: string, source: string): Promise<void> {
  await editor(page, language).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(source)
}
