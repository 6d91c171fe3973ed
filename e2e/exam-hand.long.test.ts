import { expect, it } from 'vitest'
import { desktop, phone, visit } from './browser'
import { newStudent, publish } from './exam'
import { begin, heading, long, patient, saved } from './exam-hand-steps'

it(
  'a slow reload returns to the same question and does not count as 离开考试页面; time away before a reload counts',
  long,
  async () => {
    const exam = await publish()
    const token = await newStudent('刷新的考生')
    const visitor = await visit({ options: phone, token })
    const { page } = visitor
    await begin(page, exam)
    await page.getByRole('button', { name: '下一题' }).tap()
    await page.getByRole('button', { name: '下一题' }).tap()
    await heading(page, 3)
    await page.getByLabel('第 1 空').fill('10')
    await saved(page)
    // Delays the reload by 3 s, which is longer than the shortest absence that counts.
    await page.route(
      (url) => url.pathname === '/',
      async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 3000))
        await route.continue()
      },
    )
    await page.evaluate(() => {
      addEventListener('pagehide', () => {
        document.hasFocus = () => false
        dispatchEvent(new Event('blur'))
      })
    })
    await page.reload()
    await heading(page, 3)
    await saved(page)
    expect(await page.getByText('你离开了考试页面').count()).toBe(0)
    expect(await page.getByText(/离开页面 \d+ 次/).count()).toBe(0)

    // The page loses the focus for half a minute and is then reloaded.
    await page.evaluate(() => {
      const real = Date.now
      document.hasFocus = () => false
      Date.now = () => real() - 30_000
      dispatchEvent(new Event('blur'))
      Date.now = real
    })
    await page.reload()
    await page
      .getByText(/你离开了考试页面 (29|3[0-3]) 秒/)
      .first()
      .waitFor(patient)
    // The page counts only this absence, not the slow reload.
    await page.getByText('离开页面 1 次').waitFor(patient)
  },
)

it('a device whose exam was taken over locks when touched and lists answers that do not count', long, async () => {
  const exam = await publish()
  const token = await newStudent('换设备的考生')
  const first = await visit({ options: phone, token })
  await begin(first.page, exam)
  await first.page.getByRole('radio', { name: /选项 C/ }).tap()
  await saved(first.page)
  const second = await visit({ options: desktop, token })
  await second.page.evaluate((id) => {
    location.hash = `#/pages/exam/answer?id=${id}`
  }, exam)
  await second.page.getByRole('button', { name: '转到这里继续' }).click(patient)
  await heading(second.page, 1)
  // The touch itself must trigger this request: the next regular progress report may be 20 s away.
  const checked = first.page.waitForRequest((request) => request.url().includes('/v1/exam_save'), { timeout: 10_000 })
  await first.page.getByRole('button', { name: '下一题' }).tap()
  await checked
  await first.page.getByText('考试已转到另一台设备，这里只能查看').waitFor(patient)
  const radios = await first.page.getByRole('radio').all()
  expect(radios.length).toBeGreaterThan(1)
  for (const radio of radios) expect(await radio.isDisabled()).toBe(true)
  await radios[0]!.tap({ force: true })
  expect(await first.page.getByRole('radio', { checked: true }).count()).toBe(0)
  await second.page.keyboard.press('a')
  await saved(second.page)

  // An offline device does not know that another device took over the exam: answers given on it are listed as not
  // counting.
  await first.page.getByRole('button', { name: '转回这里' }).tap()
  await heading(first.page, 2)
  await first.context.setOffline(true)
  await first.page.getByRole('radio', { name: /选项 B/ }).tap()
  await second.page.getByText('考试已转到另一台设备，这里只能查看').waitFor(patient)
  await second.page.getByRole('button', { name: '转回这里' }).click()
  await heading(second.page, 1)
  await first.context.setOffline(false)
  await first.page.getByText(/第 2 题在这里最后的改动不计分/).waitFor(patient)
})
