import { describe, expect, inject, it } from 'vitest'
import { fillCode, goodPassword } from './accounts'
import { api } from './browser'
import { enrol, expireSessions, factorCode, logIn, newStaff, openConsole, operator, owner } from './console'

const consoleToken = () => localStorage.getItem('dxx-console-token')

describe('login to the staff console', () => {
  it('opens the requested URL after the login, and ends the student session that the login created', async () => {
    const { page, problems } = await openConsole('audit?from=2026-01-01')
    await page.getByRole('heading', { name: '管理台' }).waitFor()
    await logIn(page, owner)
    await page.getByRole('heading', { name: '操作记录' }).waitFor()
    expect(new URL(page.url()).search).toBe('?from=2026-01-01')
    expect(await page.evaluate(() => localStorage.getItem('dxx-app-token'))).toBeNull()
    expect(problems).toEqual([])
  })

  it('rejects a wrong password and a user without a staff role, and shows the reason', async () => {
    const { page } = await openConsole('')
    await logIn(page, owner, 'wrong-password')
    await page.getByRole('alert').filter({ hasText: /密码/ }).waitFor()
    await logIn(page, '13800000003')
    await page.getByText('这个账号不是员工').waitFor()
    expect(await page.evaluate(consoleToken)).toBeNull()
    await page.getByRole('button', { name: '换一个账号' }).click()
    await page.getByRole('textbox', { name: '手机号' }).waitFor()
  })

  it('asks for an enrolled second factor, rejects a used and a wrong code, accepts a recovery code', async () => {
    const mobile = await newStaff('support', '验证员')
    const first = await openConsole('account')
    await logIn(first.page, mobile, goodPassword)
    await first.page.getByRole('button', { name: '开启二次验证' }).click()
    const { secret, used, codes } = await enrol(first.page)
    expect(codes).toHaveLength(10)
    await first.page.getByRole('region', { name: '二次验证' }).getByText('已开启').waitFor()

    const { page } = await openConsole('account')
    await logIn(page, mobile, goodPassword)
    const field = page.getByRole('textbox', { name: '动态验证码' })
    await field.fill(used)
    await page.getByRole('alert').filter({ hasText: '动态验证码' }).waitFor()
    await field.fill('000000')
    await page.getByRole('alert').filter({ hasText: '动态验证码' }).waitFor()
    // The server accepts the next period's code, for devices whose clock is ahead.
    await field.fill(factorCode(secret, 1))
    await page.getByRole('heading', { name: '我的账号' }).waitFor()
    await page.getByRole('button', { name: /账号菜单/ }).click()
    await page.getByRole('menuitem', { name: '退出管理台' }).click()
    await page.getByText('已退出管理台').waitFor()

    await logIn(page, mobile, goodPassword)
    await page.getByRole('button', { name: /用恢复码/ }).click()
    await page.getByRole('textbox', { name: '恢复码' }).fill(codes[0]!)
    await page.getByRole('button', { name: '进入管理台' }).click()
    await page.getByText(/恢复码还剩 9 个/).waitFor()
  })

  it('logs in by a code sent to the mobile number, after the terms are accepted', async () => {
    const mobile = await newStaff('finance', '用验证码的人')
    const { page, problems } = await openConsole('account')
    await page.getByRole('tab', { name: '验证码登录' }).click()
    await page.getByRole('checkbox', { name: /同意/ }).check()
    await fillCode(page, mobile, 'login')
    await page.getByRole('heading', { name: '我的账号' }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('dxx-app-token'))).toBeNull()
    expect(problems).toEqual([])
  })

  it('shows the login when the session has expired, and returns to the same URL after it', async () => {
    const mobile = await newStaff('owner', '离开者')
    const { page } = await openConsole('')
    await logIn(page, mobile, goodPassword)
    await page.getByRole('heading', { name: '工作台' }).waitFor()
    await page.goto(`${inject('base')}/console/staff?role=finance`)
    await page.getByText('小许').first().waitFor()
    await expireSessions(mobile)
    await page.getByRole('combobox', { name: '状态' }).selectOption('live')
    await page.getByText('登录已过期').waitFor()
    await logIn(page, mobile, goodPassword)
    await page.getByText('小许').first().waitFor()
    expect(new URL(page.url()).search).toBe('?role=finance&state=live')
  })

  it('logs all tabs in and out together', async () => {
    const { page, context } = await openConsole('account', operator)
    await page.getByRole('heading', { name: '我的账号' }).waitFor()
    const other = await context.newPage()
    await other.goto(`${inject('base')}/console/account`)
    await other.getByRole('heading', { name: '我的账号' }).waitFor()
    await other.getByRole('button', { name: /账号菜单/ }).click()
    await other.getByRole('menuitem', { name: '退出管理台' }).click()
    await page.getByRole('button', { name: '登录', exact: true }).waitFor()
    await logIn(page, operator)
    await other.getByRole('heading', { name: '我的账号' }).waitFor()
  })

  it('student calls reject the console token, and staff calls reject the student token', async () => {
    const { page } = await openConsole('account', operator)
    const token = (await page.evaluate(consoleToken))!
    expect((await api(token).send('GET /v1/get_user_info', {})).code).toBe(3)
    const student = await api('').call('POST /v1/login_password', { mobile: operator, password: 'Study2026' })
    expect((await api(student.token).send('GET /staff/v1/me', {})).code).toBe(3)
  })
})
