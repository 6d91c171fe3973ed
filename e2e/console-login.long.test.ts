import { describe, expect, inject, it } from 'vitest'
import { goodPassword } from './accounts'
import { enrol, factorCode, logIn, newStaff, openConsole, operator } from './console'

describe('login to the staff console', () => {
  it('asks for an enrolled second factor, rejects used and wrong codes, and accepts a recovery code', async () => {
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
})
