import { expect, it } from 'vitest'
import { openConsole, operator } from './console'

it('staff open the first waiting case by key, take it and leave a note for colleagues', async () => {
  const { page, problems } = await openConsole('work', operator)
  await page.getByRole('list', { name: '待办' }).getByRole('listitem').first().waitFor()
  await page.keyboard.press('j')
  await page.waitForURL(/\/work\/[\w-]+/)
  const opened = page.getByRole('article')
  await opened.getByRole('region', { name: '经过' }).waitFor()
  await page.keyboard.press('t')
  await opened.getByText('我在处理').waitFor()
  const note = `电话核实 ${Date.now()}`
  await opened.getByRole('textbox', { name: /写便签/ }).fill(note)
  await opened.getByRole('button', { name: '留便签' }).click()
  await opened.getByText(note).waitFor()
  expect(problems).toEqual([])
})
