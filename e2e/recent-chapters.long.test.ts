import { expect, it } from 'vitest'
import { phone, visit } from './browser'
import { curriculum, registerOwner } from './catalogue'
import { soon } from './player'
import { chaptersOf } from './reader'

it('offline copies are listed in chapter order, independent of when each was saved', {
  timeout: 120_000,
}, async () => {
  const book = await curriculum('ebook', '怎样自学一门课')
  const token = await registerOwner('爱排序的人', book.id)
  const chapters = await chaptersOf('ebook', book.id)
  const titles = chapters.slice(0, 4).map(({ title }) => title)
  const visitor = await visit({ options: phone, token })
  const { page } = visitor
  // Studies the book first, because only studied curricula can be selected.
  const heartbeat = page.waitForResponse((response) => response.url().includes('/v1/ebook_speed'), soon)
  await visitor.goto(`pages/books/read?id=${book.id}&chapter=${chapters[0]!.id}`)
  await heartbeat
  await visitor.goto('pages/study/offline')
  const save = async (first: boolean, chosen: string[]) => {
    if (first) {
      await page.getByRole('button', { name: '选择要保存的内容' }).tap(soon)
      await page.getByRole('button', { name: /怎样自学一门课/ }).tap(soon)
    } else await page.getByRole('button', { name: '添加' }).tap(soon)
    for (const title of chosen) await page.locator('dialog[open]').getByText(title, { exact: true }).tap(soon)
    await page.getByRole('button', { name: /保存到本机/ }).tap()
    await expect.poll(() => page.getByText(/^已保存 ·/).count(), soon).toBeGreaterThanOrEqual(chosen.length)
  }
  await save(true, [titles[3]!, titles[1]!])
  await expect.poll(() => page.getByText(/^已保存 ·/).count(), soon).toBe(2)
  await save(false, [titles[2]!, titles[0]!])
  await expect.poll(() => page.getByText(/^已保存 ·/).count(), soon).toBe(4)
  await page.reload()
  const links = page.getByRole('region', { name: '怎样自学一门课' }).getByRole('link')
  await expect.poll(() => links.count(), soon).toBe(4)
  const shown = await links.evaluateAll((all) => all.map((one) => one.firstElementChild!.textContent))
  expect(shown).toEqual(titles)
})
