import type { WorkKind } from '@dxx/contract/staff'
import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { newMobile, register } from './accounts'
import { axe } from './axe'
import { api, phone } from './browser'
import { registerOwner } from './catalogue'
import { openConsole, operator, owner, prove, toast } from './console'
import { buy, inBrowser, paidLongAgo, saleItem } from './shop'

/** Opens the work item of a user: filters by kind, then moves down with J. */
async function openCase(page: Page, kind: WorkKind, nickname: string): Promise<void> {
  await page.goto(`${inject('base')}/console/work?kind=${kind}`)
  const list = page.getByRole('list', { name: '待办' })
  await list.getByRole('listitem').first().waitFor()
  const name = page.getByRole('article').getByRole('heading', { level: 2 })
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('j')
    await page.waitForURL(/\/work\/[\w-]+/)
    const current = list.locator('[aria-current="true"]')
    await current.waitFor()
    if ((await current.innerText()).includes(nickname)) {
      await name.filter({ hasText: nickname }).waitFor()
      return
    }
  }
  throw new Error(`no case of ${nickname}`)
}

it('staff decide a work item of each kind by keys, and the user sees every decision', {
  timeout: 300_000,
}, async () => {
  const nickname = `待办${Date.now() % 1e6}`
  const token = await register(newMobile(), nickname)
  const user = api(token)
  await user.call('POST /v1/cs_send', { text: '换了手机怎么办？' })
  await user.call('POST /v1/opinion', { kind: 'bug', text: '夜间模式的按钮太暗了' })
  const { list: universities } = await user.call('GET /v1/universities', { keyword: '武汉大学' })
  const card = { className: '哲学 2501 班', studentNo: `w${Date.now()}`, name: '方小满' }
  await user.call('POST /v1/student_auth', { universityCode: universities[0]!.code, ...card })
  const refunded = await buy(token, 'course')
  await paidLongAgo(refunded.no)
  await user.call('POST /v1/order_refund', { id: refunded.id, reason: '只看了一章' })
  const invoiced = await buy(token, 'ebook')
  const invoice = { kind: 'personal' as const, title: '方小满', taxNo: '', email: 'fang@example.cn' }
  await user.call('POST /v1/invoice_request', { orderId: invoiced.id, ...invoice })
  const { id: bookId } = await saleItem('textbook')
  const writer = api(await registerOwner(nickname, bookId))
  const comment = await writer.call('POST /v130/add_comment', { curriculumId: bookId, stars: 1, text: '加群领答案' })
  await user.call('POST /v131/report', { target: 'comment', id: comment.id, reason: '广告' })

  const { page, problems } = await openConsole('work', operator)
  await openCase(page, 'support', nickname)
  expect(await axe(page), 'support').toEqual([])
  await page.keyboard.press('r')
  await page.keyboard.type('请在设置里换绑手机号')
  await page.keyboard.press('Control+Enter')
  await toast(page, '已回复')

  await openCase(page, 'feedback', nickname)
  expect(await axe(page), 'feedback').toEqual([])
  await page.keyboard.press('r')
  await page.keyboard.type('下个版本会调亮')
  await page.keyboard.press('Control+Enter')
  await toast(page, '已答复')

  await openCase(page, 'student', nickname)
  expect(await axe(page), 'student').toEqual([])
  await page.keyboard.press('a')
  await toast(page, '已通过')

  await openCase(page, 'invoice', nickname)
  expect(await axe(page), 'invoice').toEqual([])
  await page.keyboard.press('a')
  await toast(page, '已开具')

  await openCase(page, 'report', nickname)
  expect(await axe(page), 'report').toEqual([])
  await page.keyboard.press('r')
  const reasons = page.getByRole('dialog', { name: /隐藏/ })
  await reasons.getByRole('button', { name: /广告/ }).click()
  await reasons.getByRole('button', { name: '确认，隐藏 1 条' }).click()
  await toast(page, '已隐藏')

  await openCase(page, 'refund', nickname)
  expect(await axe(page), 'refund').toEqual([])
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: '同意退款' })
  await dialog.getByRole('textbox', { name: /退款金额/ }).fill('3.3')
  expect(await axe(page), 'refund dialog').toEqual([])
  // A double click must not pay twice; once the password is entered again, the page repeats the call.
  await dialog.getByRole('button', { name: '退 ¥3.30' }).dblclick()
  await prove(page)
  await toast(page, '已退 ¥3.30')
  expect(problems.filter((problem) => !problem.startsWith('403'))).toEqual([])

  expect((await user.call('GET /v1/cs_messages', {})).list[0]).toMatchObject({ text: '请在设置里换绑手机号' })
  expect((await user.call('GET /v1/opinion_list', {})).list[0]).toMatchObject({ answer: '下个版本会调亮' })
  expect((await user.call('GET /v1/student_auth_info', {})).status).toBe('passed')
  expect((await user.call('GET /v1/invoice_info', { orderId: invoiced.id }))!.state).toBe('issued')
  const { list: comments } = await user.call('GET /v130/comment_list', { curriculumId: bookId })
  expect(comments.map(({ id }) => id)).not.toContain(comment.id)

  const student = await inBrowser(token)
  await student.goto(`pages/order/details?id=${refunded.id}`)
  await student.page
    .getByText(/部分退款 ¥3\.3/)
    .first()
    .waitFor()
  await student.page.getByText('已完成').first().waitFor()
})

it('a second person on a work item sees a notice, keeps the typed text and cannot send it', {
  timeout: 120_000,
}, async () => {
  const nickname = `两人${Date.now() % 1e6}`
  const token = await register(newMobile(), nickname)
  await api(token).call('POST /v1/cs_send', { text: '两个人都来回答我' })
  const first = await openConsole('work', operator)
  const second = await openConsole('work', owner)
  await openCase(first.page, 'support', nickname)
  await openCase(second.page, 'support', nickname)
  await first.page.keyboard.press('t')
  await first.page.getByRole('article').getByText('我在处理').waitFor()
  await second.page.keyboard.press('r')
  await second.page.keyboard.type('我也来回答')
  await second.page.keyboard.press('Control+Enter')
  await second.page.getByRole('alert').filter({ hasText: '小许 正在处理这件事' }).waitFor()
  expect(await second.page.getByRole('textbox', { name: '回复' }).inputValue()).toBe('我也来回答')
  expect(await axe(second.page)).toEqual([])
  await first.page.keyboard.press('r')
  await first.page.keyboard.type('我来处理')
  await first.page.keyboard.press('Control+Enter')
  await toast(first.page, '已回复')
  await second.page.keyboard.press('Control+Enter')
  await second.page.getByRole('alert').filter({ hasText: '这件事已经处理好了' }).waitFor()
  const { list } = await api(token).call('GET /v1/cs_messages', {})
  expect(list.map(({ text }) => text)).toEqual(['我来处理', '两个人都来回答我'])
})

it('on a phone, staff open a work item above the queue and answer it', { timeout: 120_000 }, async () => {
  const nickname = `手机${Date.now() % 1e6}`
  const token = await register(newMobile(), nickname)
  await api(token).call('POST /v1/opinion', { kind: 'idea', text: '希望有桌面小组件' })
  const { page } = await openConsole('work?kind=feedback', operator, { ...phone, colorScheme: 'dark' })
  await page.getByRole('listitem').filter({ hasText: nickname }).getByRole('button').tap()
  const dialog = page.getByRole('dialog', { name: '待办' })
  await dialog.getByRole('textbox', { name: /答复/ }).fill('会考虑')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: '发送答复' }).tap()
  await toast(page, '已答复')
  await expect.poll(async () => (await api(token).call('GET /v1/opinion_list', {})).list[0]!.answer).toBe('会考虑')
})
