import { expect, it } from 'vitest'
import { axe } from './axe'
import { desktop, phone, visit } from './browser'
import { curriculum } from './catalogue'
import { headings, nameless, spoken } from './spoken'

const python = () => curriculum('course', 'Python 程序设计')

/** Every page with something that is there once it is complete. */
async function pages(): Promise<[route: string, sign: string][]> {
  const { id } = await python()
  const { id: textbook } = await curriculum('textbook', '数据结构与算法')
  return [
    ['pages/index/index', '精品课程'],
    ['pages/books/index', '大家都在读'],
    ['pages/index/course', '没有更多了'],
    ['pages/bank/index', '没有更多了'],
    ['pages/search/index?keyword=%E7%AE%97%E6%B3%95', '数据结构与'],
    [`pages/course/details?id=${id}`, '这门课适合谁'],
    [`pages/course/details?id=${id}&tab=chapters`, '第 1 章 起步'],
    [`pages/course/details?id=${id}&tab=comments`, '人评分'],
    [`pages/evaluate/index?id=${id}&kind=course`, '总体评分'],
    [`pages/digital-textbooks/details?id=${textbook}&tab=related`, '数据库与 SQL'],
    ['pages/my/collect', '全部'],
    ['pages/my/browse', '全部'],
    ['pages/my/home', '公开笔记'],
    ['pages/evaluate/index', '我写的评价'],
  ]
}

it.each([
  ['phone, light', phone, 'light'],
  ['desktop, dark', desktop, 'dark'],
] as const)('axe finds nothing on any page: %s', { timeout: 180_000 }, async (_name, options, colorScheme) => {
  const visitor = await visit({ as: '13800000001', options: { ...options, colorScheme, reducedMotion: 'reduce' } })
  for (const [route, sign] of await pages()) {
    await visitor.page.goto('about:blank')
    await visitor.goto(route)
    await visitor.page.getByText(sign).filter({ visible: true }).first().waitFor()
    await visitor.page.waitForLoadState('networkidle')
    expect(await axe(visitor.page), route).toEqual([])
  }
  expect(visitor.problems).toEqual([])
  await visitor.context.close()
})

it.each([320, 1280])(
  'nothing is wider than a window of %i px, nor with doubled text',
  { timeout: 120_000 },
  async (width) => {
    const visitor = await visit({ as: '13800000001', options: { viewport: { width, height: 800 } } })
    const { page } = visitor
    for (const [route, sign] of await pages()) {
      await page.goto('about:blank')
      await visitor.goto(route)
      await page.getByText(sign).filter({ visible: true }).first().waitFor()
      for (const size of ['100%', '200%']) {
        const overflow = await page.evaluate((fontSize) => {
          document.documentElement.style.fontSize = fontSize
          const main = [...document.querySelectorAll('main')].find((one) => one.offsetParent !== null)!
          return Math.max(document.documentElement.scrollWidth - innerWidth, main.scrollWidth - main.clientWidth)
        }, size)
        expect(overflow, `${route} at ${size}`).toBeLessThanOrEqual(1)
      }
    }
    await visitor.context.close()
  },
)

it('home, search and details can be walked by keyboard and by ear, and every stop has a name', async () => {
  const { id } = await python()
  const visitor = await visit({ options: { ...phone, reducedMotion: 'reduce' } })
  const { page } = visitor
  /** Presses Tab until something of that name has the focus; answers the names on the way. */
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
  /** Everything that acts or shows says what it is, and headings lead through the page. */
  async function hear(...expected: string[]): Promise<void> {
    const heard = await spoken(page)
    expect(nameless(heard)).toEqual([])
    expect(headings(heard)).toEqual(expect.arrayContaining(expected))
  }
  await hear('首页', '精品课程', '数字教材', '大家都在读', '题库')
  await walkTo(/^请输入关键字/)
  await page.keyboard.press('Enter')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('Python')
  await page.keyboard.press('Enter')
  await page.locator('mark').first().waitFor()
  await hear('搜索')
  await walkTo(/^Python 程序设计/)
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
  await visitor.context.close()
})
