import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { long } from '../server/src/testing/measurements'
import { newMobile, register } from './accounts'
import { axe } from './axe'
import { api, desktop, tokenOf, visit } from './browser'
import { curriculum } from './catalogue'
import { printedSheets } from './printed-sheets'
import { buy } from './shop'

const wide = { viewport: { width: 1440, height: 900 } }
const student = '13800000001'

/** Pages that show lists. `npm test` tests the first six, `npm run verify -- browser` all of them. */
const listPages = [
  'pages/order/index',
  'pages/my/collect',
  'pages/message/index',
  'pages/search/index?keyword=%E7%AE%97%E6%B3%95',
  'pages/exam/index',
  'pages/index/textbooks',
  'pages/index/index',
  'pages/books/index',
  'pages/study/index',
  'pages/my/index',
  'pages/my/browse',
  'pages/index/course',
  'pages/index/books',
  'pages/bank/index',
  'pages/bank/wrong',
  'pages/exam/record',
  'pages/message/list?kind=order',
  'pages/help/index',
  'pages/evaluate/index',
  'pages/article/index',
  'pages/article/agreement?id=1',
  'pages/download/index',
  'choose-location',
].slice(0, long ? undefined : 6)

/** Share of the window's width in which the page shows text, pictures or cards. */
const usedShare = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('[data-page]:not([inert]) > main')!
    const spans = [...main.querySelectorAll('img, svg, .bg-card, .rounded-card, p, h1, h2, span, a')]
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, height, bottom, top }) => width > 2 && height > 2 && bottom > 0 && top < innerHeight)
      .map(({ left, right }) => [Math.max(0, left), Math.min(innerWidth, right)] as const)
      .sort(([a], [b]) => a - b)
    let used = 0
    let end = 0
    for (const [left, right] of spans) {
      used += Math.max(0, right - Math.max(left, end))
      end = Math.max(end, right)
    }
    return used / innerWidth
  })

it('list pages use at least 60 % of a window of 1440 px', { timeout: 180_000 }, async () => {
  const visitor = await visit({ as: student, options: wide, route: 'pages/setting/about' })
  const { page } = visitor
  for (const route of listPages) {
    await visitor.goto(route)
    await page.waitForLoadState('networkidle')
    await expect
      .poll(() => page.locator('[data-page]:not([inert]) .animate-shimmer:not(:has(img)):visible').count())
      .toBe(0)
    await expect.poll(() => usedShare(page), { message: route, timeout: 15_000 }).toBeGreaterThanOrEqual(0.6)
    expect(await page.locator('[data-page]:not([inert]) h1').count(), route).toBe(1)
  }
  expect(visitor.problems).toEqual([])
})

it('in 浏览记录 and 收藏, the items of a day fill the width, even if there is only one', async () => {
  const visitor = await visit({ as: student, options: wide, route: 'pages/my/browse' })
  for (const route of ['pages/my/browse', 'pages/my/collect']) {
    await visitor.goto(route)
    const days = visitor.page.locator('[data-page]:not([inert]) [role="tabpanel"] section')
    await days.first().waitFor()
    const ends = await days.evaluateAll((sections) =>
      sections.map((section) => {
        const firstRow = [...section.querySelectorAll('li')].slice(0, 2)
        const right = Math.max(...firstRow.map((item) => item.getBoundingClientRect().right))
        return Math.round(section.getBoundingClientRect().right - right)
      }),
    )
    expect(ends, route).toEqual(ends.map(() => 0))
  }
})

it('the key / focuses the search of the top bar; suggestions open below it, results have filters at the left', async () => {
  const visitor = await visit({ route: 'pages/index/index', options: desktop })
  const { page } = visitor
  const box = page.getByRole('combobox', { name: '搜索全站' })
  await box.waitFor()
  await page.keyboard.press('/')
  await expect.poll(() => box.evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.type('数据结构')
  const option = page.getByRole('option', { name: /数据结构与算法/ }).first()
  await option.waitFor()
  expect((await option.boundingBox())!.y).toBeGreaterThan((await box.boundingBox())!.y)
  expect(visitor.route()).toBe('pages/index/index')
  await page.keyboard.press('Escape')
  await option.waitFor({ state: 'hidden' })
  await page.keyboard.press('Enter')
  await page.waitForURL(/pages\/search\/index\?keyword=/)
  const filter = page.getByRole('tab', { name: /^数字教材 \d/ })
  await filter.waitFor()
  const result = page.getByRole('link', { name: /数据结构与算法/ }).first()
  await result.waitFor()
  expect((await filter.boundingBox())!.x).toBeLessThan((await result.boundingBox())!.x)
  expect(await filter.getAttribute('href')).toMatch(/kind=textbook/)
  expect(await box.inputValue()).toBe('数据结构')
  expect(await axe(page)).toEqual([])
  // A key typed into a field is not a shortcut.
  await box.fill('a/b')
  expect(await box.inputValue()).toBe('a/b')
  expect(visitor.problems).toEqual([])
})

it('pages of the me area have one menu at the left, a breadcrumb and no second bar', async () => {
  const visitor = await visit({ as: student, route: 'pages/order/index', options: desktop })
  const { page } = visitor
  const menu = page.getByRole('navigation', { name: '个人中心' })
  for (const [name, path] of [
    ['我的收藏', 'pages/my/collect'],
    ['我的笔记', 'pages/my/notes'],
    ['消息中心', 'pages/message/index'],
    ['兑换中心', 'pages/exchange/index'],
    ['设置', 'pages/setting/index'],
    ['帮助', 'pages/help/index'],
    ['我的订单', 'pages/order/index'],
  ]) {
    await menu.filter({ visible: true }).getByRole('link', { name }).click()
    await expect.poll(() => visitor.route()).toBe(path)
    const here = menu.filter({ visible: true }).getByRole('link', { name })
    await expect.poll(() => here.getAttribute('aria-current')).toBe('page')
    expect(await page.getByRole('button', { name: '返回' }).filter({ visible: true }).count()).toBe(0)
  }
  const trail = page.getByRole('list', { name: '所在位置' }).filter({ visible: true })
  await trail.getByRole('link', { name: '我的' }).click()
  await expect.poll(() => visitor.route()).toBe('pages/my/index')
  await visitor.goto('pages/help/cs')
  const log = page.getByRole('log')
  await log.waitFor()
  const [column, composer] = [(await log.boundingBox())!, (await page.locator('form:has(textarea)').boundingBox())!]
  expect([composer.x, composer.width]).toEqual([column.x, column.width])
  expect(visitor.problems).toEqual([])
})

it('on pages of the me area every column begins at the height of the menu', async () => {
  const visitor = await visit({ as: student, route: 'pages/my/index', options: desktop })
  for (const [route, column] of [
    ['pages/my/index', 'header'],
    ['pages/my/home', '.bg-card:not(nav *)'],
    ['pages/my/notes', 'section'],
    ['pages/my/notes', 'a.bg-card'],
    ['pages/exchange/index', 'form'],
    ['pages/my/auth', '.bg-card:not(nav *)'],
  ] as const) {
    await visitor.goto(route)
    const main = visitor.page.locator('[data-page]:not([inert]) main')
    const menu = main.getByRole('navigation', { name: '个人中心' }).locator('ul')
    const first = main.locator(column).filter({ visible: true }).first()
    const top = async (box: Locator) => (await box.boundingBox())!.y
    await expect.poll(() => top(first), { message: `${route} ${column}` }).toBe(await top(menu))
  }
})

it('错题本 stands below its title, both columns begin at one height, and its shortcuts are visible without scrolling', async () => {
  const visitor = await visit({ as: student, route: 'pages/bank/wrong', options: wide })
  const { page } = visitor
  const first = page.getByRole('article').first()
  await first.waitFor()
  const overview = (await page.locator('main section').filter({ hasText: '今日待复习' }).boundingBox())!
  const title = (await page.getByRole('heading', { level: 1 }).boundingBox())!
  expect(Math.abs(overview.x - title.x)).toBeLessThanOrEqual(1)
  expect(Math.abs(overview.y - (await first.boundingBox())!.y)).toBeLessThanOrEqual(1)
  const hint = (await page.getByText('J K 换题').boundingBox())!
  expect(hint.y + hint.height).toBeLessThan(wide.viewport.height)
  // The column of the filters is higher than a low window; the keyboard brings its last filter into view.
  const low = { width: 1280, height: 600 }
  await page.setViewportSize(low)
  const last = page.getByRole('group', { name: '原因' }).getByRole('button').last()
  await last.focus()
  const filter = (await last.boundingBox())!
  expect(filter.y).toBeGreaterThan(0)
  expect(filter.y + filter.height).toBeLessThanOrEqual(low.height)
})

it('a window of 700 px has the top bar, no tab bar and two columns', async () => {
  const options = { viewport: { width: 700, height: 900 } }
  const visitor = await visit({ as: student, route: 'pages/exam/index', options })
  const { page } = visitor
  await page.getByRole('combobox', { name: '搜索全站' }).waitFor()
  expect(await page.locator('[data-tab-bar] *').count()).toBe(0)
  const columns = () =>
    page.evaluate(() => {
      const items = document.querySelectorAll('[data-page]:not([inert]) main li')
      return new Set([...items].map((item) => Math.round(item.getBoundingClientRect().left))).size
    })
  await expect.poll(columns).toBe(2)
})

/** Whether the second element is to the right of the first, at the same height of the window. */
async function isBeside(left: Locator, right: Locator): Promise<boolean> {
  const [a, b] = [(await left.boundingBox())!, (await right.boundingBox())!]
  return b.x >= a.x + a.width - 1 && b.y < a.y + a.height && a.y < b.y + b.height
}

it('a window of 800 px has two columns on home, 我的 and messages, and the reader a toolbar instead of a bottom bar', {
  timeout: 90_000,
}, async () => {
  const options = { viewport: { width: 800, height: 1000 } }
  const visitor = await visit({ as: student, route: 'pages/index/index', options })
  const page = visitor.page.locator('[data-page]:not([inert])')
  const categories = page.getByRole('navigation', { name: '分类' })
  await categories.waitFor()
  expect(await isBeside(page.locator('[aria-roledescription="轮播"]'), categories)).toBe(true)

  await visitor.goto('pages/my/index')
  const help = page.getByRole('link', { name: '帮助与客服' })
  await help.waitFor()
  const counts = page.locator('ul').filter({ has: visitor.page.getByRole('link', { name: /收藏$/ }) })
  expect((await help.boundingBox())!.x).toBeGreaterThan((await counts.boundingBox())!.x + 300)

  await visitor.goto('pages/message/index')
  const list = page.getByRole('region', { name: '消息', exact: true })
  await list.waitFor()
  expect(await isBeside(page.getByRole('region', { name: '消息的种类' }), list)).toBe(true)

  const { id } = await curriculum('textbook', '数据结构与算法')
  await visitor.goto(`pages/digital-textbooks/read?id=${id}`)
  await page.getByRole('button', { name: '目录栏' }).waitFor()
  expect(await page.getByRole('navigation', { name: '阅读工具' }).count()).toBe(0)
  await page.getByRole('button', { name: '目录栏' }).click()
  await page.getByRole('complementary', { name: '目录' }).waitFor()
  // Below 1100 px one pane is open at a time.
  await page.getByRole('button', { name: '笔记栏' }).click()
  await page.getByRole('complementary', { name: '笔记与讨论' }).waitFor()
  await page.getByRole('complementary', { name: '目录', exact: true }).waitFor({ state: 'detached' })
  await visitor.page.keyboard.press('Escape')
  await page.getByRole('complementary', { name: '笔记与讨论' }).waitFor({ state: 'detached' })
  expect(visitor.problems).toEqual([])
})

it('in windows of 768 px and 1280 px, the cards of the home page fill the last row and are as high as their neighbours', async () => {
  for (const width of [768, 1280]) {
    const options = { viewport: { width, height: 1600 } }
    const { page } = await visit({ as: student, route: 'pages/index/index', options })
    await page.getByRole('region', { name: '大家都在读' }).waitFor()
    const uneven = await page
      .locator('[data-page]:not([inert]) main section:not([aria-roledescription]) > ul')
      .evaluateAll((lists) =>
        lists
          .filter((list) => {
            const cards = [...list.children]
              .filter((item) => item.checkVisibility())
              .map((item) => item.firstElementChild!)
            const boxes = cards.map((card) => card.getBoundingClientRect())
            const last = boxes.at(-1)!
            const isHigher = boxes.some(({ top, bottom }) => top === last.top && Math.abs(bottom - last.bottom) > 1)
            return isHigher || Math.abs(list.getBoundingClientRect().right - last.right) > 1
          })
          .map((list) => list.parentElement!.getAttribute('aria-label')),
      )
    expect(uneven, String(width)).toEqual([])
  }
})

it('with text at 200 % the count stands beside the bell, clear of the avatar, and the dots lie on the banner', async () => {
  const visitor = await visit({ as: student, route: 'pages/index/index', options: desktop })
  const { page } = visitor
  const bell = page.getByRole('link', { name: /^消息，\d+ 条未读/ })
  await bell.waitFor()
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const icon = (await bell.locator('svg').boundingBox())!
  const count = (await bell.locator('.bg-danger').boundingBox())!
  expect(count.x).toBeGreaterThanOrEqual(icon.x + icon.width - 1)
  expect(count.y).toBeGreaterThanOrEqual(0)
  // The widest count does not reach the avatar.
  await bell.locator('.bg-danger').evaluate((badge) => {
    badge.textContent = '999+'
  })
  const widest = (await bell.locator('.bg-danger').boundingBox())!
  const avatar = (await page
    .getByRole('link', { name: /^我的，/ })
    .locator('> *')
    .boundingBox())!
  expect(avatar.x - widest.x - widest.width).toBeGreaterThan(4)
  const dot = (await page.getByRole('button', { name: '第 1 张', exact: true }).boundingBox())!
  const banner = (await page.locator('[aria-roledescription="轮播"] li > a > div').first().boundingBox())!
  expect(dot.y + dot.height).toBeLessThanOrEqual(banner.y + banner.height + 1)
})

it('a programming question fills the window with task, editor and output, and both dividers move', async () => {
  const token = await tokenOf(student)
  const bank = await curriculum('bank', '计算机专业基础训练')
  const { id } = await api(token).call('POST /v1/bank_practice_start', { bank: bank.id, mode: 'type', type: 'code' })
  const visitor = await visit({ token, route: `pages/exam/answer?practice=${id}`, options: desktop })
  const { page } = visitor
  const editor = page.locator('.code-editor')
  await editor.waitFor()
  const output = page.locator('.code-task').getByText('试运行后，结果显示在这里')
  const footer = (await page.locator('footer').boundingBox())!
  await expect.poll(async () => (await output.boundingBox())!.y).toBeLessThan(footer.y)
  for (const [name, key] of [
    ['题目和代码的分界', 'ArrowRight'],
    ['代码和输出的分界', 'ArrowUp'],
  ] as const) {
    const divider = page.getByRole('separator', { name })
    const before = await divider.getAttribute('aria-valuenow')
    await divider.press(key)
    expect(await divider.getAttribute('aria-valuenow')).not.toBe(before)
  }
  await page.getByText('按 Esc 再按 Tab 离开编辑器').waitFor()
  expect(visitor.problems).toEqual([])
})

it('the start of an exam stands below its rules, beside its facts, and is in view', async () => {
  const token = await tokenOf(student)
  const { list } = await api(token).call('GET /v1/exam_list', {})
  const { id } = list.find(({ title }) => title.includes('随堂测'))!
  const visitor = await visit({ token, route: `pages/exam/answer?id=${id}`, options: desktop })
  const { page } = visitor
  const start = page.getByRole('button', { name: '开始考试' })
  await start.waitFor()
  const facts = (await page.locator('section').filter({ hasText: '时长' }).last().boundingBox())!
  const rules = (await page.locator('section').filter({ hasText: '作答时会发生什么' }).last().boundingBox())!
  const button = (await start.boundingBox())!
  expect(button.x).toBeGreaterThan(facts.x + facts.width)
  expect(button.y).toBeGreaterThan(rules.y + rules.height)
  expect(button.y + button.height).toBeLessThan(desktop.viewport.height)
  expect(visitor.problems).toEqual([])
})

it('messages show the kinds at the left and the messages at the right', async () => {
  const visitor = await visit({ as: student, route: 'pages/message/index', options: desktop })
  const { page } = visitor
  const kinds = page.getByRole('region', { name: '消息的种类' }).filter({ visible: true })
  await kinds.getByRole('link', { name: /订单消息/ }).click()
  await expect.poll(() => visitor.route()).toBe('pages/message/list?kind=order')
  const list = page.getByRole('region', { name: '消息', exact: true }).filter({ visible: true })
  await list.getByText('购买成功').first().waitFor()
  expect((await kinds.boundingBox())!.x).toBeLessThan((await list.boundingBox())!.x)
  expect(visitor.problems).toEqual([])
})

it('details are one page with links to its sections; the title is visible once, the buy card stays in view', async () => {
  const { id } = await curriculum('course', 'Python 程序设计')
  const visitor = await visit({ route: `pages/course/details?id=${id}`, options: desktop })
  const { page } = visitor
  const links = page.getByRole('navigation', { name: '内容' })
  await links.getByRole('link', { name: '目录' }).waitFor()
  for (const name of ['介绍', '目录', /^评价/]) await page.getByRole('region', { name }).waitFor()
  const shownTitles = await page
    .locator('[data-page]:not([inert])')
    .getByText(/^Python 程序设计/)
    .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height > 2).length)
  expect(shownTitles).toBe(1)
  const card = page.getByRole('complementary', { name: '购买' })
  // The keyboard reaches the buy card before the links to the sections and the chapters.
  await page.getByRole('link', { name: '课程', exact: true }).last().focus()
  const focused: string[] = []
  for (let tabs = 0; tabs < 3; tabs++) {
    await page.keyboard.press('Tab')
    focused.push(await card.evaluate((box) => (box.contains(document.activeElement) ? 'card' : 'page')))
  }
  expect(focused).toContain('card')
  const comments = links.getByRole('link', { name: /^评价/ })
  expect(await comments.getAttribute('href')).toContain('tab=comments')
  await comments.click()
  await page.waitForURL(/tab=comments/)
  await expect.poll(() => comments.getAttribute('aria-current')).toBe('true')
  const top = async (name: RegExp) => (await page.getByRole('region', { name }).boundingBox())!.y
  await expect.poll(() => top(/^评价/)).toBeLessThan(200)
  expect((await card.boundingBox())!.y).toBeGreaterThan(0)
  // Opened by its URL, the page shows the section.
  await page.reload()
  await expect.poll(() => top(/^评价/), { timeout: 15_000 }).toBeLessThan(200)
  expect(await axe(page)).toEqual([])
  expect(visitor.problems).toEqual([])
})

it('tabs and conversations are links that can be opened in a new browser tab', async () => {
  const visitor = await visit({ as: student, route: 'pages/order/index', options: desktop })
  const { page, context } = visitor
  const tab = page.getByRole('tab', { name: '已完成' })
  const [opened] = await Promise.all([context.waitForEvent('page'), tab.click({ modifiers: ['Control'] })])
  await opened.waitForURL(/pages\/order\/index\?tab=done/)
  expect(await tab.getAttribute('aria-selected')).toBe('false')
  await tab.click()
  await page.waitForURL(/tab=done/)
  for (const [route, name, parameter] of [
    ['pages/exam/index', '已结束', 'tab=ended'],
    ['pages/exam/record', '章末测验', 'tab=test'],
    ['pages/help/feedback', '我的反馈', 'tab=mine'],
  ] as const) {
    await visitor.goto(route)
    const link = page.getByRole('tab', { name }).filter({ visible: true })
    expect(await link.getAttribute('href')).toContain(parameter)
    await link.click()
    await page.waitForURL(new RegExp(parameter))
  }
})

it('the banner of the home page has arrows and a button per slide', async () => {
  const visitor = await visit({ route: 'pages/index/index', options: desktop })
  const { page } = visitor
  const strip = page.locator('[aria-roledescription="轮播"] ul')
  await page.getByRole('button', { name: '下一张' }).click()
  await expect.poll(() => strip.getAttribute('aria-label')).toMatch(/^第 2 张/)
  await page.getByRole('button', { name: '第 1 张', exact: true }).click()
  await expect.poll(() => strip.getAttribute('aria-label')).toMatch(/^第 1 张/)
  expect(visitor.problems).toEqual([])
})

it('an order is printed as one sheet with its number, price and history, without navigation and buttons', async () => {
  const token = await register(newMobile())
  const { id } = await buy(token, 'textbook')
  const { no } = await api(token).call('GET /v130/order_info', { id })
  const visitor = await visit({
    token,
    route: `pages/order/details?id=${id}`,
    options: { ...desktop, colorScheme: 'dark' },
  })
  const { page } = visitor
  await page.getByText(no).waitFor()
  const sheets = await printedSheets(page)
  expect(sheets).toHaveLength(1)
  const text = sheets[0]!.replaceAll(/\s/g, '')
  for (const shown of ['订单详情', no, '数据库与SQL', '下单时间', '付款方式', '进度']) expect(text).toContain(shown)
  for (const hidden of ['题库考试', '申请退款', '打印订单', '我的收藏']) expect(text).not.toContain(hidden)
})

it('a page explains a login that another device ended, when the next call is rejected', async () => {
  const token = await register(newMobile())
  const visitor = await visit({ token, route: 'pages/my/index', options: desktop })
  const { page } = visitor
  await page.getByRole('navigation', { name: '个人中心' }).waitFor()
  await api(token).call('POST /v1/login_out', {})
  await page.getByRole('navigation', { name: '个人中心' }).getByRole('link', { name: '我的收藏' }).click()
  await page.getByText('登录已失效，可能在别处退出或改了密码，请重新登录').first().waitFor()
  await page.getByLabel('手机号').waitFor()
})
