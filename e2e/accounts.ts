import { join } from 'node:path'
import type { CodeScene } from '@dxx/contract/calls/accounts'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { connect } from '../server/src/db/connection'
import { readPostmaster, socketUrl } from '../server/src/db/embedded-postmaster'
import { callPastSlider } from '../server/src/testing/slider'
import { api } from './browser'

/** Satisfies the password rules and is used by no other account. */
export const goodPassword = 'river-Moss-482'

/** Returns a random mobile number, because the codes sent per number are limited. */
export const newMobile = () => `139${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`

/** Returns the newest code sent to a number. */
export async function sentCode(mobile: string, scene: CodeScene): Promise<string> {
  const newest = async () => {
    const sent = await api().call('GET /v1/test_sms', {})
    return sent.find((message) => message.mobile === mobile && message.scene === scene)?.code ?? ''
  }
  await expect.poll(newest, { timeout: 10_000 }).toMatch(/^\d{4}$/)
  return newest()
}

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/**
 * Backdates the codes of a number by a minute and clears the countdowns of the page, to skip the resend pause.
 */
export async function aMinuteLater(mobile: string, page?: Page): Promise<void> {
  const postmaster = await readPostmaster(join(inject('dataDir'), 'postgres'))
  const { db, close } = connect(socketUrl(postmaster!.socketDir), { max: 1, log: silent })
  await db
    .updateTable('codes')
    .set((eb) => ({ created_at: eb('created_at', '-', 61) }))
    .where('mobile', '=', mobile)
    .execute()
  await close()
  await page?.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('dxx-code-until:')) localStorage.removeItem(key)
  })
}

/** Registers an account for the number through the API. Returns its token. */
export async function register(mobile: string, nickname?: string): Promise<string> {
  await callPastSlider(api(), 'POST /v1/send_code', { mobile, scene: 'login' })
  const { token } = await api().call('POST /v1/login_code', { mobile, code: await sentCode(mobile, 'login') })
  if (nickname) await api(token).call('POST /v1/user_edit', { nickname })
  await aMinuteLater(mobile)
  return token
}

/** Logs the page in with the token and reloads it. */
export async function useToken(page: Page, token: string): Promise<void> {
  await page.evaluate((value) => localStorage.setItem('dxx-app-token', value), token)
  await page.reload()
}

/** Fills in a number, requests a code and types it; the last digit submits. */
export async function fillCode(page: Page, mobile: string, scene: CodeScene, label = '手机号'): Promise<void> {
  await page.getByRole('textbox', { name: label, exact: true }).fill(mobile)
  await askCode(page, mobile, scene)
}

export async function askCode(page: Page, mobile: string, scene: CodeScene): Promise<void> {
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText(/验证码已发送至/).waitFor()
  await page.getByRole('textbox', { name: '验证码', exact: true }).fill(await sentCode(mobile, scene))
}

/** The sheet with the slider check. */
export const sliderSheet = (page: Page) => page.getByRole('dialog', { name: '安全验证' })

/** Moves the slider to its target by keyboard, in steps of ten where possible. */
export async function solveByKeys(page: Page): Promise<void> {
  const slider = sliderSheet(page).getByRole('slider', { name: '滑块' })
  const [, target = 0] = /目标 (\d+)/.exec((await slider.getAttribute('aria-valuetext'))!)!.map(Number)
  for (let i = 0; i < Math.floor(target / 10); i++) await slider.press('PageUp')
  for (let i = 0; i < target % 10; i++) await slider.press('ArrowRight')
  await slider.press('Enter')
}

/** The modal or sheet on top. */
export const dialog = (page: Page) => page.locator('dialog[open]').last()
