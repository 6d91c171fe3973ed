import { expect, it } from 'vitest'
import { visit } from './browser'
import { curriculum, registerOwner } from './catalogue'
import { chapterWith } from './reader'

it('back closes the gallery also while its first picture is still loading', async () => {
  const { id } = await curriculum('course', 'Python 程序设计')
  const visitor = await visit({ as: '13800000001', route: `pages/course/details?id=${id}` })
  const { page } = visitor
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/held.webp', async (route) => {
    await released
    await route.abort()
  })
  await page.evaluate(() => {
    location.hash = '#/pages/filePreview/gallery?urls=/media/held.webp'
  })
  const gallery = page.getByRole('dialog', { name: '图片预览' })
  await gallery.waitFor()
  await page.goBack()
  await gallery.waitFor({ state: 'hidden' })
  release()
  await page.getByRole('button', { name: '写评价' }).or(page.getByRole('tab').first()).first().waitFor()
  expect(await page.locator('.pswp:visible').count()).toBe(0)
})

it('an unsaved change of a note survives a switch of tabs in the lesson and a reload', async () => {
  const { id } = await curriculum('course', 'Python 程序设计')
  const token = await registerOwner('改笔记的人', id)
  const visitor = await visit({ token })
  const { page } = visitor
  await visitor.goto(`pages/course/study?id=${id}`)
  const notes = page.getByRole('tab', { name: /笔记/ })
  await notes.tap()
  await page.getByLabel('记笔记').fill('先记一句')
  await page.getByRole('button', { name: '保存', exact: true }).tap()
  await page.getByRole('button', { name: '修改' }).first().tap()
  const field = page.getByLabel('修改笔记')
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
  await field.fill('改成两句，还没有保存')
  await page.getByRole('tab', { name: /目录/ }).tap()
  await notes.tap()
  expect(await field.inputValue()).toBe('改成两句，还没有保存')
  await page.reload()
  await notes.tap()
  expect(await field.inputValue()).toBe('改成两句，还没有保存')
  await page.getByRole('button', { name: '取消' }).tap()
  await page.getByText('先记一句').first().waitFor()
})

it('a link in a chapter opens another chapter, and back returns to the sentence with the link', async () => {
  const { id } = await curriculum('textbook', '数据结构与算法')
  const token = await registerOwner('看引用的人', id)
  const visitor = await visit({ token })
  const { page } = visitor
  const { id: from } = await chapterWith(token, id, ({ html }) => html?.includes('data-chapter=') === true)
  await visitor.goto(`pages/digital-textbooks/read?id=${id}&chapter=${from}`)
  const linked = page.locator('section:not([inert]) a[data-chapter]').first()
  await linked.scrollIntoViewIfNeeded()
  const top = await linked.evaluate((one) => one.getBoundingClientRect().top)
  await linked.tap()
  await expect.poll(() => visitor.route()).not.toContain(from)
  await page.goBack()
  await expect.poll(() => visitor.route()).toContain(from)
  await expect
    .poll(async () => Math.abs((await linked.evaluate((one) => one.getBoundingClientRect().top)) - top))
    .toBeLessThan(60)
})
