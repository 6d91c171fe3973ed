import { expect, it } from 'vitest'
import { api, phone, sampledWidths, visit } from './browser'
import { curriculum } from './catalogue'

it.each(sampledWidths)(
  'a guest goes from home to a course and back to the same scroll position (%s)',
  async (name, options) => {
    const visitor = await visit({ options })
    const { page } = visitor
    await page.getByRole('heading', { name: '精品课程' }).waitFor()
    await page.getByRole('heading', { name: '数字教材' }).waitFor()
    const course = await curriculum('course', 'Python 程序设计')
    await page.getByRole('region', { name: '精品课程' }).getByRole('link').first().click()
    await page.waitForURL(/pages\/index\/course$/)

    await page.getByRole('tab', { name: '计算机' }).click()
    await page.waitForURL(/classify=/)
    await page.getByRole('button', { name: '按价格从低到高' }).click()
    await page.waitForURL(/sort=price-up/)
    await page.getByRole('button', { name: /^价格，从低到高/ }).click()
    await page.waitForURL(/sort=price-down/)
    await page.getByRole('button', { name: '付费' }).click()
    await page.waitForURL(/price=paid/)
    const links = page.locator(`main:visible a[href*="pages/course/details"]`)
    await expect.poll(() => links.count()).toBeGreaterThan(1)
    const address = visitor.route()
    const scroller = page.locator('main:visible')
    await scroller.evaluate((main) => main.scrollTo(0, 40))
    const top = await scroller.evaluate((main) => main.scrollTop)
    await page.getByRole('link', { name: 'Python 程序设计' }).filter({ visible: true }).first().click()
    await page.getByRole('heading', { level: 1, name: /^Python 程序设计/ }).waitFor()
    expect(visitor.route()).toBe(`pages/course/details?id=${course.id}`)

    await page.goBack()
    await page.waitForURL(/price=paid/)
    await expect.poll(() => page.locator('main:visible').evaluate((main) => main.scrollTop)).toBe(top)
    expect(visitor.route()).toBe(address)
    await page.reload()
    await page.getByRole('button', { name: '付费', pressed: true }).waitFor()
    await expect.poll(() => page.locator('main:visible a[href*="pages/course/details"]').count()).toBeGreaterThan(1)
    expect(await page.getByRole('tab', { name: '计算机' }).getAttribute('aria-selected')).toBe('true')
    expect(visitor.problems, name).toEqual([])
  },
)

it.each([
  ['a guest', undefined, ['/api/v1/course_index']],
  ['a learner', '13800000001', ['/api/v1/course_index', '/api/v1/get_user_info', '/api/v1/message_unread']],
])('opening the home page as %s makes exactly the calls listed', async (_who, as, expected) => {
  const visitor = await visit({ as })
  const { page } = visitor
  await page.goto('about:blank')
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && calls.push(new URL(request.url()).pathname))
  await visitor.goto('')
  await page.getByRole('heading', { name: '精品课程' }).waitFor()
  await page.waitForLoadState('networkidle')
  // Without the call gvss (version and review switches), which every page makes once per start.
  expect(calls.filter((path) => path !== '/api/v130/gvss').sort()).toEqual(expected)
})

it('pulling down the home page reloads it', async () => {
  const visitor = await visit()
  const { page } = visitor
  await page.getByRole('heading', { name: '精品课程' }).waitFor()
  const again = page.waitForResponse(/course_index/)
  const client = await visitor.context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 195, y }] })
  await touch('touchStart', 300)
  // Stays below 200rpx, where a pull would open the second floor (二楼) instead.
  for (let y = 310; y <= 490; y += 15) await touch('touchMove', y)
  await page.getByText('松开立即刷新').waitFor()
  await touch('touchEnd')
  await again
  await page.getByText('刷新成功').waitFor()
})

it.each(sampledWidths)(
  'details show free and locked chapters and link to purchase and trial (%s)',
  async (_name, options) => {
    const { id } = await curriculum('course', 'Python 程序设计')
    const chapters = await api().call('GET /v1/course_chapter', { id })
    const trial = chapters.find(({ free, kind }) => free && kind !== 'part')!
    const locked = chapters.find((row) => row.locked)!
    const visitor = await visit({ route: `pages/course/details?id=${id}`, options })
    const { page } = visitor
    await page.getByText('¥9.9').filter({ visible: true }).waitFor()
    // A tab on phones, a link to the section on desktop.
    const section = page.getByRole('navigation', { name: '内容' }).getByRole('link', { name: '目录' })
    await page.getByRole('tab', { name: '目录' }).or(section).click()
    await page.waitForURL(/tab=chapters/)
    await page.getByRole('link', { name: new RegExp(`${trial.title}.*试看`) }).waitFor()

    await page.getByRole('button', { name: new RegExp(locked.title) }).click()
    const question = page.getByRole('dialog')
    await question.getByText('购买《Python 程序设计》后即可学习全部内容').waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })

    await page.getByRole('link', { name: '免费试看' }).click()
    await page.getByLabel('手机号').waitFor()
    const study = `/pages/course/study?id=${id}&chapter=${trial.id}`
    expect(visitor.route()).toBe(`pages/login/index?redirect=${encodeURIComponent(study)}`)
    await page.goBack()
    await page.getByRole('link', { name: '立即购买' }).click()
    await page.getByLabel('手机号').waitFor()
    expect(visitor.route()).toContain(encodeURIComponent(`/pages/buy/confirm?id=${id}`))
    expect(visitor.problems).toEqual([])
  },
)

it('each kind of curriculum has a details page; an unknown id shows an error and a link to other courses', async () => {
  const visitor = await visit()
  const { page } = visitor
  for (const [kind, title, route] of [
    ['ebook', '概率论的十二堂课', 'pages/books/details'],
    ['textbook', '数据结构与算法', 'pages/digital-textbooks/details'],
    ['bank', '计算机专业基础训练', 'pages/bank/details'],
  ] as const) {
    const { id } = await curriculum(kind, title)
    await visitor.goto(`${route}?id=${id}`)
    await page.getByRole('heading', { level: 1, name: new RegExp(`^${title}`) }).waitFor()
    await page.locator(`a[href="#/pages/buy/confirm?id=${id}"]`, { hasText: '立即购买' }).waitFor()
  }
  expect(visitor.problems).toEqual([])
  await visitor.goto('pages/course/details?id=00000000-0000-4000-8000-000000000000')
  await page.getByText('内容不存在或已下架，去看看别的吧').waitFor()
  await page.getByRole('link', { name: '看看别的课程' }).click()
  await page.waitForURL(/pages\/index\/course$/)
})

it('visited pages stay readable offline', async () => {
  const visitor = await visit({ route: 'pages/index/textbooks' })
  const { page, context } = visitor
  await page.getByRole('link', { name: '离散数学' }).first().click()
  await page.getByRole('heading', { level: 1, name: /^离散数学/ }).waitFor()
  await context.setOffline(true)
  await page.getByText('哎呀，网络信号丢失').waitFor()
  await page.getByRole('button', { name: '返回' }).click()
  await page.getByRole('link', { name: '数据库与 SQL' }).filter({ visible: true }).waitFor()
  await page.getByRole('link', { name: '离散数学' }).filter({ visible: true }).first().click()
  await page
    .getByRole('heading', { level: 1, name: /^离散数学/ })
    .filter({ visible: true })
    .waitFor()
  // Content that was not loaded before shows an error offline and loads when the network returns.
  await page.getByRole('tab', { name: '目录' }).filter({ visible: true }).click()
  await page.getByRole('button', { name: '重新加载' }).waitFor()
  await context.setOffline(false)
  await page.getByRole('button', { name: '重新加载' }).waitFor({ state: 'hidden' })
  await page.getByText('试读').first().waitFor()
})

it('a shared link opens the same page for another user', async () => {
  const { id } = await curriculum('textbook', '数据结构与算法')
  const visitor = await visit({
    route: `pages/digital-textbooks/details?id=${id}&qrcode=once`,
    options: { ...phone, permissions: ['clipboard-read', 'clipboard-write'] },
  })
  const { page } = visitor
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await page.getByRole('button', { name: '分享' }).click()
  await page.getByText('链接已复制，去粘贴给朋友吧').first().waitFor()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(new RegExp(`#/pages/digital-textbooks/details\\?id=${id}&r=share$`))
  const friend = await visit()
  await friend.page.goto(link)
  await friend.page.getByRole('heading', { level: 1, name: /^数据结构与算法/ }).waitFor()
})

it('the store filters by subject and shows other books on 换一换', async () => {
  const visitor = await visit()
  const { page } = visitor
  // Adds books to the response: the sample section has too few for 换一换 to show others.
  await page.route('**/api/v1/ebook_index', async (route) => {
    const answer = await route.fetch()
    const envelope = await answer.json()
    const { list } = envelope.data.shelves.find(({ title }: { title: string }) => title === '大家都在读')
    list.push(...list.map((item: object, place: number) => ({ ...item, id: `more-${place}`, title: `第 ${place} 本` })))
    await route.fulfill({ response: answer, json: envelope })
  })
  await visitor.goto('pages/books/index')
  await page.getByText('本周主打').waitFor()
  const readers = page.getByRole('region', { name: '大家都在读' })
  const titles = () => readers.getByRole('listitem').allInnerTexts()
  const before = await titles()
  expect(before).toHaveLength(3)
  await readers.getByRole('button', { name: '换一换' }).click()
  await expect.poll(titles).not.toEqual(before)
  await page.getByRole('tab', { name: '数学' }).click()
  await page.getByRole('link', { name: '离散数学' }).first().waitFor()
  await page.getByRole('link', { name: '数据结构与算法' }).waitFor({ state: 'hidden' })
  expect(visitor.problems).toEqual([])
})
