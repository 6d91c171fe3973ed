import { expect, it } from 'vitest'
import { visit, widths } from './browser'
import { curriculum } from './catalogue'

/** Time of each response, so that placeholders are painted before the content. */
const delay = 400

const named =
  (path: string, kind: Parameters<typeof curriculum>[0], title: string): (() => Promise<string>) =>
  async () =>
    `${path}?id=${(await curriculum(kind, title)).id}`
const plain = (path: string) => async () => path

const routes = {
  首页: plain('pages/index/index'),
  书城: plain('pages/books/index'),
  学习: plain('pages/study/index'),
  我的: plain('pages/my/index'),
  课程详情: named('pages/course/details', 'course', 'Python 程序设计'),
  教材详情: named('pages/digital-textbooks/details', 'textbook', '数据结构与算法'),
  课时: named('pages/course/study', 'course', 'Python 程序设计'),
  教材: named('pages/digital-textbooks/study', 'textbook', '数据结构与算法'),
  未购买的书: named('pages/books/read', 'ebook', '怎样自学一门课'),
  练习: named('pages/bank/practice', 'bank', '计算机专业基础训练'),
  错题本: plain('pages/bank/wrong'),
  我的笔记: plain('pages/my/notes'),
  个人主页: plain('pages/my/home'),
  设置: plain('pages/setting/index'),
  运行代码: plain('pages/digital-textbooks/runcode'),
  'AI 助学': plain('pages/ai/index'),
}

it.each(widths)('pages do not move their content while they load (%s)', { timeout: 240_000 }, async (_, options) => {
  const { page, context, goto } = await visit({ as: '13800000001', options, route: 'pages/setting/about' })
  await context.addInitScript(() => {
    const shift = { sum: 0 }
    Object.assign(window, { shift })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shift.sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, delay))
    // The page may be left before the delay is over.
    await route.continue().catch(() => {})
  })
  const moved: Record<string, number> = {}
  for (const [name, route] of Object.entries(routes)) {
    await page.goto('about:blank')
    await goto(await route())
    // A page with a video goes on loading.
    await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => {})
    await page.waitForTimeout(delay)
    const sum = await page.evaluate(() => (window as unknown as { shift: { sum: number } }).shift.sum)
    if (sum >= 0.02) moved[name] = sum
  }
  expect(moved).toEqual({})
})
