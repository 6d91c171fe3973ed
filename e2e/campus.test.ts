import { expect, inject, it } from 'vitest'
import { claimNames } from '../server/src/adapters/lti/claims'
import { long } from '../server/src/testing/measurements'
import { newMobile } from './accounts'
import { desktop, type Visitor, visit } from './browser'
import { cas, makeScoreDue, patient, platform, registerPlatform, startServices } from './campus-steps'
import { curriculum } from './catalogue'
import { openConsole, prove, schoolAdmin } from './console'
import { chaptersOf } from './reader'

startServices()

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

/** Removes all cookies of the product, as a browser does that blocks them in frames. */
async function blockCookies({ page, context }: Visitor): Promise<void> {
  await page.route(`${inject('base')}/**`, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 })
    // `fetch` stores cookies of the response for the next request.
    await context.clearCookies()
    const { 'set-cookie': _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
}

/**
 * The journey with homework below uses partitioned cookies too. Each test takes one score, which returns within a
 * minute.
 */
const cookies = [
  { name: 'with partitioned cookies', blocked: false },
  { name: 'without any cookies', blocked: true },
]

it.each(cookies.filter(({ blocked }) => blocked || long))(
  'a learning platform opens a chapter in a frame $name; the student reads it and the score returns',
  {
    timeout: 300_000,
  },
  async ({ blocked }) => {
    const siteUrl = await registerPlatform()
    const { id } = await curriculum('textbook', '数据结构与算法')
    const chapter = (await chaptersOf('textbook', id)).find((row) => !row.locked)!
    const sub = `m-${newMobile()}`
    platform.visit(
      { sub, name: '平台同学' },
      { [claimNames.resourceLink]: { id: `link-${sub}` }, [claimNames.custom]: { target: `chapter:${chapter.id}` } },
    )
    const visitor = await visit({ options: desktop })
    const { page } = visitor
    if (blocked) await blockCookies(visitor)
    await page.goto(`${siteUrl}/course?tool=${encodeURIComponent(inject('base'))}`)
    const frame = page.frameLocator('iframe')
    const enter = frame.getByRole('link', { name: '进入学习' })
    const text = frame.locator('.reader-text [data-p]').first()
    await enter.or(text).first().waitFor(patient)
    // Without a cookie nothing proves that this browser started the launch, so the user must confirm the account.
    if (blocked) expect(await enter.isVisible()).toBe(true)
    if (await enter.isVisible()) await enter.click()
    await text.waitFor(patient)
    await expect
      .poll(
        async () => {
          await frame.locator('.reader-scroller').evaluate((box) => box.scrollTo(0, box.scrollHeight))
          await makeScoreDue(sub)
          return platform.scores.filter(({ userId }) => userId === sub).at(-1)?.scoreGiven
        },
        { timeout: 180_000, interval: 2000 },
      )
      .toBe(100)
  },
)
