import type { FrameLocator, Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { claimNames } from '../server/src/adapters/lti/claims'
import { goodPassword, newMobile, register } from './accounts'
import { api, desktop, visit } from './browser'
import { makeScoreDue, patient, platform, registerPlatform, rosterEntry, startServices } from './campus-steps'
import { assignReading } from './homework'

startServices()

/** A student of the platform whose number an account of the product has claimed before. */
async function claimedStudent(name: string) {
  const siteUrl = await registerPlatform()
  const { staff, schoolId, classId, studentNo } = await rosterEntry(name)
  const mobile = newMobile()
  const token = await register(mobile, `先来的${Date.now() % 1e6}`)
  await api(token).call('POST /v1/user_edit_password', { password: goodPassword })
  await api(token).call('POST /v1/student_auth', { schoolId, classId, studentNo, name })
  const reading = await assignReading(staff, classId, '选账号')
  const sub = `m-${newMobile()}`
  platform.visit(
    { sub, name, studentNo },
    {
      [claimNames.resourceLink]: { id: `link-${sub}` },
      [claimNames.custom]: { target: `chapter:${reading.chapters[0]!.id}` },
    },
  )
  const course = `${siteUrl}/course?tool=${encodeURIComponent(inject('base'))}`
  return { mobile, token, reading, sub, course, studentNo }
}

/** Opens the link of a course. Returns the frame after the user has confirmed the launch, if asked. */
async function openCourse(page: Page, course: string) {
  await page.goto(course)
  const frame = page.frameLocator('iframe')
  const enter = frame.getByRole('link', { name: '进入学习' })
  const text = frame.locator('.reader-text [data-p]:visible').first()
  const question = frame.getByText(/已由账号「.+」认证/)
  await enter.or(text).or(question).first().waitFor(patient)
  if (await enter.isVisible()) await enter.click()
  return { frame, text, question }
}

const scoreOf = async (frame: FrameLocator, sub: string) =>
  expect
    .poll(
      async () => {
        await frame
          .locator('.reader-scroller:visible')
          .evaluate((box) => box.scrollTo(0, box.scrollHeight), undefined, patient)
        await makeScoreDue(sub)
        return platform.scores.filter(({ userId }) => userId === sub).at(-1)?.scoreGiven
      },
      { timeout: 180_000, interval: 2000 },
    )
    .toBe(100)

const statusOf = async (token: string) => (await api(token).call('GET /v1/student_auth_info', {})).status

it('a launch with a number of an older account asks whose it is; its owner logs in there, reads, and the score returns', {
  timeout: 400_000,
}, async () => {
  const { mobile, token, sub, course } = await claimedStudent('岑小满')
  const { page } = await visit({ options: desktop })
  const { frame, text, question } = await openCourse(page, course)
  await question.waitFor(patient)
  await frame.getByRole('button', { name: '是我的', exact: true }).click()
  await frame.getByText('请登录原来的账号，10 分钟内有效').first().waitFor(patient)
  await frame.getByRole('tab', { name: '密码登录' }).click()
  await frame.getByRole('textbox', { name: '手机号' }).fill(mobile)
  await frame.getByLabel('密码', { exact: true }).fill(goodPassword)
  await frame.getByRole('checkbox').first().check()
  await frame.getByRole('button', { name: '登录', exact: true }).click()
  await text.waitFor(patient)
  await scoreOf(frame, sub)
  expect(await statusOf(token)).toBe('passed')
  expect(await api(token).call('GET /v1/campus_bindings', {})).toHaveLength(1)
  // The next launch opens the chapter without a question.
  const again = await openCourse(page, course)
  await again.text.waitFor(patient)
  expect(await again.question.count()).toBe(0)
})

it('a launch with a number that a stranger has claimed goes on with a new account, which gets the number; another account of this browser is logged out', {
  timeout: 400_000,
}, async () => {
  const { token, course } = await claimedStudent('霍小冬')
  const other = await register(newMobile(), `同一台电脑${Date.now() % 1e6}`)
  const { page } = await visit({ options: desktop })
  const { frame, text, question } = await openCourse(page, course)
  await question.waitFor(patient)
  // The frame has storage of its own, partitioned by the platform's site; here it contains another user's session.
  await frame.locator(':root').evaluate((_, value) => localStorage.setItem('dxx-app-token', value), other)
  await frame.getByRole('button', { name: '不是我的', exact: true }).click()
  await text.waitFor(patient)
  const alone = await frame.locator(':root').evaluate(() => localStorage.getItem('dxx-app-token')!)
  expect([token, other]).not.toContain(alone)
  expect(await statusOf(alone)).toBe('passed')
  expect(await statusOf(token)).toBe('rejected')
  // The new account is that of the platform's user from now on.
  const again = await openCourse(page, course)
  await again.text.waitFor(patient)
  expect(await again.question.count()).toBe(0)
})
