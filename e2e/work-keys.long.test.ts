import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WorkKind } from '@dxx/contract/staff'
import type { Locator, Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { newMobile, register } from './accounts'
import { api } from './browser'
import { registerOwner } from './catalogue'
import { joinedStudent, openClass } from './classes-steps'
import { openConsole, operator, owner, password, teacher, toast } from './console'
import { newStudent, publish, withDb } from './exam'
import { buy, paidLongAgo, saleItem } from './shop'

const picture = join(import.meta.dirname, '../content/samples/player-error.webp')
const patient = { timeout: 30_000 }

const list = (page: Page) => page.getByRole('list', { name: '待办' })
const opened = (page: Page) => page.getByRole('article')

/** Moves the focus to the target by Tab alone. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((node) => node === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target}`)
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Moves down with J to the work item of a user. */
async function moveTo(page: Page, nickname: string): Promise<void> {
  await list(page).getByRole('listitem').first().waitFor()
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('j')
    const current = list(page).locator('[aria-current="true"]')
    await current.waitFor()
    if (!(await current.innerText()).includes(nickname)) continue
    await opened(page).getByRole('heading', { level: 2 }).filter({ hasText: nickname }).waitFor()
    return
  }
  throw new Error(`no case of ${nickname}`)
}

/** Rejects the open work item by keys: R, a reason and the button of the dialog. */
async function refuseWith(page: Page, reason: string, names: { dialog: string; button: string }): Promise<void> {
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: names.dialog })
  await dialog.waitFor()
  await page.keyboard.type(reason)
  await press(page, dialog.getByRole('button', { name: names.button }))
}

const openQueue = (kind: WorkKind, as = operator) => openConsole(`work?kind=${kind}`, as)

/** Registers a user with a pending student verification that has a photo. */
async function applicant(nickname: string): Promise<string> {
  const token = await register(newMobile(), nickname)
  const client = api(token)
  const body = readFileSync(picture)
  const link = await client.call('GET /v1/zos_generate_object_upload_link', {
    purpose: 'student-card',
    name: 'card.webp',
    size: body.length,
  })
  await fetch(new URL(link.url, inject('base')), { method: 'PUT', body, headers: link.headers })
  await client.call('POST /v1/upload_complete', { id: link.id })
  const { list: universities } = await client.call('GET /v1/universities', { keyword: '武汉大学' })
  const given = { className: '哲学 2501 班', studentNo: `k${Date.now()}`, name: '方小满', photo: link.id }
  await client.call('POST /v1/student_auth', { universityCode: universities[0]!.code, ...given })
  return token
}

const unique = (word: string) => `${word}${Date.now() % 1e7}`

it('staff zoom a student card, approve two students together and reject a third by keys alone', {
  timeout: 120_000,
}, async () => {
  const names = [unique('甲'), unique('乙'), unique('丙')]
  const tokens: string[] = []
  for (const name of names) tokens.push(await applicant(name))
  const { page, problems } = await openQueue('student')
  await moveTo(page, names[0]!)
  await press(page, opened(page).getByRole('button', { name: '放大学生证' }))
  const card = page.getByRole('dialog', { name: '学生证' })
  await card.getByRole('button', { name: '放大一倍' }).waitFor()
  const width = () => card.locator('img').evaluate((image) => image.getBoundingClientRect().width)
  const before = await width()
  await press(page, card.getByRole('button', { name: '放大一倍' }))
  await expect.poll(width).toBeGreaterThan(before)
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'hidden' })
  await page.keyboard.press('x')
  await moveTo(page, names[1]!)
  await page.keyboard.press('x')
  await press(page, page.getByRole('button', { name: '通过 2 件认证' }))
  const confirm = page.getByRole('dialog', { name: '通过 2 件学生认证？' })
  await press(page, confirm.getByRole('button', { name: '通过 2 件' }))
  await toast(page, '已通过 2 件')
  await moveTo(page, names[2]!)
  await refuseWith(page, '照片看不清', { dialog: '退回这份认证', button: '确认，退回' })
  await toast(page, '已退回')
  const third = async () => (await api(tokens[2]!).call('GET /v1/student_auth_info', {})).status
  await page.keyboard.press('z')
  await expect.poll(third, patient).toBe('pending')
  await moveTo(page, names[2]!)
  await refuseWith(page, '照片看不清', { dialog: '退回这份认证', button: '确认，退回' })
  await expect.poll(third, patient).toBe('rejected')
  const infos = await Promise.all(tokens.map((token) => api(token).call('GET /v1/student_auth_info', {})))
  expect(infos.map(({ status }) => status)).toEqual(['passed', 'passed', 'rejected'])
  expect(JSON.stringify(infos[2])).toContain('照片看不清')
  expect(problems).toEqual([])

  // The decided work item is still listed. It can only be put back for review.
  await page.goto(`${inject('base')}/console/work?kind=student&closed=1`)
  await moveTo(page, names[2]!)
  await opened(page).getByText('照片看不清').first().waitFor()
  expect(await opened(page).getByRole('button', { name: /退回/ }).count()).toBe(0)
  await press(page, opened(page).getByRole('button', { name: '重新审核…' }))
  const again = page.getByRole('dialog', { name: '撤销决定，重新审核？' })
  await press(page, again.getByRole('button', { name: '之前核对有误' }))
  await press(page, again.getByRole('button', { name: '确认，重新审核' }))
  await expect.poll(third, patient).toBe('pending')
})

it('staff reject a refund with a reason and pay the next one in full by keys alone', { timeout: 120_000 }, async () => {
  const nickname = unique('退款')
  const token = await register(newMobile(), nickname)
  const user = api(token)
  const order = await buy(token, 'course')
  await paidLongAgo(order.no)
  const ask = () => user.call('POST /v1/order_refund', { id: order.id, reason: '买错了' })
  await ask()
  const { page, problems } = await openQueue('refund')
  await moveTo(page, nickname)
  await refuseWith(page, '已经看完了', { dialog: '不同意这笔退款', button: '确认，不退款' })
  await toast(page, '已回复不退款')
  const info = () => user.call('GET /v130/order_info', { id: order.id })
  expect(JSON.stringify(await info())).toContain('已经看完了')
  expect((await info()).status).toBe(1)

  await ask()
  await page.reload()
  await moveTo(page, nickname)
  await page.keyboard.press('a')
  const approve = page.getByRole('dialog', { name: '同意退款' })
  await press(page, approve.getByRole('button', { name: /^退 ¥/ }))
  await page.getByRole('dialog', { name: '再次确认身份' }).waitFor()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await toast(page, /^已退 ¥/)
  await expect.poll(async () => (await info()).status, patient).toBe(5)
  expect(problems.filter((problem) => !problem.startsWith('403'))).toEqual([])
})

it('staff issue an invoice with a file, which the buyer can download', { timeout: 120_000 }, async () => {
  const nickname = unique('发票')
  const token = await register(newMobile(), nickname)
  const user = api(token)
  const order = await buy(token, 'ebook')
  const invoice = { kind: 'company' as const, title: '江城书店', taxNo: '12420000DXX0000012', email: 'a@example.cn' }
  await user.call('POST /v1/invoice_request', { orderId: order.id, ...invoice })
  const { page, problems } = await openQueue('invoice')
  await moveTo(page, nickname)
  await opened(page).getByText('12420000DXX0000012').waitFor()
  const file = opened(page).locator('input[type=file]')
  await tabTo(page, file)
  await file.setInputFiles({ name: '发票.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') })
  await opened(page)
    .getByRole('button', { name: /已开具，发给对方/ })
    .waitFor()
  // The key A must work although the focus is still on the file input.
  await page.keyboard.press('a')
  const state = async () => (await user.call('GET /v1/invoice_info', { orderId: order.id }))!.state
  await expect.poll(state, patient).toBe('issued')
  const { invoice: shown } = await user.call('GET /v130/order_info', { id: order.id })
  const downloaded = await fetch(new URL(shown!.file!, inject('base')))
  expect(await downloaded.text()).toContain('%PDF-1.4')
  expect(problems).toEqual([])
})

it('staff send a canned reply with its picture; Z undoes the end of a conversation', {
  timeout: 120_000,
}, async () => {
  const title = unique('图文')
  const asker = unique('提问')
  const token = await register(newMobile(), asker)
  await api(token).call('POST /v1/cs_send', { text: '在哪里看视频？' })
  const { page, problems } = await openConsole('replies', operator)
  await page.getByRole('heading', { name: '换手机号' }).waitFor()
  await page.keyboard.press('n')
  const edit = page.getByRole('dialog', { name: '新增常用回复' })
  await edit.getByRole('textbox', { name: /标题/ }).fill(title)
  await edit.getByRole('textbox', { name: '内容' }).fill('请看图里的位置')
  await edit.locator('input[type=file]').setInputFiles(picture)
  await edit.getByRole('button', { name: '去掉这张图片' }).waitFor()
  await edit.getByRole('button', { name: '保存' }).click()
  await page.getByRole('heading', { name: title, exact: true }).waitFor()

  await page.goto(`${inject('base')}/console/work?kind=support`)
  await moveTo(page, asker)
  await page.keyboard.press('e')
  await toast(page, '已结束对话')
  await page.keyboard.press('z')
  await page.goto(`${inject('base')}/console/work?kind=support`)
  await moveTo(page, asker)
  await press(page, opened(page).getByRole('button', { name: '常用回复' }))
  const item = page.getByRole('menuitem', { name: title })
  await item.waitFor()
  for (let presses = 0; presses < 40; presses++) {
    if (await item.evaluate((node) => node === document.activeElement)) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await opened(page).getByRole('img', { name: '待发送的图片' }).waitFor()
  await page.keyboard.press('Control+Enter')
  await toast(page, '已回复')
  const [answer] = (await api(token).call('GET /v1/cs_messages', {})).list
  expect(answer).toMatchObject({ from: 'staff', text: '请看图里的位置' })
  expect(answer!.images).toHaveLength(1)
  expect((await fetch(new URL(answer!.images[0]!.url, inject('base')))).status).toBe(200)

  await page.goto(`${inject('base')}/console/replies`)
  await page.getByRole('button', { name: `删除${title}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除 1 条' }).click()
  await page.getByRole('heading', { name: title, exact: true }).waitFor({ state: 'hidden' })
  expect(problems).toEqual([])
})

it('a reported reply is shown in its discussion, and the key A keeps it visible', { timeout: 120_000 }, async () => {
  const { id: bookId } = await saleItem('textbook')
  const nickname = unique('回复')
  const [asker, writer] = [api(await registerOwner(unique('楼主'), bookId)), api(await registerOwner(nickname, bookId))]
  const chapters = await asker.call('GET /v1/textbooks_chapter', { id: bookId })
  const chapterId = chapters.find(({ kind }) => kind === 'text')!.id
  const discuss = await asker.call('POST /v131/push_discuss', {
    curriculumId: bookId,
    chapterId,
    text: '主键一定要自增吗？',
  })
  const say = (client: typeof asker, text: string) =>
    client.call('POST /v131/push_reply', { target: 'discuss', id: discuss.id, text })
  await say(asker, '书上没有说')
  const reported = await say(writer, '不一定，雪花算法也行')
  await say(asker, '明白了，谢谢')
  await asker.call('POST /v131/report', { target: 'reply', id: reported.id, reason: '与主题无关' })

  const { page, problems } = await openQueue('report')
  await moveTo(page, nickname)
  const content = opened(page).getByRole('region', { name: '被举报的内容' })
  for (const text of ['主键一定要自增吗？', '书上没有说', '不一定，雪花算法也行', '明白了，谢谢'])
    await content.getByText(text).waitFor()
  await page.keyboard.press('a')
  await toast(page, '已保留')
  const { list: replies } = await asker.call('GET /v131/reply_list', { target: 'discuss', id: discuss.id })
  expect(replies.map(({ id }) => id)).toContain(reported.id)
  expect(problems).toEqual([])
})

it('on the work item of an appeal, the key A opens the exam answer that the appeal is about', {
  timeout: 120_000,
}, async () => {
  const exam = await publish({ attempts: 1, analysis: 'ended', title: '复核的考试' })
  const nickname = unique('复核')
  const student = api(await newStudent(nickname))
  const paper = await student.call('GET /v1/exam_start', { id: exam, device: randomUUID() })
  await student.call('POST /v1/exam_submit', { attempt: paper.attempt.id, epoch: paper.epoch, steps: [] })
  const over = Math.floor(Date.now() / 1000) - 60
  await withDb((db) =>
    db
      .updateTable('exams')
      .set({ starts_at: over - 3600, ends_at: over, closes_at: over })
      .where('uid', '=', exam)
      .execute(),
  )
  const appeal = { attempt: paper.attempt.id, question: paper.questions[0]!.id, reason: '请看看我的作答' }
  await expect.poll(async () => (await student.send('POST /v1/exam_appeal', appeal)).code, patient).toBe(1)
  const { page, problems } = await openQueue('appeal', owner)
  await moveTo(page, nickname)
  await opened(page).getByText('请看看我的作答').waitFor()
  await page.keyboard.press('a')
  await page.waitForURL(new RegExp(`/exams/${exam}/appeals`))
  await page.getByLabel('给学生的话').waitFor()
  expect(problems).toEqual([])
})

it('G takes the oldest work item; a new work item is announced above the list, and a button shows it', {
  timeout: 120_000,
}, async () => {
  const [early, late] = [unique('先来'), unique('后到')]
  await api(await register(newMobile(), early)).call('POST /v1/opinion', { kind: 'idea', text: '先来的一条反馈' })
  const { page, problems } = await openQueue('feedback')
  await list(page).getByRole('listitem').filter({ hasText: early }).waitFor()
  const first = await list(page).getByRole('listitem').first().innerText()
  await page.keyboard.press('g')
  await opened(page).getByText('我在处理').waitFor()
  expect(await list(page).locator('[aria-current="true"]').innerText()).toContain(first.split('\n')[0])
  await opened(page).getByRole('button', { name: '转交' }).click()
  await page.getByRole('menuitem', { name: '放回' }).click()
  await api(await register(newMobile(), late)).call('POST /v1/opinion', { kind: 'idea', text: '后到的一条反馈' })
  const more = page.getByRole('button', { name: /新的.*点这里显示/ })
  await more.waitFor(patient)
  expect(await list(page).getByRole('listitem').filter({ hasText: late }).count()).toBe(0)
  await more.click()
  await list(page).getByRole('listitem').filter({ hasText: late }).waitFor()
  expect(problems).toEqual([])
})

it('a teacher lets one student join the class and sends another one back by keys alone', {
  timeout: 120_000,
}, async () => {
  const { code } = await openClass('计算机 2402 班')
  const nicknames = [unique('入班'), unique('退班')]
  const students = []
  for (const nickname of nicknames) {
    const student = api(await register(newMobile(), nickname))
    await student.call('POST /v1/class_join', { code, studentNo: `q${Date.now()}`, name: '沈知行' })
    students.push(student)
  }
  const { page, problems } = await openQueue('join', teacher)
  await moveTo(page, nicknames[0]!)
  await page.keyboard.press('a')
  await toast(page, '已同意加入')
  await moveTo(page, nicknames[1]!)
  await refuseWith(page, '不是这个班的同学', { dialog: '退回这份申请', button: '确认，退回' })
  await toast(page, '已退回')
  const [joined, refused] = await Promise.all(students.map((student) => student.call('GET /v1/my_classes', {})))
  expect(joined).toMatchObject({ classes: [{ name: '计算机 2402 班' }], request: null })
  expect(refused).toMatchObject({ classes: [], request: { state: 'rejected', reason: '不是这个班的同学' } })
  expect(problems).toEqual([])
})

it('by keys alone, a teacher answers one question and closes another one without an answer', {
  timeout: 120_000,
}, async () => {
  const nickname = unique('问老师')
  const { token } = await joinedStudent('计算机 2402 班', '沈知行', nickname)
  await buy(token, 'textbook')
  const student = api(token)
  const { id: bookId } = await saleItem('textbook')
  const chapters = await student.call('GET /v1/textbooks_chapter', { id: bookId })
  const place = { curriculumId: bookId, chapterId: chapters.find(({ kind }) => kind === 'text')!.id }
  const ask = (text: string) => student.call('POST /v131/push_discuss', { ...place, text, askTeacher: true })
  const answered = await ask('外键能不能为空？')
  await ask('打错了，请忽略')
  const { page, problems } = await openQueue('question', teacher)
  await moveTo(page, nickname)
  await opened(page).getByText('外键能不能为空？').first().waitFor()
  await page.keyboard.press('r')
  await page.keyboard.type('能，表示没有引用任何行')
  await page.keyboard.press('Control+Enter')
  await toast(page, '已回答')
  await opened(page).getByText('打错了，请忽略').first().waitFor()
  await page.keyboard.press('e')
  await toast(page, '已结束')
  await expect.poll(() => list(page).getByText(nickname).count(), patient).toBe(0)
  const { list: replies } = await student.call('GET /v131/reply_list', { target: 'discuss', id: answered.id })
  expect(replies.map(({ text }) => text)).toEqual(['能，表示没有引用任何行'])
  expect(problems).toEqual([])
})
