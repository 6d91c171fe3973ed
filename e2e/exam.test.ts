import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { dialog, fillCode, newMobile, register } from './accounts'
import { axe } from './axe'
import { api, desktop, phone, visit } from './browser'
import { moveDeadline, newStudent, publish } from './exam'

const long = { timeout: 180_000 }
const patient = { timeout: 45_000 }
const saved = (page: Page) => page.getByText('已保存 · 断网也不会丢').waitFor(patient)
const heading = (page: Page, number: number) =>
  page.getByRole('heading', { name: new RegExp(`第 ${number} 题，共 3 题`) }).waitFor(patient)

async function enter(page: Page, exam: string): Promise<void> {
  await page.evaluate((id) => {
    location.hash = `#/pages/exam/answer?id=${id}`
  }, exam)
}

async function begin(page: Page): Promise<void> {
  await page.getByText('我已阅读考试须知').click(patient)
  await page.getByRole('button', { name: '开始考试' }).click()
  await heading(page, 1)
}

/** Makes only the API unreachable: the page itself still loads, as from the service worker's cache. */
const unplug = (page: Page) => page.route('**/api/**', (route) => route.abort())
const plug = (page: Page) => page.unroute('**/api/**')

it(
  'an unverified user sees a notice; a student takes an exam by touch, from the lobby to the analysis',
  long,
  async () => {
    const stranger = await visit({ options: phone, token: await register(newMobile(), '路人') })
    await stranger.goto('pages/exam/index')
    await stranger.page.getByText('请先完成学生认证，认证通过的学生才能查看学校发布的考试！').waitFor(patient)
    await stranger.page.getByRole('link', { name: '学生认证' }).tap()
    await expect.poll(stranger.route).toBe('pages/my/auth?from=auth')

    const exam = await publish()
    const token = await newStudent('考生甲')
    const visitor = await visit({ options: phone, token })
    const { page } = visitor
    await visitor.goto('pages/exam/index')
    await page
      .getByRole('link', { name: /算法小测/ })
      .first()
      .waitFor(patient)
    expect(await axe(page)).toEqual([])
    await enter(page, exam)
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
    await page.getByText('还有 2 题未作答，确定交卷吗？').waitFor()
    await dialog(page).getByRole('button', { name: '取消' }).tap()
    await dialog(page)
      .getByRole('button', { name: /第 3 题/ })
      .tap()
    await heading(page, 3)
    await page.getByLabel('第 1 空').fill('10')
    await page.getByLabel('第 2 空').fill('11')
    await page.locator('footer').getByRole('button', { name: '交卷' }).tap()
    await page.getByText('还有 1 题未作答，确定交卷吗？').waitFor()
    await dialog(page).getByRole('button', { name: '交卷' }).tap()

    await page.getByRole('heading', { name: '交卷回执' }).waitFor(patient)
    await page.getByText(/作答 2 \/ 3 题/).waitFor()
    await page.getByRole('link', { name: '全部解析' }).waitFor(patient)
    expect(await axe(page)).toEqual([])
    await page.getByRole('link', { name: '全部解析' }).tap()
    await page.getByRole('heading', { name: '解析', exact: true }).first().waitFor(patient)
    await visitor.goto('pages/exam/record')
    await page.getByRole('link', { name: /算法小测/ }).tap(patient)
    await page.getByRole('button', { name: '验证' }).filter({ visible: true }).tap(patient)
    await page.getByText('与已收到的答卷一致').waitFor(patient)
    // The page of the exam leads to the submitted attempt too.
    await visitor.goto(`pages/exam/answer?id=${exam}`)
    await page.getByRole('link', { name: /^第 1 次/ }).tap(patient)
    await page.getByRole('heading', { name: '交卷回执' }).filter({ visible: true }).waitFor(patient)
    // An overloaded machine may return 503 once; the page retries by itself.
    expect(visitor.problems.filter((problem) => !problem.startsWith('503'))).toEqual([])
  },
)

/** Advances the page clock until the given seconds are left, and waits for the text `seen`. */
async function untilLeft(page: Page, seconds: number, seen: string): Promise<void> {
  const label = await page.getByRole('timer').getAttribute('aria-label')
  const left = label!
    .replace('剩余时间 ', '')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0)
  await Promise.all([page.getByText(seen).first().waitFor(patient), page.clock.fastForward((left - seconds) * 1000)])
}

/** Input methods by which the same exam is taken. */
const ways = [
  {
    name: 'a phone, by touch',
    options: phone,
    choose: (page: Page, letter: string) => page.getByRole('radio', { name: `选项 ${letter}` }).tap(),
    next: (page: Page) => page.getByRole('button', { name: '下一题' }).tap(),
  },
  {
    name: 'a desktop, by keyboard',
    options: desktop,
    choose: (page: Page, letter: string) => page.keyboard.press(letter.toLowerCase()),
    next: (page: Page) => page.keyboard.press('ArrowRight'),
  },
]

it.for(ways)(
  'offline on $name, answers survive 4 minutes and a reload; time warnings appear, and the deadline submits the exam',
  long,
  async (way) => {
    const exam = await publish()
    const token = await newStudent('考生乙')
    const visitor = await visit({ options: way.options, token })
    const { page } = visitor
    await page.clock.install()
    await page.reload()
    await enter(page, exam)
    await begin(page)
    await way.choose(page, 'C')
    await saved(page)

    await unplug(page)
    await way.next(page)
    await heading(page, 2)
    await way.choose(page, 'B')
    await page.getByText(/题的作答等网络恢复后保存/).waitFor(patient)
    await page.clock.fastForward('04:00')
    await page.getByText('网络不通，作答已存在本机').waitFor(patient)
    await page.reload()
    await heading(page, 2)
    await plug(page)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await saved(page)

    // The page clock was advanced by 4 minutes; the timer follows the server's clock again.
    await page.getByRole('timer', { name: /剩余时间 (00:)?5[6-9]:/ }).waitFor(patient)
    await unplug(page)
    await untilLeft(page, 1795, '距离交卷还有 30 分钟')
    await untilLeft(page, 295, '距离交卷还有 5 分钟')
    await way.choose(page, 'A')
    await untilLeft(page, 55, '距离交卷还有 1 分钟')
    await untilLeft(page, -5, '时间到。作答都在本机，网络恢复后自动交卷')
    await page.getByRole('radio', { name: '选项 B' }).click({ force: true })
    expect(await page.getByRole('radio', { name: '选项 A' }).isChecked()).toBe(true)

    await moveDeadline(exam, Math.floor(Date.now() / 1000) - 60)
    await plug(page)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.getByText('到时自动交卷').waitFor(patient)
    await page.getByText(/作答 2 \/ 3 题/).waitFor(patient)
    await page.getByText(/有 1 步作答在截止后/).waitFor(patient)
  },
)

it(
  'a second device takes over the exam; the first one shows a notice, becomes read-only, and can take the exam back',
  long,
  async () => {
    const exam = await publish()
    const token = await newStudent('考生丙')
    const first = await visit({ options: phone, token })
    await enter(first.page, exam)
    await begin(first.page)
    await first.page.getByRole('radio', { name: /选项 C/ }).tap()
    await saved(first.page)

    const second = await visit({ options: desktop, token })
    await enter(second.page, exam)
    await second.page.getByRole('button', { name: '转到这里继续' }).click(patient)
    await heading(second.page, 1)
    expect(await second.page.getByRole('radio', { name: /选项 C/ }).isChecked()).toBe(true)
    await second.page.keyboard.press('a')
    await saved(second.page)

    await first.page.getByRole('radio', { name: /选项 B/ }).tap()
    await first.page.getByText('考试已转到另一台设备，这里只能查看').waitFor(patient)
    expect(await axe(first.page)).toEqual([])
    await first.page.getByRole('button', { name: '转回这里' }).tap()
    await expect.poll(() => first.page.getByRole('radio', { name: /选项 A/ }).isChecked(), patient).toBe(true)
    await second.page.keyboard.press('d')
    await second.page.getByText('考试已转到另一台设备，这里只能查看').waitFor(patient)
  },
)

it(
  'the exam page shows an extended deadline and that leaving it was recorded, and keeps answers over an expired login',
  long,
  async () => {
    const exam = await publish()
    const mobile = newMobile()
    const token = await newStudent('考生戊', mobile)
    const visitor = await visit({ options: phone, token })
    const { page } = visitor
    await enter(page, exam)
    await begin(page)
    await moveDeadline(exam, Math.floor(Date.now() / 1000) + 2 * 3600 + 30)
    await page.getByRole('radio', { name: /选项 C/ }).tap()
    await page.getByRole('timer', { name: /剩余时间 02:0/ }).waitFor(patient)

    await page.getByRole('button', { name: '返回' }).tap()
    await page.getByText('考试还在计时。').waitFor()
    await dialog(page).getByRole('button', { name: '继续作答' }).tap()

    // Simulates 20 s with another window in front: the page detects that by hasFocus and the focus events.
    await page.evaluate(() => {
      document.hasFocus = () => false
      dispatchEvent(new Event('blur'))
      const real = Date.now
      Date.now = () => real() + 20_000
      document.hasFocus = () => true
      dispatchEvent(new Event('focus'))
      Date.now = real
    })
    await page
      .getByText(/你离开了考试页面 \d+ 秒，已记录/)
      .first()
      .waitFor(patient)
    await page.getByText('离开页面 1 次').waitFor(patient)

    await api(token).call('POST /v1/login_out', {})
    await page.getByRole('button', { name: '下一题' }).tap()
    await page.getByRole('radio', { name: /选项 B/ }).tap()
    await page.waitForURL(/login\/index\?redirect=/, patient)
    await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
    await fillCode(page, mobile, 'login')
    await heading(page, 2)
    await expect.poll(() => page.getByRole('radio', { name: /选项 B/ }).isChecked()).toBe(true)
    await saved(page)
    await page.getByRole('button', { name: '答题卡' }).tap()
    await dialog(page).getByRole('button', { name: '交卷' }).tap()
    await page.getByText('还有 1 题未作答，确定交卷吗？').waitFor()
    await dialog(page).getByRole('button', { name: '交卷' }).tap()
    await page.getByText(/作答 2 \/ 3 题/).waitFor(patient)
    await page.getByText(/离开考试页面 \d 次：/).waitFor(patient)
  },
)
