import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { simulatedClient } from '../server/src/testing/simulators/oidc'
import { dialog, newMobile, register } from './accounts'
import { desktop, phone, visit } from './browser'
import { administrator, cas, oidc, patient, startServices } from './campus-steps'

startServices()

const denied = '没有完成学校的登录：你取消了，或学校没有同意。请重试；仍不行请联系学校'
const loginRoute = 'pages/login/index?redirect=pages%2Fsetting%2Findex'

async function configure(kind: 'cas' | 'oidc') {
  const { staff, schoolId } = await administrator()
  const { clientId, secret } = simulatedClient
  await staff.call('POST /staff/v1/campus_login_save', {
    schoolId,
    enabled: true,
    ...(kind === 'cas'
      ? { kind, url: cas.url, nameField: 'cn' }
      : { kind, url: oidc.url, clientId, secret, numberField: 'student_no', nameField: 'name' }),
  })
}

async function enter(page: Page) {
  await page.getByRole('checkbox').first().check(patient)
  await page.getByRole('button', { name: '校园账号' }).click()
  await page.getByRole('button', { name: /江城大学/ }).click()
}

/** The message stays until the student closes it, and does not appear again after that. */
async function readsOnce(page: Page, message: string) {
  const shown = dialog(page).getByText(message)
  await shown.waitFor(patient)
  await dialog(page).getByRole('button', { name: '知道了' }).click()
  await shown.waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('button', { name: '校园账号' }).waitFor(patient)
  expect(await shown.count()).toBe(0)
}

it('a student whose provider denies the login reads why on the login page, once, and the next login works', {
  timeout: 180_000,
}, async () => {
  await configure('oidc')
  oidc.visitor(null)
  const { page, problems, goto } = await visit({ options: phone, route: loginRoute })
  await enter(page)
  await readsOnce(page, denied)
  expect(page.url()).toMatch(/#\/pages\/login\/index/)
  expect(page.url()).not.toContain('access_denied')
  oidc.misbehave('temporarily_unavailable')
  await enter(page)
  await readsOnce(page, '学校的登录服务暂时不可用，请稍后重试，或用手机号登录')
  oidc.misbehave(null)
  const number = `T${newMobile()}`
  oidc.visitor({ sub: `u-${number}`, claims: { student_no: number, name: '秦老师' } })
  await enter(page)
  await page.getByRole('button', { name: '暂不绑定' }).click(patient)
  await goto('pages/setting/index')
  await page.getByRole('button', { name: `校园账号 江城大学 ${number}` }).waitFor(patient)
  expect(problems).toEqual([])
})

it.each([
  ['no-ticket', denied],
  ['other-service', '学校没有确认这次登录，请重新登录'],
] as const)(
  'a student whose CAS server returns with the fault %s reads why on the login page, once',
  async (fault, message) => {
    await configure('cas')
    cas.misbehave(fault)
    const { page } = await visit({ options: desktop, route: loginRoute })
    await enter(page)
    await readsOnce(page, message)
    cas.misbehave(null)
  },
)

it('a user whose provider denies the binding reads why in the settings and stays logged in', async () => {
  await configure('oidc')
  oidc.visitor(null)
  const token = await register(newMobile())
  const { page } = await visit({ options: phone, token, route: 'pages/setting/index' })
  await page.getByRole('button', { name: '校园账号 未绑定' }).click(patient)
  await page.getByRole('button', { name: /江城大学/ }).click()
  await readsOnce(page, denied)
  await page.getByRole('button', { name: '校园账号 未绑定' }).waitFor(patient)
})
