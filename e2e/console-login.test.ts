import { describe, expect, inject, it } from 'vitest'
import { fillCode, goodPassword } from './accounts'
import { api } from './browser'
import { expireSessions, logIn, newStaff, openConsole, operator, owner } from './console'

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

  it('student calls reject the console token, and staff calls reject the student token', async () => {
    const { page } = await openConsole('account', operator)
    const token = (await page.evaluate(consoleToken))!
    expect((await api(token).send('GET /v1/get_user_info', {})).code).toBe(3)
    const student = await api('').call('POST /v1/login_password', { mobile: operator, password: 'Study2026' })
    expect((await api(student.token).send('GET /staff/v1/me', {})).code).toBe(3)
  })
})
