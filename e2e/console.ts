import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { connect } from '../server/src/db/connection'
import { readPostmaster, socketUrl } from '../server/src/db/embedded-postmaster'
import { goodPassword, newMobile, register } from './accounts'
import { api, desktop, tokenOf, type Visitor, visit } from './browser'
import { ops } from './ops'

/** Sample staff, see README. */
export const owner = '13800000010'
export const teacher = '13800000011'
export const schoolAdmin = '13800000012'
export const operator = '13800000013'
export const password = 'Study2026'

type Options = NonNullable<Parameters<typeof visit>[0]>['options']

/** Opens a URL of the staff console as a guest or, with a session opened through the API, as a member of staff. */
export async function openConsole(path: string, as?: string, options: Options = desktop): Promise<Visitor> {
  const session = as && (await api(await tokenOf(as)).call('POST /staff/v1/session_open', {}))
  return visit({ options, path: `console/${path}`, stored: session ? { 'dxx-console-token': session.token } : {} })
}

/** Logs in through the login page. */
export async function logIn(page: Page, mobile: string, secret = password): Promise<void> {
  await page.getByRole('textbox', { name: '手机号' }).fill(mobile)
  await page.getByLabel('密码', { exact: true }).fill(secret)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

/** Registers a member of staff with `goodPassword`. Returns the mobile number. */
export async function newStaff(role: string, nickname: string): Promise<string> {
  const mobile = newMobile()
  const token = await register(mobile, nickname)
  await api(token).call('POST /v1/user_edit_password', { password: goodPassword })
  await ops('staff', 'grant', mobile, role)
  return mobile
}

/** The code that an authenticator app shows `steps` periods of 30 s from now; the server accepts each code once. */
export const factorCode = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret.replace(/\s/g, '')), digits: 6, period: 30 }).generate({
    timestamp: Date.now() + steps * 30_000,
  })

/** Enrols the second factor through the page. Returns the secret, the code it used and the recovery codes. */
export async function enrol(page: Page): Promise<{ secret: string; used: string; codes: string[] }> {
  const secret = await page.locator('span.font-mono').innerText()
  const used = factorCode(secret)
  await page.getByRole('textbox', { name: '动态验证码' }).fill(used)
  const list = page.getByRole('list', { name: '恢复码' })
  await list.waitFor()
  const codes = await list.getByRole('listitem').allInnerTexts()
  await page.getByText('我已把恢复码存放在安全的地方').click()
  await page.getByRole('button', { name: '完成', exact: true }).click()
  return { secret, used, codes }
}

/** Waits for a message of the console. */
export const toast = (page: Page, text: string | RegExp) => page.getByText(text).last().waitFor()

/** Enters the password that a dangerous call requires once more. */
export async function prove(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '再次确认身份' })
  await dialog.getByLabel('登录密码', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: '确认' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Expires all console sessions of a user in the database. */
export async function expireSessions(mobile: string): Promise<void> {
  const silent = { info: () => {}, warn: () => {}, error: () => {} }
  const postmaster = await readPostmaster(join(inject('dataDir'), 'postgres'))
  const { db, close } = connect(socketUrl(postmaster!.socketDir), { max: 1, log: silent })
  await db
    .updateTable('console_sessions')
    .set({ ends_at: 1 })
    .where('user_id', 'in', (eb) => eb.selectFrom('users').select('id').where('mobile', '=', mobile))
    .execute()
  await close()
}
