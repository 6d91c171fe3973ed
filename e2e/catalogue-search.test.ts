import { expect, it } from 'vitest'
import { sampledWidths, visit } from './browser'
import { curriculum } from './catalogue'

it.each(sampledWidths)(
  'suggestions, results by kind and the search history work by keyboard (%s)',
  async (_name, options) => {
    const visitor = await visit({ route: 'pages/search/index', options })
    const { page } = visitor
    const box = page.getByRole('combobox')
    await expect.poll(() => box.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.type('数据')
    const options_ = page.getByRole('option')
    await options_.filter({ hasText: '数据结构与算法' }).first().waitFor()
    const count = await options_.count()
    await page.keyboard.press('ArrowDown')
    expect(await box.getAttribute('aria-activedescendant')).toBe(await options_.first().getAttribute('id'))
    // One full cycle: after the last suggestion, the next key press selects the input again.
    for (let step = 0; step < count; step++) await page.keyboard.press('ArrowDown')
    expect(await box.getAttribute('aria-activedescendant')).toBeNull()
    await page.keyboard.press('Enter')
    await page.waitForURL(/keyword=/)
    await page.locator('mark', { hasText: '数据' }).first().waitFor()
    await page.getByRole('tab', { name: /^数字教材 \d/ }).click()
    await page.waitForURL(/kind=textbook/)
    await page
      .getByRole('link', { name: /数据结构与算法/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: /^数据结构与算法/ }).waitFor()
    await page.goBack()
    await page.getByRole('tab', { name: /^数字教材 \d/, selected: true }).waitFor()

    await box.fill('')
    await page.getByRole('heading', { name: '搜索历史' }).waitFor()
    await page.getByRole('link', { name: '数据', exact: true }).waitFor()
    await page.getByRole('button', { name: '清空搜索历史' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '清空' }).click()
    await page.getByRole('heading', { name: '搜索历史' }).waitFor({ state: 'hidden' })
    expect(visitor.problems).toEqual([])
  },
)

it('finds a suggestion by its pinyin and opens it directly', async () => {
  const visitor = await visit({ route: 'pages/search/index' })
  const { page } = visitor
  const { id } = await curriculum('textbook', '离散数学')
  await page.getByRole('combobox').fill('lssx')
  await page
    .getByRole('option', { name: /离散数学/ })
    .first()
    .waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /^离散数学/ }).waitFor()
  expect(visitor.route()).toBe(`pages/digital-textbooks/details?id=${id}`)
})

it.each(['<img src=x onerror=alert(1)>', '%_%\\', "'; drop table users --", '没有这样的内容吧真的没有'])(
  'searching for %s finds nothing and causes no error',
  async (keyword) => {
    const visitor = await visit({ route: `pages/search/index?keyword=${encodeURIComponent(keyword)}` })
    const { page } = visitor
    await page.getByText(`没有找到和「${keyword}」有关的内容，换个词试试`).waitFor()
    await page.getByRole('link', { name: '去看看全部课程' }).waitFor()
    expect(visitor.problems).toEqual([])
  },
)
