import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { read, utils } from '@e965/xlsx'
import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { dialog, newMobile, useToken } from './accounts'
import { axe } from './axe'
import { api, phone, tokenOf, type Visitor, visit } from './browser'
import { openConsole, owner, prove, teacher } from './console'
import { newStudent, withDb } from './exam'

const patient = { timeout: 45_000 }
/** Not the class of the sample student, because other tests count the exams of that class. */
const className = '计算机 2402 班'
const student = (nickname: string) => newStudent(nickname, newMobile(), className)
const markup = '<img src=x onerror="globalThis.hit=1">'
const saved = (page: Page) => page.getByText('已保存 · 断网也不会丢').waitFor(patient)
/** Seconds left on the exam timer, which shows 59:30 or 1:09:30. */
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
  await visitor.page.getByRole('heading', { name: /第 1 题，共 4 题/ }).waitFor(patient)
  return visitor
}

/** Waits for a text. Clicks the timer meanwhile, because a click makes the page ask the server at once. */
async function untilShown(page: Page, text: string | RegExp, isShown = true): Promise<void> {
  await expect
    .poll(async () => {
      await page.getByRole('timer').click()
      return page.getByText(text).first().isVisible()
    }, patient)
    .toBe(isShown)
}

/**
 * Ends the exam and its grace period now. Backdates the class's verification by an hour: later joiners are not absent.
 */
const end = (exam: string) =>
  withDb(async (db) => {
    const over = Math.floor(Date.now() / 1000) - 60
    const joined = db.selectFrom('classes').select('id').where('name', '=', className)
    await db
      .updateTable('student_applications')
      .set({ reviewed_at: over - 3600 })
      .where('class_id', 'in', joined)
      .execute()
    await db.updateTable('exams').set({ ends_at: over, closes_at: over }).where('uid', '=', exam).execute()
  })

/** `yyyy-mm-ddThh:mm` in Asia/Shanghai, some minutes from now. */
const inMinutes = (minutes: number) => new Date(Date.now() + (minutes + 480) * 60_000).toISOString().slice(0, 16)

/** Composes an exam of 单选, 判断, 填空 (2 points each) and 简答 (6 points) and publishes it. Returns its id. */
async function composeAndPublish(page: Page, title: string): Promise<string> {
  await page.getByRole('button', { name: '新建考试' }).waitFor(patient)
  await page.keyboard.press('n')
  await page.waitForURL(/\/exams\/drafts\/[\w-]+$/)
  await page.getByRole('textbox', { name: '考试名称' }).fill(title)
  const bank = page.getByRole('region', { name: '题库' })
  for (const [at, words] of ['一共执行多少次', '无论', '个排好序的数里折半查找', '什么是抖动'].entries()) {
    await bank.getByRole('searchbox', { name: '搜索题目' }).fill(words)
    await bank
      .getByRole('button', { name: new RegExp(`^加入试卷：.*${words}`) })
      .first()
      .click()
    await expect.poll(() => page.locator('[data-paper-question]').count(), patient).toBe(at + 1)
  }
  await page.getByRole('button', { name: '选班级' }).click()
  await page.getByRole('menuitemcheckbox', { name: new RegExp(className) }).click()
  await page.keyboard.press('Escape')
  await page.getByLabel('开放时间，从').fill(inMinutes(-1))
  await page.getByLabel('到', { exact: true }).fill(inMinutes(120))
  await page.getByRole('textbox', { name: '时长（分）' }).fill('60')
  await page.getByRole('switch', { name: '题目乱序' }).click()
  await page.getByRole('switch', { name: '选项乱序' }).click()
  await page
    .getByRole('status')
    .filter({ hasText: /已保存 / })
    .waitFor(patient)
  await page.getByRole('button', { name: /^发布…/ }).click()
  await dialog(page)
    .getByRole('button', { name: /^发布给 [1-9]\d* 人$/ })
    .click()
  await page.waitForURL(/\/exams\/[\w-]{36}$/)
  return page.url().split('/').at(-1)!
}

/** The cell of a student in 监控, found by its exact text. */
const cell = (page: Page, text: string) => page.getByRole('button', { name: text, exact: true })

async function extendByKeys(page: Page): Promise<void> {
  await page.keyboard.press('t')
  await dialog(page).getByRole('textbox', { name: '原因，学生会看到' }).fill('网络故障')
  await dialog(page).getByRole('button', { name: '给所有人延长 10 分钟' }).click()
  await dialog(page).waitFor({ state: 'hidden' })
}

it('an exam day works: composing, monitoring, lost network, takeover, pause, grading, export and appeal', {
  timeout: 300_000,
}, async () => {
  const [first, second] = [await student('断网的考生'), await student('换设备的考生')]
  await student('缺考的考生')
  const desk = await openConsole('exams', teacher)
  const exam = await composeAndPublish(desk.page, `考试日 ${Date.now() % 100_000}`)
  const staff = api((await api(await tokenOf(teacher)).call('POST /staff/v1/session_open', {})).token)

  const authored = await staff.call('GET /staff/v1/exam_paper', { id: exam })
  const [question] = authored.questions
  const [key] = authored.keys[0]!.keys
  if (question?.type !== 'single' || key?.type !== 'single') throw new Error('the first question is not 单选')
  const wrong = question.options.find(({ id }) => !key.options.includes(id))!.id
  const letterOf = (options: { id: string }[]) => 'ABCDEF'[options.findIndex(({ id }) => id === wrong)]
  await desk.page.getByRole('link', { name: '监控' }).click()
  await cell(desk.page, '断网的考生 未进入，已答 0 / 4').waitFor(patient)

  // Starts the second student's attempt through the API as a second device. Both students get the same order of
  // questions.
  const elsewhere = api(second)
  const b = await beginOnPhone(exam, second)
  const paper = await elsewhere.call('GET /v1/exam_start', { id: exam, device: randomUUID(), takeOver: true })
  const [single, judge, , short] = paper.questions
  if (single?.type !== 'single') throw new Error('the first question is not 单选')

  // The first student answers 单选 wrong and loses the network before 判断.
  const a = await beginOnPhone(exam, first)
  await a.page.getByRole('radio', { name: new RegExp(`选项 ${letterOf(single.options)}`) }).tap()
  await saved(a.page)
  await cell(desk.page, '断网的考生 作答中，已答 1 / 4').waitFor(patient)
  await a.page.route('**/api/**', (route) => route.abort())
  await a.page.getByRole('button', { name: '下一题' }).tap()
  await a.page.getByRole('radio', { name: /错/ }).tap()
  await a.page.getByText('网络不通，作答已存在本机').waitFor(patient)
  // 监控 shows a student as 离线 45 s after the start or the last report. Backdating both skips that time; it is repeated
  // because a late report may still be written.
  await withDb((db) =>
    db
      .updateTable('exam_attempts')
      .set((eb) => ({ started_at: eb('started_at', '-', 60) }))
      .where('state', '=', 'running')
      .execute(),
  )
  await expect
    .poll(async () => {
      await withDb((db) => db.updateTable('exam_presence').set({ seen_at: 1 }).execute())
      return cell(desk.page, '断网的考生 离线，已答 1 / 4').isVisible()
    }, patient)
    .toBe(true)
  expect(await axe(desk.page)).toEqual([])
  await a.page.unroute('**/api/**')
  await untilShown(a.page, '网络不通', false)
  await saved(a.page)
  await cell(desk.page, '断网的考生 作答中，已答 2 / 4').waitFor(patient)

  // The second student's attempt moves to the other device and is submitted there: all correct, 填空 left out.
  await untilShown(b.page, '考试已转到另一台设备')
  const at = paper.now
  await elsewhere.call('POST /v1/exam_submit', {
    attempt: paper.attempt.id,
    epoch: paper.epoch,
    steps: [
      { seq: 1, question: single.id, answer: { type: 'single', options: key.options }, at },
      { seq: 2, question: judge!.id, answer: { type: 'judge', value: false }, at },
      { seq: 3, question: short!.id, answer: { type: 'short', text: '工作集放不下；挂起一些进程，增加内存' }, at },
    ],
  })
  await cell(desk.page, '换设备的考生 已交卷，已答 3 / 4').waitFor(patient)

  const before = await timeLeft(a.page)
  await desk.page.keyboard.press('b')
  await dialog(desk.page).getByRole('button', { name: '引用一道题' }).click()
  await dialog(desk.page).getByRole('combobox', { name: '关于哪道题' }).selectOption(authored.questions[2]!.id)
  await dialog(desk.page).getByRole('textbox').fill(`第三题的单位是次${markup}`)
  await dialog(desk.page).getByRole('button', { name: '发给正在考试的人' }).click()
  await dialog(desk.page).waitFor({ state: 'hidden' })
  await extendByKeys(desk.page)
  await untilShown(a.page, `第三题的单位是次${markup}`)
  await expect.poll(() => timeLeft(a.page), patient).toBeGreaterThan(before + 500)
  await a.page.getByRole('button', { name: '你的第 3 题' }).waitFor(patient)
  await a.page.getByRole('button', { name: '知道了' }).tap()
  await desk.page.getByText('1 人看过，1 人没有点“知道了”').waitFor(patient)
  await desk.page.getByRole('button', { name: /^暂停…/ }).click()
  await dialog(desk.page).getByRole('textbox', { name: '原因，学生会看到' }).fill('停电')
  await dialog(desk.page).getByRole('button', { name: '暂停 1 人的考试' }).click()
  await untilShown(a.page, '考试已暂停：停电')
  expect(await axe(a.page)).toEqual([])
  const stopped = await timeLeft(a.page)
  await a.page.getByRole('button', { name: '下一题' }).tap()
  await a.page.getByLabel('第 1 空').fill('10')
  await a.page.getByLabel('第 2 空').fill('11')
  await a.page.getByRole('button', { name: '下一题' }).tap()
  await a.page.getByRole('textbox').fill('刚换出的页又要换入')
  await saved(a.page)
  expect(await timeLeft(a.page)).toBe(stopped)
  await desk.page.getByRole('button', { name: '继续考试' }).click()
  await untilShown(a.page, '考试已暂停', false)
  await a.page.getByRole('button', { name: '老师的消息 1 条' }).tap()
  await dialog(a.page).getByText('第三题的单位是次').waitFor()
  await a.page.keyboard.press('Escape')
  await a.page.locator('footer').getByRole('button', { name: '交卷' }).tap()
  await dialog(a.page).getByRole('button', { name: '交卷' }).tap()
  await a.page.getByRole('heading', { name: '交卷回执' }).waitFor(patient)
  await cell(desk.page, '断网的考生 已交卷，已答 4 / 4').waitFor(patient)
  await end(exam)

  // Grades 简答 by keys: the first student gets the first rubric point, the second student both.
  await desk.page.goto(`${inject('base')}/console/grading/${exam}`)
  await desk.page.getByRole('link', { name: '开始批阅' }).click(patient)
  const answer = desk.page.getByRole('article', { name: /^答卷/ })
  const done = desk.page.getByText('没有等着你批的答卷')
  await answer.waitFor(patient)
  for (;;) {
    await answer.or(done).first().waitFor(patient)
    if (await done.isVisible()) break
    const text = await answer.innerText()
    await desk.page.keyboard.press('1')
    if (text.includes('工作集放不下')) await desk.page.keyboard.press('2')
    await desk.page.keyboard.press('Enter')
    const isNext = async () =>
      (await done.count()) > 0 || !(await answer.allInnerTexts()).join().includes(text.slice(0, 20))
    await expect.poll(isNext, patient).toBe(true)
  }

  // 2 + 2 + 3 points of the first student, 2 + 2 + 6 of the second.
  const figures = async () => (await staff.call('GET /staff/v1/exam_statistics', { exam })).all
  await expect.poll(async () => (await figures()).scored, patient).toBe(2)
  expect(await figures()).toMatchObject({ average: 8.5, median: 8.5, best: 10, worst: 7, deviation: 2.12 })
  await desk.page.goto(`${inject('base')}/console/exams/${exam}/results?state=absent&keyword=缺考的`)
  await desk.page.getByRole('row', { name: /缺考的考生/ }).waitFor(patient)
  expect(await axe(desk.page)).toEqual([])

  // Changes the key of 单选: the option that the first student chose is correct as well.
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
  expect(await figures()).toMatchObject({ average: 9.5, best: 10, worst: 9, deviation: 0.71 })

  // The owner has the permission to export names; the workbook has the same points.
  const office = await openConsole(`exams/${exam}/results`, owner)
  await office.page.getByRole('button', { name: '导出成绩' }).click()
  const downloading = office.page.waitForEvent('download', patient)
  await dialog(office.page).getByRole('button', { name: '导出', exact: true }).click()
  await prove(office.page)
  const book = read(await buffer(await (await downloading).createReadStream()))
  const rows = utils.sheet_to_json<Record<string, unknown>>(book.Sheets[book.SheetNames[0]!]!)
  const rowOf = (name: string) => rows.find((row) => row.姓名 === name)
  expect(rowOf('换设备的考生')).toMatchObject({
    名次: 1,
    状态: '已出分',
    得分: 10,
    第1题: 2,
    第2题: 2,
    第3题: 0,
    第4题: 6,
  })
  expect(rowOf('断网的考生')).toMatchObject({
    名次: 2,
    状态: '已出分',
    得分: 9,
    第1题: 2,
    第2题: 2,
    第3题: 2,
    第4题: 3,
  })
  expect(rowOf('缺考的考生')).toMatchObject({ 状态: '缺考' })

  // The first student sees the correction, appeals against the score of 单选, and reads the teacher's answer.
  await a.page.reload()
  await a.page.getByText('这个选项也说得通').waitFor(patient)
  await a.page.getByRole('button', { name: /^全部 4 题，申请复核/ }).tap()
  await a.page.getByRole('button', { name: '申请复核', exact: true }).first().tap()
  await dialog(a.page).getByLabel('理由').fill(`请说明为什么${markup}`)
  await dialog(a.page).getByRole('button', { name: '提交申请' }).tap()
  await a.page.getByText(`请说明为什么${markup}`).waitFor(patient)
  // Scrolls first, so that no button of the list lies under the bar at the bottom.
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
  for (const { page } of [a, desk]) expect(await page.evaluate(() => 'hit' in globalThis)).toBe(false)
})
