import { join } from 'node:path'
import type { CodeScene } from '@dxx/contract/calls/accounts'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { connect } from '../server/src/db/connection'
import { readPostmaster, socketUrl } from '../server/src/db/embedded-postmaster'
import { api } from './browser'

/** Good enough for the rules, and known to nobody else. */
export const goodPassword = 'river-Moss-482'

/** A number that no other journey uses: codes are counted per number. */
export const newMobile = () => `139${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`

/** The newest code that went to a number. */
export async function sentCode(mobile: string, scene: CodeScene): Promise<string> {
  const newest = async () => {
    const sent = await api().call('GET /v1/test_sms', {})
    return sent.find((message) => message.mobile === mobile && message.scene === scene)?.code ?? ''
  }
  await expect.poll(newest, { timeout: 10_000 }).toMatch(/^\d{4}$/)
  return newest()
}

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** Puts the codes of a number a minute back, instead of waiting until another may be sent; and the page's countdowns. */
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

/** An account of that number, made without a browser; answers its token. */
export async function register(mobile: string, nickname?: string): Promise<string> {
  await api().call('POST /v1/send_code', { mobile, scene: 'login' })
  const { token } = await api().call('POST /v1/login_code', { mobile, code: await sentCode(mobile, 'login') })
  if (nickname) await api(token).call('POST /v1/user_edit', { nickname })
  await aMinuteLater(mobile)
  return token
}

/** Opens a page as the owner of a token. */
export async function useToken(page: Page, token: string): Promise<void> {
  await page.evaluate((value) => localStorage.setItem('dxx-app-token', value), token)
  await page.reload()
}

/** Fills in a number, asks for a code and types it; the last digit submits. */
export async function fillCode(page: Page, mobile: string, scene: CodeScene, label = '手机号'): Promise<void> {
  await page.getByRole('textbox', { name: label, exact: true }).fill(mobile)
  await askCode(page, mobile, scene)
}

export async function askCode(page: Page, mobile: string, scene: CodeScene): Promise<void> {
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText(/验证码已发送至/).waitFor()
  await page.getByRole('textbox', { name: '验证码', exact: true }).fill(await sentCode(mobile, scene))
}

/** The modal or sheet on top. */
export const dialog = (page: Page) => page.locator('dialog[open]').last()
