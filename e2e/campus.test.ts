import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { claimNames } from '../server/src/adapters/lti/claims'
import { startCasSimulator } from '../server/src/testing/simulators/cas'
import { startLtiPlatform } from '../server/src/testing/simulators/lti-platform'
import { newMobile } from './accounts'
import { api, desktop, tokenOf, visit } from './browser'
import { openConsole, password, prove, schoolAdmin } from './console'

let cas: Awaited<ReturnType<typeof startCasSimulator>>
let platform: Awaited<ReturnType<typeof startLtiPlatform>>
beforeAll(async () => {
  cas = await startCasSimulator()
  platform = await startLtiPlatform()
})
afterAll(async () => {
  await cas?.close()
  await platform?.close()
})

/** A campus account that is on no roster, so that sample students keep their numbers. */
const teacherId = `T${newMobile()}`

it('an administrator configures CAS in the console; a campus account then logs in on the phone', async () => {
  const { page } = await openConsole('campus', schoolAdmin)
  const card = page.getByRole('region', { name: '校园账号登录' })
  await card.getByLabel('CAS 地址').fill(cas.url)
  await card.getByLabel('姓名所在的属性').fill('cn')
  await card.getByRole('button', { name: '保存' }).click()
  await prove(page)
  await card.getByText('已开通').waitFor()
  await card.getByRole('button', { name: '检查连接' }).click()
  await card.getByText('CAS 3.0 已连通').waitFor()

  cas.visitor({ user: teacherId, attributes: { cn: '顾老师' } })
  const visitor = await visit({ route: 'pages/login/index?redirect=pages%2Fsetting%2Findex' })
  await visitor.page.getByRole('checkbox').first().check()
  await visitor.page.getByRole('button', { name: '校园账号' }).click()
  await visitor.page.getByRole('button', { name: /江城大学/ }).click()
  await visitor.page.waitForURL(/#\/pages\/login\/bind-mobile$/)
  expect(visitor.page.url()).not.toContain('ticket=')
  await visitor.page.getByRole('button', { name: '暂不绑定' }).click()
  await visitor.goto('pages/setting/index')
  await visitor.page.getByRole('button', { name: `校园账号 江城大学 ${teacherId}` }).waitFor()
  expect(visitor.problems).toEqual([])
})

it('a learning platform opens a chapter in a frame of another site and logs in its user', async () => {
  const { token } = await api(await tokenOf(schoolAdmin)).call('POST /staff/v1/session_open', {})
  const staff = api(token)
  await staff.call('POST /staff/v1/session_prove', { password })
  const [school] = await staff.call('GET /staff/v1/campus_list', {})
  // Cookies and storage depend on the host name: localhost and 127.0.0.1 are different sites.
  const siteUrl = platform.url.replace('127.0.0.1', 'localhost')
  await staff.call('POST /staff/v1/lti_platform_save', {
    schoolId: school!.id,
    name: '模拟平台',
    enabled: true,
    ...platform.registration,
    siteUrl,
    numberFrom: 'none',
  })
  const { list } = await api().call('GET /v1/ebook_list', {})
  const book = list[0]!
  platform.visit(
    { sub: `m-${newMobile()}`, name: '平台同学' },
    { [claimNames.resourceLink]: { id: 'link-1' }, [claimNames.custom]: { target: `curriculum:${book.id}` } },
  )
  const { page } = await visit({ options: desktop })
  await page.goto(`${siteUrl}/course?tool=${encodeURIComponent(inject('base'))}`)
  const frame = page.frameLocator('iframe')
  const enter = frame.getByRole('link', { name: '进入学习' })
  const title = frame.getByRole('heading', { name: book.title })
  await enter.or(title).first().waitFor()
  if (await enter.isVisible()) await enter.click()
  await title.first().waitFor()
})
