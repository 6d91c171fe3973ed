import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { axe } from './axe'
import { phone } from './browser'
import { openConsole, owner, prove, teacher } from './console'
import { newStudent } from './exam'

/** `yyyy-mm-ddThh:mm` in Asia/Shanghai, some days from now. */
const inDays = (days: number) => new Date(Date.now() + (days * 24 + 8) * 3_600_000).toISOString().slice(0, 16)

const saved = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: /已保存 / })
    .waitFor()
const titleField = (page: Page) => page.getByRole('textbox', { name: '考试名称' })
const rows = (page: Page) => page.locator('[data-paper-question]')

async function isSound(page: Page, name: string): Promise<void> {
  expect(await axe(page), name).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBeLessThanOrEqual(0)
}

/** Composes a paper of two found and two drawn questions. */
async function compose(page: Page, title: string): Promise<void> {
  await titleField(page).fill(title)
  await page.keyboard.press('Escape')
  const bank = page.getByRole('region', { name: '题库' })
  await bank.getByRole('searchbox', { name: '搜索题目' }).fill('栈')
  await bank.getByText(/^找到 \d+ 题/).waitFor()
  await bank
    .getByRole('button', { name: /^加入试卷：.*栈/ })
    .first()
    .click()
  await bank.getByText('已入卷', { exact: true }).waitFor()
  await bank
    .getByRole('button', { name: /^加入试卷：.*栈/ })
    .first()
    .click()
  await page.getByRole('button', { name: '按条件补题' }).click()
  const blueprint = page.getByRole('dialog', { name: '按条件抽题' })
  await blueprint.getByRole('textbox', { name: '题数' }).fill('200')
  await blueprint.getByRole('button', { name: '抽 200 题' }).click()
  await blueprint.getByText(/缺 \d+ 题，题库里不够/).waitFor()
  await blueprint.getByRole('textbox', { name: '题数' }).fill('2')
  await blueprint.getByRole('button', { name: '抽 2 题' }).click()
  await blueprint.getByRole('button', { name: '换一批' }).click()
  await blueprint.getByRole('button', { name: '2 题加入试卷' }).click()
  await expect.poll(() => rows(page).count()).toBe(4)
}

describe('exam desk', () => {
  it('composes a draft, keeps typed text after a reload, warns a second teacher, previews, publishes and withdraws', async () => {
    // Another class than the sample student's, whose exams other tests count.
    await newStudent('考生', undefined, '计算机 2402 班')
    const title = `单元测验 ${Date.now() % 100_000}`
    const { page, context, problems } = await openConsole('exams', teacher)
    await page.getByRole('row', { name: /数据结构期末考试/ }).waitFor()
    await isSound(page, 'list')
    await page.keyboard.press('n')
    await page.waitForURL(/\/exams\/drafts\/[\w-]+$/)
    const address = page.url()
    await compose(page, title)

    // Order by keys and by drag, removal with undo.
    const first = await rows(page).first().getAttribute('data-paper-question')
    await rows(page).first().focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(() => rows(page).nth(1).getAttribute('data-paper-question')).toBe(first)
    await rows(page).nth(1).dragTo(rows(page).first())
    await expect.poll(() => rows(page).first().getAttribute('data-paper-question')).toBe(first)
    await rows(page).first().focus()
    await page.keyboard.press('Delete')
    await expect.poll(() => rows(page).count()).toBe(3)
    await page.getByRole('button', { name: '撤销' }).click()
    await expect.poll(() => rows(page).count()).toBe(4)

    await page.getByRole('button', { name: '选班级' }).click()
    await page.getByRole('menuitemcheckbox', { name: /计算机 2402 班/ }).click()
    await page.keyboard.press('Escape')
    await page.getByLabel('开放时间，从').fill(inDays(9.2))
    await page.getByLabel('到', { exact: true }).fill(inDays(9.4))
    await page.getByRole('textbox', { name: '时长（分）' }).fill('45')
    await saved(page)
    await isSound(page, 'compose')

    // A lost connection and a reload lose nothing.
    await context.setOffline(true)
    await titleField(page).fill(`${title} 离线`)
    await page.getByText(/没有连上，已存在本机/).waitFor()
    await context.setOffline(false)
    await saved(page)
    await page.reload()
    await expect.poll(() => titleField(page).inputValue()).toBe(`${title} 离线`)
    expect(await rows(page).count()).toBe(4)
    expect(await page.getByLabel('到', { exact: true }).inputValue()).not.toBe('')

    // Two people on one draft: the second save is refused with a notice, and nothing is overwritten.
    const second = await openConsole(address.split('/console/')[1]!, owner)
    await second.page.getByText('王老师 也在编辑').waitFor()
    await context.setOffline(true)
    await titleField(page).fill(`${title} 我的`)
    await titleField(second.page).fill(title)
    await saved(second.page)
    await context.setOffline(false)
    const conflict = page.getByRole('dialog', { name: '秦站长改过这份草稿' })
    await conflict.getByRole('button', { name: '保留我的为副本' }).click()
    await page.waitForURL((url) => url.href !== address && url.pathname.includes('/exams/drafts/'))
    await expect.poll(() => titleField(page).inputValue()).toBe(`${title} 我的（我的副本）`)
    await page.goto(address)
    await expect.poll(() => titleField(page).inputValue()).toBe(title)

    await page.getByRole('button', { name: /^预览/ }).click()
    const frame = page.frameLocator('iframe[title="手机预览"]')
    await frame.getByText('1 / 4').waitFor()
    await frame.getByRole('button', { name: '下一题' }).click()
    await frame.getByText('2 / 4').waitFor()
    await page.getByRole('button', { name: '返回' }).click()
    await page.getByRole('button', { name: '打印' }).click()
    await page.getByRole('button', { name: '打印答案' }).waitFor()
    await isSound(page, 'print')
    await page.getByRole('button', { name: '返回' }).click()

    await page.getByRole('button', { name: /^发布/ }).click()
    const publish = page.getByRole('dialog', { name: '发布这场考试？' })
    const clash = publish.getByRole('region', { name: '时间冲突' })
    await clash.getByText(/数据结构期末考试/).waitFor()
    const button = publish.getByRole('button', { name: /^发布给 \d+ 人$/ })
    expect(await button.isDisabled()).toBe(true)
    await publish.getByRole('checkbox', { name: /仍然发布/ }).check()
    await isSound(page, 'publish')
    await button.click()
    await page.waitForURL(/\/exams\/[\w-]{36}$/)
    await page.getByRole('heading', { name: new RegExp(`^${title}.*未开始`) }).waitFor()
    await page.getByRole('region', { name: '试卷' }).getByRole('listitem').nth(3).waitFor()
    await isSound(page, 'overview')

    await page.getByRole('button', { name: '改时间…' }).click()
    const move = page.getByRole('dialog', { name: /改《.*》的时间/ })
    await move.getByLabel('开始', { exact: true }).fill(inDays(20))
    await move.getByRole('textbox', { name: /原因/ }).fill('教室另有安排')
    await move.getByRole('button', { name: /^改时间并通知 \d+ 人$/ }).click()
    await move.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: '撤回…' }).click()
    const withdraw = page.getByRole('dialog', { name: /^撤回《/ })
    await withdraw.getByRole('textbox', { name: /原因/ }).fill('改为随堂练习')
    await withdraw.getByRole('button', { name: /^撤回并通知 \d+ 人$/ }).click()
    await prove(page)
    await page.getByText(/撤回：改为随堂练习/).waitFor()
    expect(problems.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  }, 180_000)

  it('lists, reads and previews on a phone, and asks for a computer to compose', async () => {
    const { page } = await openConsole('exams?state=draft', teacher, { ...phone, colorScheme: 'dark' })
    await page.getByRole('listitem').filter({ hasText: '数据结构单元测验' }).getByRole('button').tap()
    await page.getByText(/选题、排序和设置请在电脑上打开/).waitFor()
    await page.getByText(/已保存 /).waitFor()
    await isSound(page, 'draft on a phone')
    await page.goto(`${inject('base')}/console/exams?state=scheduled`)
    await page.getByRole('listitem').filter({ hasText: '数据结构期末考试' }).getByRole('button').tap()
    await page.getByRole('region', { name: '操作' }).waitFor()
    await isSound(page, 'overview on a phone')
  })
})
