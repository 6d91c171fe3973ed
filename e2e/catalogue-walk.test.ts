import { expect, it } from 'vitest'
import { accessibilityTree, headings, nameless } from './accessibility-tree'
import { phone, visit } from './browser'
import { curriculum } from './catalogue'

it('home, search and details are usable by keyboard and screen reader, and every focus stop has a name', async () => {
  const { id } = await curriculum('course', 'Python 程序设计')
  const visitor = await visit({ options: { ...phone, reducedMotion: 'reduce' } })
  const { page } = visitor
  /** Presses Tab until an element with that name has the focus; fails on an unnamed element. */
  async function walkTo(name: RegExp): Promise<void> {
    const seen: string[] = []
    for (let step = 0; step < 60; step++) {
      await page.keyboard.press('Tab')
      const stop = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement
        const label = element.getAttribute('aria-label') ?? element.innerText ?? ''
        const box = element.getBoundingClientRect()
        return { name: label.replace(/\s+/g, ' ').trim(), seen: box.width > 0 && box.height > 0 }
      })
      expect(stop.name, `after ${seen.at(-1)}`).not.toBe('')
      seen.push(stop.name)
      if (name.test(stop.name)) return expect(stop.seen).toBe(true)
    }
    throw new Error(`${name} was not reached: ${seen.join(' | ')}`)
  }
  await page.getByRole('heading', { name: '精品课程' }).waitFor()
  /** Expects that every control and image has an accessible name, and that the given headings exist. */
  async function hear(...expected: string[]): Promise<void> {
    const nodes = await accessibilityTree(page)
    expect(nameless(nodes)).toEqual([])
    expect(headings(nodes)).toEqual(expect.arrayContaining(expected))
  }
  await hear('首页', '精品课程', '数字教材', '大家都在读', '题库')
  await walkTo(/^请输入关键字/)
  await page.keyboard.press('Enter')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('Python')
  await page.keyboard.press('Enter')
  await page.locator('mark').first().waitFor()
  await hear('搜索')
  // Screen readers skip the drawn cover, because it repeats the title that follows.
  await walkTo(/Python 程序设计 课程/)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /^Python 程序设计/ }).waitFor()
  expect(visitor.route()).toBe(`pages/course/details?id=${id}`)
  await hear('这门课适合谁')
  await walkTo(/^介绍/)
  await page.keyboard.press('ArrowRight')
  await page.getByText('第 1 章 起步').waitFor()
  await walkTo(/^1\.1 /)
  await walkTo(/^立即购买/)
  await page.keyboard.press('Enter')
  await page.getByLabel('手机号').waitFor()
})
