import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { dialog, newMobile, register, useToken } from './accounts'
import { axe } from './axe'
import { api, desktop, phone, visit } from './browser'
import { moveDeadline, newStudent, publish } from './exam'

const long = { timeout: 180_000 }
const patient = { timeout: 45_000 }
const saved = (page: Page) => page.getByText('已保存 · 断网也不会丢').waitFor(patient)
const heading = (page: Page, number: number) =>
  page.getByRole('heading', { name: new RegExp(`第 ${number} 题，共 3 题`) }).waitFor(patient)

async function enter(page: Page, exam: string, token: string): Promise<void> {
  await useToken(page, token)
  await page.evaluate((id) => {
    location.hash = `#/pages/exam/answer?id=${id}`
  }, exam)
}

async function begin(page: Page): Promise<void> {
  await page.getByText('我已阅读考试须知').click(patient)
  await page.getByRole('button', { name: '开始考试' }).click()
  await heading(page, 1)
}

/** What the server has of an attempt, as the next device would get it. */
async function onServer(token: string, exam: string) {
  const { answers } = await api(token).call('GET /v1/exam_start', {
    id: exam,
    device: crypto.randomUUID(),
    takeOver: true,
  })
  return answers
}

/** The API cannot be reached, while the page itself can: what a reload finds in a cached app. */
const unplug = (page: Page) => page.route('**/api/**', (route) => route.abort())
const plug = (page: Page) => page.unroute('**/api/**')

it('by touch: gate, lobby, answers, a flag, what is missing, the receipt, the analysis', long, async () => {
  const stranger = await visit({ options: phone })
  await useToken(stranger.page, await register(newMobile(), '路人'))
  await stranger.goto('pages/exam/index')
  await stranger.page.getByText('请先完成学生认证，认证通过的学生才能查看学校发布的考试！').waitFor(patient)
  await stranger.page.getByRole('link', { name: '学生认证' }).tap()
  await expect.poll(stranger.route).toBe('pages/my/auth?from=auth')
  await stranger.context.close()

  const exam = await publish()
  const token = await newStudent('考生甲')
  const visitor = await visit({ options: phone })
  const { page } = visitor
  await useToken(page, token)
  await visitor.goto('pages/exam/index')
  await page
    .getByRole('link', { name: /算法小测/ })
    .first()
    .waitFor(patient)
  expect(await axe(page)).toEqual([])
  await enter(page, exam, token)
  await page.getByText('请独立完成。').waitFor(patient)
  expect(await axe(page)).toEqual([])
  await begin(page)
  await page.getByRole('radio', { name: /选项 C/ }).tap()
  await page.getByRole('button', { name: '标记' }).tap()
  await saved(page)
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: '下一题' }).tap()
  await heading(page, 2)
  await page.getByRole('button', { name: '答题卡' }).tap()
  await dialog(page).getByRole('button', { name: '第 1 题，已作答，已标记' }).waitFor()
  await dialog(page).getByRole('button', { name: '交卷' }).tap()
  await page.getByText('还有2题未作答，确定交卷吗？').waitFor()
  await dialog(page).getByRole('button', { name: '取消' }).tap()
  await dialog(page)
    .getByRole('button', { name: /第 3 题/ })
    .tap()
  await heading(page, 3)
  await page.getByLabel('第 1 空').fill('10')
  await page.getByLabel('第 2 空').fill('11')
  await page.locator('footer').getByRole('button', { name: '交卷' }).tap()
  await page.getByText('还有1题未作答，确定交卷吗？').waitFor()
  await dialog(page).getByRole('button', { name: '交卷' }).tap()

  await page.getByRole('heading', { name: '交卷回执' }).waitFor(patient)
  await page.getByText(/作答 2 \/ 3 题/).waitFor()
  await page.getByRole('button', { name: '验证' }).tap()
  await page.getByText('与服务器上的答卷一致').waitFor(patient)
  await page.getByRole('link', { name: '全部解析' }).waitFor(patient)
  expect(await axe(page)).toEqual([])
  await page.getByRole('link', { name: '全部解析' }).tap()
  await page.getByRole('heading', { name: '解析', exact: true }).first().waitFor(patient)
  await visitor.goto('pages/exam/record')
  await page.getByRole('link', { name: /算法小测/ }).waitFor(patient)
  // A crowded machine may say 503 once; the page asks again by itself.
  expect(visitor.problems.filter((problem) => !problem.startsWith('503'))).toEqual([])
  await visitor.context.close()
})

it('by keyboard, with the network gone for minutes and a reload in between', long, async () => {
  const exam = await publish()
  const token = await newStudent('考生乙')
  const visitor = await visit({ options: desktop })
  const { page } = visitor
  await page.clock.install()
  await enter(page, exam, token)
  await begin(page)
  await page.keyboard.press('c')
  await saved(page)

  await unplug(page)
  await page.keyboard.press('Enter')
  await heading(page, 2)
  await page.keyboard.press('2')
  await page.getByText(/处作答等网络恢复后保存/).waitFor(patient)
  await page.clock.fastForward('04:00')
  await page.keyboard.press('ArrowRight')
  await heading(page, 3)
  await page.getByLabel('第 1 空').fill('10')
  await page.getByLabel('第 2 空').fill('11')
  await page.getByText('网络不通，作答已存在本机').waitFor(patient)

  await page.reload()
  await heading(page, 1)
  await page.getByRole('button', { name: '第 3 题，已作答' }).waitFor(patient)
  await plug(page)
  await saved(page)
  expect((await onServer(token, exam)).filter(({ answer }) => answer !== null)).toHaveLength(3)
  await visitor.context.close()
})

it('a second device takes over, the first one is told and may only look', long, async () => {
  const exam = await publish()
  const token = await newStudent('考生丙')
  const first = await visit({ options: phone })
  await enter(first.page, exam, token)
  await begin(first.page)
  await first.page.getByRole('radio', { name: /选项 C/ }).tap()
  await saved(first.page)

  const second = await visit({ options: desktop })
  await enter(second.page, exam, token)
  await second.page.getByRole('button', { name: '转到这里继续' }).click(patient)
  await heading(second.page, 1)
  expect(await second.page.getByRole('radio', { name: /选项 C/ }).isChecked()).toBe(true)
  await second.page.keyboard.press('a')
  await saved(second.page)

  await first.page.getByRole('radio', { name: /选项 B/ }).tap()
  await first.page.getByText('考试已转到另一台设备，这里只能查看').waitFor(patient)
  expect(await axe(first.page)).toEqual([])
  await second.page.reload()
  await heading(second.page, 1)
  expect(await second.page.getByRole('radio', { name: /选项 A/ }).isChecked()).toBe(true)
  await first.context.close()
  await second.context.close()
})

it(
  'the deadline passes while offline: read-only at once, handed in later, late steps said to be late',
  long,
  async () => {
    const exam = await publish()
    const token = await newStudent('考生丁')
    const visitor = await visit({ options: phone })
    const { page } = visitor
    await page.clock.install()
    await enter(page, exam, token)
    await begin(page)
    await page.getByRole('radio', { name: /选项 C/ }).tap()
    await saved(page)
    await unplug(page)
    await page.getByRole('button', { name: '下一题' }).tap()
    await heading(page, 2)
    await page.getByRole('radio', { name: /选项 A/ }).tap()
    await page.clock.fastForward('56:00')
    await page.clock.fastForward('05:00')
    await page.getByText('时间到。作答都在本机，网络恢复后自动交卷').waitFor(patient)
    await page.getByRole('radio', { name: /选项 B/ }).tap({ force: true })
    expect(await page.getByRole('radio', { name: /选项 A/ }).isChecked()).toBe(true)

    await moveDeadline(exam, Math.floor(Date.now() / 1000) - 60)
    await plug(page)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.getByText('到时自动交卷').waitFor(patient)
    await page.getByText(/作答 1 \/ 3 题/).waitFor(patient)
    await page.getByText(/有 1 步作答在截止后/).waitFor(patient)
    await visitor.context.close()
  },
)

it('more time reaches the student; leaving asks, is recorded and shown', long, async () => {
  const exam = await publish()
  const token = await newStudent('考生戊')
  const visitor = await visit({ options: phone })
  const { page } = visitor
  await enter(page, exam, token)
  await begin(page)
  await moveDeadline(exam, Math.floor(Date.now() / 1000) + 2 * 3600 + 30)
  await page.getByRole('radio', { name: /选项 C/ }).tap()
  await page.getByRole('timer', { name: /剩余时间 02:0/ }).waitFor(patient)

  await page.getByRole('button', { name: '返回' }).tap()
  await page.getByText('考试还在计时。').waitFor()
  await dialog(page).getByRole('button', { name: '继续作答' }).tap()

  // Another window comes to the front for a while: the page believes what it is told of its focus.
  await page.evaluate(() => {
    document.hasFocus = () => false
    dispatchEvent(new Event('blur'))
    const real = Date.now
    Date.now = () => real() + 20_000
    document.hasFocus = () => true
    dispatchEvent(new Event('focus'))
  })
  await page
    .getByText(/你离开了考试页面 \d+ 秒，已记录/)
    .first()
    .waitFor(patient)
  await page.getByText('离开页面 1 次').waitFor(patient)
  await visitor.context.close()
})
