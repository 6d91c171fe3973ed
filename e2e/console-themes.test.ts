import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { long } from '../server/src/testing/measurements'
import { axe } from './axe'
import { desktop, phone } from './browser'
import { openConsole, owner } from './console'

const paths = [
  { path: 'work', ready: '分给我的' },
  { path: 'overview', ready: '30 天日均' },
  { path: 'settings', ready: '退款双人审批限额' },
  { path: 'health', ready: '进程' },
  { path: 'users', ready: '认证' },
  { path: 'orders', ready: '已完成' },
  { path: 'posts', ready: '显示中' },
  { path: 'replies', ready: '换手机号' },
  { path: 'staff', ready: '秦站长' },
  { path: 'audit', ready: '进入管理台' },
  { path: 'account', ready: '这一处' },
  { path: 'more', ready: '退出管理台' },
  { path: 'exams', ready: '数据结构期末考试' },
  { path: 'grading', ready: '批阅' },
  { path: 'bank/drafts', ready: '选好一章，让 AI 先写几道' },
  { path: 'ai', ready: '每人每天的预算' },
  { path: 'work?closed=1', ready: '已处理' },
  { path: 'audit?keyword=nothing', ready: '没有符合条件的操作记录' },
]

/** Pages of classes, content, shelf and site; in `npm test` their own journeys cover them. */
const morePaths = [
  { path: 'classes', ready: '计算机 2401 班' },
  { path: 'bank', ready: '计算机专业基础训练' },
  { path: 'studio', ready: 'postgraduate-cs' },
  { path: 'codes', ready: '数据结构与算法' },
  { path: 'shelf', ready: '在售' },
  { path: 'shelf/order', ready: '没有推荐' },
  { path: 'shelf/collections', ready: '新建专题' },
  { path: 'shelf/seats', ready: '增加名额' },
  { path: 'coupons', ready: '使用中' },
  { path: 'coupons/codes', ready: '已过期' },
  { path: 'site', ready: '正在显示' },
  { path: 'site/articles', ready: 'wrong-book' },
  { path: 'site/help', ready: '账号与登录' },
  { path: 'site/versions', ready: '2.4.4' },
  { path: 'site/words', ready: '内置的' },
  { path: 'broadcasts', ready: '写消息' },
  { path: 'sales', ready: '每天的收款' },
  { path: 'campus', ready: '江城大学' },
  { path: 'classes/grades', ready: '没有找到班级' },
]

/** Lists whose first row is opened, so that the details are checked as well. */
const opened = long ? ['work', 'users', 'orders', 'posts', 'staff', 'audit'] : ['work']

/**
 * `npm test` checks half of the pages, each in one of two combinations of window and colours, and dialogs in light
 * colours; `npm run verify -- browser` checks everything in all four.
 */
const looks = [
  { theme: 'light', size: 'desktop' },
  { theme: 'dark', size: 'phone' },
  ...(long
    ? ([
        { theme: 'dark', size: 'desktop' },
        { theme: 'light', size: 'phone' },
      ] as const)
    : []),
] as const

const firstRow = (page: Page, path: string, size: string) =>
  path === 'work' || size === 'phone'
    ? page.getByRole('main').getByRole('listitem').getByRole('button').last()
    : page.getByRole('main').getByRole('row').nth(1)

describe('themes of the staff console', () => {
  it.each(looks)(
    'no page has an axe violation or overflows in $theme on a $size',
    async ({ theme, size }) => {
      const options = { ...(size === 'phone' ? phone : desktop), colorScheme: theme }
      const login = await openConsole('', undefined, options)
      await login.page.getByRole('button', { name: '登录', exact: true }).waitFor()
      expect(await axe(login.page)).toEqual([])

      const { page, problems } = await openConsole('staff', owner, options)
      const checked = long ? [...paths, ...morePaths] : paths.filter((_, at) => at % 4 === (theme === 'light' ? 0 : 2))
      for (const { path, ready } of checked) {
        await page.goto(`${inject('base')}/console/${path}`)
        await page.getByRole('main').getByText(ready).locator('visible=true').first().waitFor()
        expect(await axe(page), path).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(
          0,
        )
      }
      if (!long && theme === 'dark') return expect(problems).toEqual([])
      for (const path of opened) {
        await page.goto(`${inject('base')}/console/${path}`)
        await firstRow(page, path, size).click()
        const details = page.getByRole('dialog').or(page.getByRole('complementary')).or(page.getByRole('article'))
        await details.getByRole('button').last().waitFor()
        expect(await axe(page), `${path} opened`).toEqual([])
      }
      await page.goto(`${inject('base')}/console/work`)
      await page.getByRole('main').getByRole('listitem').first().waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog', { name: '搜索' }).getByRole('option').first().waitFor()
      expect(await axe(page), 'palette').toEqual([])
      await page.keyboard.press('Escape')
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: '快捷键' }).waitFor()
      expect(await axe(page), 'keys').toEqual([])

      await page.goto(`${inject('base')}/console/staff`)
      await page.getByRole('main').getByText('小许').first().click()
      await page.getByText('再授权一个角色').click()
      await page.getByRole('dialog', { name: '给小许授权' }).waitFor()
      expect(await axe(page), 'grant dialog').toEqual([])
      expect(problems).toEqual([])
    },
    240_000,
  )

  it.each(['orders', 'posts'])('J selects a row of %s, Enter opens it and Escape closes it', async (path) => {
    const { page } = await openConsole(path, owner)
    await page.getByRole('row').nth(1).waitFor()
    await page.keyboard.press('j')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('row')
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).pathname).toMatch(new RegExp(`/console/${path}/.+`))
    await page.keyboard.press('Escape')
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/console/${path}`)
  })

  it('a setting is changed and undone by keyboard, and every control of 站点状态 has a visible focus', async () => {
    const { page } = await openConsole('settings', owner)
    const toggle = page.getByRole('main').getByRole('switch').first()
    await toggle.waitFor()
    const before = await toggle.getAttribute('aria-checked')
    await toggle.focus()
    await page.keyboard.press('Space')
    await expect.poll(() => toggle.getAttribute('aria-checked')).not.toBe(before)
    await page.keyboard.press('z')
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe(before)
    await page.goto(`${inject('base')}/console/health`)
    await page.getByText('后台任务').waitFor()
    const controls = page.getByRole('main').locator('a, button, input, summary')
    for (let i = 0; i < (await controls.count()); i++) {
      await page.keyboard.press('Tab')
      const outline = await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)
      expect(outline).not.toBe('none')
    }
  })

  it('on a phone the console has tabs at the bottom, a card per row and details above the list', async () => {
    const { page } = await openConsole('staff', owner, phone)
    const tabs = page.getByRole('navigation', { name: '主导航' })
    await page.getByRole('listitem').filter({ hasText: '小许' }).getByRole('button').tap()
    const details = page.getByRole('dialog', { name: '小许' })
    await details.getByText('运营', { exact: true }).waitFor()
    await page.goBack()
    await details.waitFor({ state: 'hidden' })
    await tabs.getByRole('link', { name: '更多' }).tap()
    await page.getByRole('link', { name: '我的账号' }).tap()
    await page.getByRole('region', { name: '登录的设备' }).waitFor()
  })
})
