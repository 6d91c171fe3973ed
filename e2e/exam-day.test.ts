import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { dialog, useToken } from './accounts'
import { axe } from './axe'
import { api, phone, type Visitor, visit } from './browser'
import { openConsole, owner, prove } from './console'
import { newStudent, publish, withDb } from './exam'

const patient = { timeout: 45_000 }
const markup = '<img src=x onerror="globalThis.hit=1">'
const saved = (page: Page) => page.getByText('已保存 · 断网也不会丢').waitFor(patient)
/** Seconds on the clock: 59:30 or 1:09:30. */
const timeLeft = async (page: Page) =>
  ((await page.getByRole('timer').innerText()).match(/\d+/g) ?? []).reduce((sum, part) => sum * 60 + Number(part), 0)

async function beginOnPhone(exam: string, token: string): Promise<Visitor> {
  const visitor = await visit({ options: phone })
  await useToken(visitor.page, token)
  await visitor.page.evaluate((id) => {
    location.hash = `#/pages/exam/answer?id=${id}`
  }, exam)
  await visitor.page.getByText('我已阅读考试须知').click(patient)
  await visitor.page.getByRole('button', { name: '开始考试' }).click()
  await visitor.page.getByRole('heading', { name: /第 1 题，共 3 题/ }).waitFor(patient)
  return visitor
}

/** A touch asks the server for news, instead of waiting for the next report. */
async function untilShown(page: Page, text: string | RegExp, isShown = true): Promise<void> {
  await expect
    .poll(async () => {
      await page.getByRole('timer').click()
      return page.getByText(text).first().isVisible()
    }, patient)
    .toBe(isShown)
}

/** Ends the exam and its grace period now. */
const end = (exam: string) =>
  withDb((db) => {
    const over = Math.floor(Date.now() / 1000) - 60
    return db.updateTable('exams').set({ ends_at: over, closes_at: over }).where('uid', '=', exam).execute()
  })

it('an exam day: offline, taken over, absent, message, extension, pause, regrade, export, appeal and its answer', {
  timeout: 240_000,
}, async () => {
  const exam = await publish({ attempts: 1, analysis: 'ended', title: '考试日' })
  const [first, second] = [await newStudent('断网的考生'), await newStudent('换设备的考生')]
  await newStudent('缺考的考生')
  const { token } = await api('').call('POST /v1/login_password', { mobile: owner, password: 'Study2026' })
  const staff = api((await api(token).call('POST /staff/v1/session_open', {})).token)

  const authored = await staff.call('GET /staff/v1/exam_paper', { id: exam })
  const [question] = authored.questions
  const [key] = authored.keys[0]!.keys
  if (question?.type !== 'single' || key?.type !== 'single') throw new Error('the first question is not 单选')
  const wrong = question.options.find(({ id }) => !key.options.includes(id))!.id
  const letterOf = (options: { id: string }[]) => 'ABCDEF'[options.findIndex(({ id }) => id === wrong)]

  // The second student's paper, on another device; both students see the same order.
  const elsewhere = api(second)
  const b = await beginOnPhone(exam, second)
  const paper = await elsewhere.call('GET /v1/exam_start', { id: exam, device: randomUUID(), takeOver: true })
  const [single, judge] = paper.questions
  if (single?.type !== 'single') throw new Error('the first question is not 单选')

  // The first student answers 单选 wrong and loses the network before 判断.
  const a = await beginOnPhone(exam, first)
  await a.page.getByRole('radio', { name: new RegExp(`选项 ${letterOf(single.options)}`) }).tap()
  await saved(a.page)
  await a.page.route('**/api/**', (route) => route.abort())
  await a.page.getByRole('button', { name: '下一题' }).tap()
  await a.page.getByRole('radio', { name: /错/ }).tap()
  await a.page.getByText('网络不通，作答已存在本机').waitFor(patient)
  await a.page.unroute('**/api/**')
  await untilShown(a.page, '网络不通', false)
  await saved(a.page)

  // The second student is taken over by another device and submits there, all right but 填空.
  await untilShown(b.page, '考试已转到另一台设备')
  const at = paper.now
  await elsewhere.call('POST /v1/exam_submit', {
    attempt: paper.attempt.id,
    epoch: paper.epoch,
    steps: [
      { seq: 1, question: single.id, answer: { type: 'single', options: key.options }, at },
      { seq: 2, question: judge!.id, answer: { type: 'judge', value: false }, at },
    ],
  })

  const before = await timeLeft(a.page)
  await staff.call('POST /staff/v1/exam_message', { exam, body: `第三题的单位是次${markup}` })
  await staff.call('POST /staff/v1/exam_extend', { exam, minutes: 10, reason: '网络故障' })
  await untilShown(a.page, `第三题的单位是次${markup}`)
  await expect.poll(() => timeLeft(a.page), patient).toBeGreaterThan(before + 500)
  await a.page.getByRole('button', { name: '知道了' }).tap()
  await staff.call('POST /staff/v1/exam_pause', { exam, reason: '停电' })
  await untilShown(a.page, '考试已暂停：停电')
  expect(await axe(a.page)).toEqual([])
  const stopped = await timeLeft(a.page)
  await a.page.getByRole('button', { name: '下一题' }).tap()
  await a.page.getByLabel('第 1 空').fill('10')
  await a.page.getByLabel('第 2 空').fill('11')
  await saved(a.page)
  expect(await timeLeft(a.page)).toBe(stopped)
  await staff.call('POST /staff/v1/exam_resume', { exam })
  await untilShown(a.page, '考试已暂停', false)
  await a.page.getByRole('button', { name: '老师的消息 1 条' }).tap()
  await dialog(a.page).getByText('第三题的单位是次').waitFor()
  await a.page.keyboard.press('Escape')
  await a.page.locator('footer').getByRole('button', { name: '交卷' }).tap()
  await dialog(a.page).getByRole('button', { name: '交卷' }).tap()
  await a.page.getByRole('heading', { name: '交卷回执' }).waitFor(patient)
  await end(exam)

  // 2 points each: the first has 判断 and 填空, the second 单选 and 判断.
  const figures = async () => (await staff.call('GET /staff/v1/exam_statistics', { exam })).all
  await expect.poll(async () => (await figures()).scored, patient).toBe(2)
  expect(await figures()).toMatchObject({ average: 4, median: 4, best: 4, worst: 4, deviation: 0 })
  const desk = await openConsole(`exams/${exam}/results?state=absent&keyword=缺考的`, owner)
  await desk.page.getByRole('row', { name: /缺考的考生/ }).waitFor(patient)
  expect(await axe(desk.page)).toEqual([])

  // The first student's option counts as right as well.
  await desk.page.getByRole('link', { name: '改评分' }).click()
  await desk.page.getByRole('button', { name: /^1\./ }).click()
  await desk.page
    .getByRole('region', { name: '算对的答案 1' })
    .getByRole('radio', { name: new RegExp(`选项 ${letterOf(question.options)}`) })
    .click()
  await desk.page.getByRole('button', { name: '看看影响' }).click()
  await desk.page.getByText('1 人加分，0 人减分').waitFor(patient)
  await desk.page.getByLabel('原因（学生会看到）').fill('这个选项也说得通')
  expect(await axe(desk.page)).toEqual([])
  await desk.page.getByRole('button', { name: '生效，改 1 人的成绩' }).click()
  await desk.page.getByRole('button', { name: '1 份有变：1 加 0 减' }).waitFor(patient)
  const after = await figures()
  expect(after).toMatchObject({ average: 5, best: 6, worst: 4 })
  expect(after.deviation).toBeCloseTo(Math.SQRT2, 2)

  await desk.page.getByRole('link', { name: '成绩', exact: true }).click()
  await desk.page.getByRole('button', { name: '导出成绩' }).click()
  const sheet = dialog(desk.page)
  await sheet.getByLabel('格式').selectOption('csv')
  const downloading = desk.page.waitForEvent('download', patient)
  await sheet.getByRole('button', { name: '导出', exact: true }).click()
  await prove(desk.page)
  const csv = (await buffer(await (await downloading).createReadStream())).toString()
  const line = csv.split('\r\n').find((row) => row.includes('断网的考生'))!
  expect(csv.startsWith('\uFEFF名次,姓名')).toBe(true)
  expect(line).toMatch(/^1,断网的考生,.*,6,\d+,\d+,2,2,2$/)

  // The student sees the correction, asks about 单选, and reads the answer.
  await a.page.reload()
  await a.page.getByText('这个选项也说得通').waitFor(patient)
  await a.page.getByRole('button', { name: /申请复核/ }).tap()
  await a.page.getByRole('button', { name: '申请复核', exact: true }).first().tap()
  await dialog(a.page).getByLabel('理由').fill(`请说明为什么${markup}`)
  await dialog(a.page).getByRole('button', { name: '提交申请' }).tap()
  await a.page.getByText(`请说明为什么${markup}`).waitFor(patient)
  // No button of the list may lie under the bar at the foot.
  await a.page.getByRole('heading', { name: '每题得分' }).evaluate((heading) => heading.scrollIntoView())
  expect(await axe(a.page)).toEqual([])
  await desk.page.getByRole('link', { name: '复核申请' }).click()
  await desk.page.getByRole('button', { name: /断网的考生 · 第 1 题/ }).click()
  await desk.page.getByText(`请说明为什么${markup}`).last().waitFor(patient)
  await desk.page.getByLabel('给学生的话').fill('两种说法教材里都有')
  expect(await axe(desk.page)).toEqual([])
  await desk.page.getByRole('button', { name: '答复', exact: true }).click()
  await desk.page.getByText('已答复，维持原分').first().waitFor(patient)
  await a.page.reload()
  await a.page.getByText('两种说法教材里都有').waitFor(patient)
  expect(await a.page.evaluate(() => 'hit' in globalThis)).toBe(false)
})
