import { expect, inject, it } from 'vitest'
import { goodPassword, newMobile, register } from './accounts'
import { axe } from './axe'
import { api } from './browser'
import { factorCode, logIn, newStaff, openConsole, operator, owner, prove } from './console'
import { withDb } from './exam'
import { ops } from './ops'

it('a failed job is found in 站点状态 and retried', { timeout: 120_000 }, async () => {
  const { id } = await withDb((db) =>
    db
      .insertInto('jobs')
      .values({
        kind: 'roll_numbers',
        payload: '{}',
        run_at: 1,
        attempts: 8,
        failed_at: Math.floor(Date.now() / 1000),
        last_error: 'Error: connection lost',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const { page, problems } = await openConsole('health', owner)
  const row = page.getByRole('listitem').filter({ hasText: `任务 ${id}` })
  await row.getByText('Error: connection lost').first().waitFor()
  // The page is one of the last in the navigation, which is taller than the window.
  const link = page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '站点状态' })
  const isShown = () =>
    link.evaluate((node) => {
      const { top, bottom } = node.getBoundingClientRect()
      const nav = node.closest('nav')!.getBoundingClientRect()
      return top >= nav.top - 1 && bottom <= nav.bottom + 1
    })
  await expect.poll(isShown).toBe(true)
  expect(await axe(page)).toEqual([])
  await row.getByRole('button', { name: '重试' }).click()
  await page
    .getByText(/已排队，马上再运行一次/)
    .last()
    .waitFor()
  await row.waitFor({ state: 'hidden' })
  const left = () => withDb((db) => db.selectFrom('jobs').select('id').where('id', '=', id).execute())
  await expect.poll(left, { timeout: 60_000 }).toEqual([])
  expect(problems).toEqual([])
})

it('only the owner can change a money rule, after a second password entry; the audit log records it and verifies', {
  timeout: 120_000,
}, async () => {
  const { page } = await openConsole('settings', owner)
  const ownerToken = (await page.evaluate(() => localStorage.getItem('dxx-console-token')))!
  const rule = page.getByRole('listitem').filter({ hasText: '退款双人审批限额' })
  const field = rule.getByRole('textbox', { name: /退款双人审批限额/ })
  await field.waitFor()
  const before = await field.inputValue()
  const change = async (value: string) => {
    await field.fill(value)
    await rule.getByRole('button', { name: '保存' }).click()
    await page.getByRole('dialog').getByRole('button', { name: /^改为/ }).click()
  }
  await change('300')
  await prove(page)
  await page
    .getByText(/已改为 退款双人审批限额/)
    .last()
    .waitFor()
  await change(before)
  const restored = () => api(ownerToken).call('GET /staff/v1/audit_list', { call: 'rule_change', limit: 2 })
  await expect.poll(async () => (await restored()).list[0]?.after).toEqual({ value: '500.00 元' })

  const other = await openConsole('settings', operator)
  const locked = other.page.getByRole('textbox', { name: /退款双人审批限额/ })
  await locked.waitFor()
  expect(await locked.isDisabled()).toBe(true)

  await page.goto(`${inject('base')}/console/audit`)
  await page.keyboard.press('/')
  await page.keyboard.type('退款双人审批')
  await page
    .getByRole('row', { name: /退款双人审批限额/ })
    .first()
    .click()
  const entry = page.getByRole('complementary')
  await entry.getByText('− 300.00 元').waitFor()
  await entry.getByText('+ 500.00 元').waitFor()
  expect(await ops('audit', 'verify')).toContain('操作记录完好')
})

it('renewed recovery codes replace the old ones, which stop working', { timeout: 120_000 }, async () => {
  const mobile = await newStaff('support', '换码的人')
  const { page } = await openConsole('account')
  await logIn(page, mobile, goodPassword)
  await page.getByRole('button', { name: '开启二次验证' }).click()
  const secret = await page.locator('span.font-mono').innerText()
  await page.getByRole('textbox', { name: '动态验证码' }).fill(factorCode(secret))
  const shown = page.getByRole('list', { name: '恢复码' })
  await shown.waitFor()
  const [old] = await shown.getByRole('listitem').allInnerTexts()
  // The codes are shown once: Escape and 关闭 must not hide them before the user confirms.
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()
  expect(await shown.getByRole('listitem').count()).toBe(10)
  await page.getByText('我已把恢复码存放在安全的地方').click()
  await page.getByRole('button', { name: '完成', exact: true }).click()

  await page.getByRole('button', { name: '换一组恢复码' }).click()
  await page.getByRole('button', { name: '换 10 个新的' }).click()
  await shown.waitFor()
  const [fresh] = await shown.getByRole('listitem').allInnerTexts()
  expect(fresh).not.toBe(old)
  expect(await axe(page)).toEqual([])
  await page.getByText('我已把恢复码存放在安全的地方').click()
  await page.getByRole('button', { name: '完成', exact: true }).click()
  await page.getByRole('button', { name: /账号菜单/ }).click()
  await page.getByRole('menuitem', { name: '退出管理台' }).click()
  await logIn(page, mobile, goodPassword)
  await page.getByRole('button', { name: /用恢复码/ }).click()
  const field = page.getByRole('textbox', { name: '恢复码' })
  await field.fill(old!)
  await page.getByRole('button', { name: '进入管理台' }).click()
  await page.getByRole('alert').waitFor()
  await field.fill(fresh!)
  await page.getByRole('button', { name: '进入管理台' }).click()
  await page.getByText(/恢复码还剩 9 个/).waitFor()
})

it('staff whose last role is revoked while working see a notice at the next key press, and their calls are refused', {
  timeout: 120_000,
}, async () => {
  const mobile = await newStaff('support', '离职的人')
  await api(await register(newMobile(), '等着的人')).call('POST /v1/cs_send', { text: '有人吗？' })
  const { page } = await openConsole('work')
  await logIn(page, mobile, goodPassword)
  await page.getByRole('list', { name: '待办' }).getByRole('listitem').first().waitFor()
  await ops('staff', 'revoke', mobile, 'support')
  await page.keyboard.press('j')
  await page.getByText('你的授权已经结束').waitFor()
  expect(await page.getByRole('list', { name: '待办' }).count()).toBe(0)
  const token = (await page.evaluate(() => localStorage.getItem('dxx-console-token')))!
  expect(await api(token).send('GET /staff/v1/work_list', {})).toMatchObject({ code: 9 })
  await ops('staff', 'grant', mobile, 'support')
  await page.getByRole('button', { name: '再看一次' }).click()
  await page.getByRole('list', { name: '待办' }).getByRole('listitem').first().waitFor()
})
