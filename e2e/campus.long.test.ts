import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { claimNames } from '../server/src/adapters/lti/claims'
import { simulatedClient } from '../server/src/testing/simulators/oidc'
import { simulatedStore } from '../server/src/testing/simulators/xapi-store'
import { dialog, newMobile } from './accounts'
import { api, desktop, phone, visit, widths } from './browser'
import {
  administrator,
  cas,
  makeScoreDue,
  oidc,
  patient,
  platform,
  registerPlatform,
  rosterEntry,
  startServices,
  store,
} from './campus-steps'
import { curriculum } from './catalogue'
import { joinedStudent } from './classes-steps'
import { openConsole, prove, schoolAdmin, teacher } from './console'
import { assignReading, readHalfOffline } from './homework'
import { chaptersOf, ready } from './reader'

startServices()

/** The teacher opens the heat map, sees the progress of the student, and writes to this student alone. */
async function teacherWrites(classId: string, textbook: string, student: { name: string; title: string }) {
  const { page, problems } = await openConsole(`classes/${classId}?item=${textbook}&keyword=${student.name}`, teacher)
  await page.getByLabel(`选择${student.name}`).check(patient)
  const row = page.getByRole('row', { name: student.name })
  // The student has read two of the three sections of the first chapter.
  expect(await row.getByText('66', { exact: true }).count()).toBe(1)
  await page.getByRole('button', { name: '提醒学习' }).click()
  const form = dialog(page)
  await form.getByLabel('标题').fill(student.title)
  await form.getByLabel('内容').fill('第二章读得很细，继续。')
  await form.getByRole('button', { name: '发给 1 人' }).click()
  await page.getByText('已发给 1 人').first().waitFor(patient)
  expect(problems).toEqual([])
}

it('a student on the roster logs in by campus account, does homework half offline, and reads a message of the teacher', {
  timeout: 300_000,
}, async () => {
  const name = '夏小荷'
  const { admin, schoolId, staff, classId, studentNo } = await rosterEntry(name)
  const login = { schoolId, kind: 'cas' as const, enabled: true, url: cas.url, nameField: 'cn' }
  await admin.call('POST /staff/v1/campus_login_save', login)
  const reading = await assignReading(staff, classId, '校园登录')

  cas.visitor({ user: studentNo, attributes: { cn: name } })
  const visitor = await visit({ options: phone, route: 'pages/login/index?redirect=pages%2Fstudy%2Findex' })
  const { page } = visitor
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: '校园账号' }).tap()
  await page.getByRole('button', { name: /江城大学/ }).tap()
  await page.getByRole('button', { name: '暂不绑定' }).tap(patient)
  await page.getByText(reading.title).first().tap(patient)
  const token = await page.evaluate(() => localStorage.getItem('dxx-app-token')!)
  expect(await api(token).call('GET /v1/student_auth_info', {})).toMatchObject({ status: 'passed' })
  await readHalfOffline(visitor, token, reading)

  const title = `写得好 ${Date.now() % 1e6}`
  await teacherWrites(classId, reading.textbook, { name, title })
  await visitor.goto('pages/message/list?kind=study')
  await page.getByText(title).first().waitFor(patient)
})

it('a token of an OpenID provider without the nonce logs no user in, and the next login works', {
  timeout: 180_000,
}, async () => {
  const { staff, schoolId } = await administrator()
  const provider = { url: oidc.url, clientId: simulatedClient.clientId, secret: simulatedClient.secret }
  const fields = { numberField: 'student_no', nameField: 'name' }
  await staff.call('POST /staff/v1/campus_login_save', {
    schoolId,
    kind: 'oidc',
    enabled: true,
    ...provider,
    ...fields,
  })
  const number = `T${newMobile()}`
  oidc.visitor({ sub: `u-${number}`, claims: { student_no: number, name: '秦老师' } })
  oidc.misbehave('no-nonce')
  const { page, goto, problems } = await visit({
    options: desktop,
    route: 'pages/login/index?redirect=pages%2Fsetting%2Findex',
  })
  const enter = async () => {
    await page.getByRole('checkbox').first().check(patient)
    await page.getByRole('button', { name: '校园账号' }).click()
    await page.getByRole('button', { name: /江城大学/ }).click()
  }
  await enter()
  await page.getByText('学校没有确认这次登录，请重新登录').last().waitFor(patient)
  expect(await page.evaluate(() => localStorage.getItem('dxx-app-token'))).toBeNull()
  oidc.misbehave(null)
  await goto('pages/login/index')
  await enter()
  await page.getByRole('button', { name: '暂不绑定' }).click(patient)
  await goto('pages/setting/index')
  await page.getByRole('button', { name: /校园账号 江城大学/ }).waitFor(patient)
  expect(problems).toEqual([])
})

it("a student of a learning platform does homework in the platform's frame, half offline; teacher and platform get the score", {
  timeout: 300_000,
}, async () => {
  const siteUrl = await registerPlatform()
  const name = '乔小麦'
  const { staff, classId, studentNo } = await rosterEntry(name)
  const reading = await assignReading(staff, classId, '平台作业')
  const [first, second] = reading.chapters
  const sub = `m-${newMobile()}`
  platform.visit(
    { sub, name, studentNo },
    { [claimNames.resourceLink]: { id: `link-${sub}` }, [claimNames.custom]: { target: `chapter:${first!.id}` } },
  )
  const { page, context } = await visit({ options: desktop })
  await page.goto(`${siteUrl}/course?tool=${encodeURIComponent(inject('base'))}`)
  const frame = page.frameLocator('iframe')
  const enter = frame.getByRole('link', { name: '进入学习' })
  const text = frame.locator('.reader-text [data-p]:visible').first()
  const scrollToEnd = () =>
    frame.locator('.reader-scroller:visible').evaluate((box) => box.scrollTo(0, box.scrollHeight), undefined, patient)
  await enter.or(text).first().waitFor(patient)
  if (await enter.isVisible()) await enter.click()
  await text.waitFor(patient)
  const percents = async () => {
    const { rows } = await staff.call('GET /staff/v1/assignment_detail', { id: reading.id })
    return rows.find((row) => row.studentNo === studentNo)?.percents
  }
  const slow = { timeout: 120_000, interval: 2000 }
  await expect
    .poll(async () => {
      await scrollToEnd()
      return percents()
    }, slow)
    .toEqual([100, 0])
  await frame.locator(':root').evaluate((_, id) => {
    location.hash = `#/pages/study/assignment?id=${id}`
  }, reading.id)
  await frame.getByText(/^还剩 1 项，\S+ \S+ 截止$/).waitFor(patient)
  await frame.getByRole('link', { name: second!.title }).click()
  await text.waitFor(patient)
  await context.setOffline(true)
  await expect
    .poll(async () => {
      await scrollToEnd()
      return frame
        .locator(':root')
        .evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('dxx-beats:')))
    }, slow)
    .toBe(true)
  // Leaving the chapter sends the last heartbeat, with the position at the end of the text.
  await frame.locator(':root').evaluate(() => history.back())
  await frame.getByRole('heading', { name: reading.title }).waitFor(patient)
  expect((await percents())![1]).toBeLessThan(100)
  await context.setOffline(false)
  await expect.poll(percents, slow).toEqual([100, 100])
  await expect
    .poll(async () => {
      await makeScoreDue(sub)
      return platform.scores.filter(({ userId }) => userId === sub).at(-1)?.scoreGiven
    }, slow)
    .toBe(100)
  await teacherWrites(classId, reading.textbook, { name, title: `平台 ${Date.now() % 1e6}` })
})

it('an administrator compares the roster of a course with that of the school; only confirmed differences are applied', {
  timeout: 300_000,
}, async () => {
  const siteUrl = await registerPlatform()
  const { staff, classId, studentNo } = await rosterEntry('路小满')
  const { chapters } = await assignReading(staff, classId, '名单')
  const stranger = `n${newMobile()}`
  const sub = `m-${newMobile()}`
  platform.setMembers([
    { user_id: 'a', name: '平台上的名字', roles: ['Learner'], lis_person_sourcedid: studentNo },
    { user_id: 'b', name: '倪小禾', roles: ['Learner'], lis_person_sourcedid: stranger },
    { user_id: 'c', name: '没有学号', roles: ['Learner'] },
  ])
  platform.visit(
    { sub, name: '课程教师', teacher: true },
    {
      [claimNames.resourceLink]: { id: `link-${sub}` },
      [claimNames.context]: { id: sub, title: `课程 ${sub}` },
      [claimNames.custom]: { target: `chapter:${chapters[0]!.id}` },
    },
  )
  const launch = await visit({ options: desktop })
  await launch.page.goto(`${siteUrl}/course?tool=${encodeURIComponent(inject('base'))}`)
  const frame = launch.page.frameLocator('iframe')
  const enter = frame.getByRole('link', { name: '进入学习' })
  const text = frame.locator('.reader-text [data-p]').first()
  await enter.or(text).first().waitFor(patient)
  if (await enter.isVisible()) await enter.click()
  await text.waitFor(patient)

  const { page, problems } = await openConsole('campus', schoolAdmin)
  const link = page.getByRole('listitem').filter({ hasText: `课程 ${sub}` })
  await link.getByRole('button', { name: /^读取/ }).click(patient)
  await link.getByRole('button', { name: /和名册比较$/ }).click(patient)
  await page.getByRole('button', { name: '更新名册…' }).waitFor(patient)
  await page.getByText('没有学号没有可用的学号，没有列入').waitFor()
  await page.getByRole('button', { name: '新增 1' }).click()
  await page.getByText('倪小禾').waitFor(patient)
  const found = async () => (await staff.call('GET /staff/v1/class_list', {})).list.map(({ name }) => name)
  expect(await found()).not.toContain(`课程 ${sub}`)
  await page.getByRole('button', { name: '进教学班 1' }).click()
  // The name of the school's roster is unchanged.
  await page.getByText('路小满').waitFor(patient)
  await page.getByRole('button', { name: '更新名册…' }).click()
  await dialog(page).getByRole('button', { name: /^更新/ }).click()
  await page.getByText('名册已更新').waitFor(patient)
  expect(problems).toEqual([])
})

it('a teacher on a phone finds a chapter and puts it into the course without scrolling to the end of the list', async () => {
  const siteUrl = await registerPlatform()
  const textbook = await curriculum('textbook', '数据结构与算法')
  const chapter = (await chaptersOf('textbook', textbook.id)).find((row) => !row.locked)!
  const sub = `m-${newMobile()}`
  platform.visit(
    { sub, name: '课程教师', teacher: true },
    {
      [claimNames.messageType]: 'LtiDeepLinkingRequest',
      [claimNames.resourceLink]: undefined,
      [claimNames.deepLinkSettings]: {
        accept_types: ['ltiResourceLink'],
        deep_link_return_url: platform.returnUrl,
        data: 'opaque',
      },
    },
  )
  const { page } = await visit({ options: phone })
  const hint = { iss: platform.url, login_hint: sub, target_link_uri: siteUrl }
  await page.goto(`${inject('base')}/lti/login?${new URLSearchParams(hint)}`)
  const put = page.getByRole('button', { name: '放进课程' })
  await put.waitFor(patient)
  const { height } = phone.viewport
  const box = (await put.boundingBox())!
  expect(box.y + box.height).toBeLessThanOrEqual(height)
  await page.getByRole('searchbox', { name: '标题里的字' }).fill(chapter.title)
  await page.getByRole('button', { name: '查找' }).tap()
  await page.getByRole('radio', { name: `${chapter.title} 数据结构与算法` }).tap(patient)
  await put.tap()
  await page.getByText('已放进课程').waitFor(patient)
  expect(platform.choice()).toMatchObject({
    [claimNames.deepLinkItems]: [{ type: 'ltiResourceLink', custom: { target: `chapter:${chapter.id}` } }],
  })
})

/** Answers `get_config` as a server without WeChat login. */
const withoutWechat = (page: Page) =>
  page.route('**/api/v1/get_config', async (route) => {
    const response = await route.fetch()
    const envelope = await response.json()
    envelope.data.wechat = { mp: false, web: false }
    await route.fulfill({ response, json: envelope })
  })

it.each(widths)('campus login is offered on a %s even if the server has no WeChat login', async (_, options) => {
  const { admin, schoolId } = await rosterEntry('温如言')
  await admin.call('POST /staff/v1/campus_login_save', { schoolId, kind: 'cas', enabled: true, url: cas.url })
  const { page } = await visit({ options })
  await withoutWechat(page)
  await page.goto('about:blank')
  await page.goto(`${inject('base')}/#/pages/login/index`)
  await page.getByRole('button', { name: '校园账号' }).waitFor(patient)
  await page.getByText('其他登录方式').waitFor()
})

it('a record store that refuses at first gets the statement after the administrator has corrected the password and the store works again', {
  timeout: 400_000,
}, async () => {
  const { page, problems } = await openConsole('campus', schoolAdmin)
  const card = page.getByRole('region', { name: '学习记录库（xAPI）' })
  await card.getByLabel('记录库地址（xAPI Endpoint）').fill(store.url, patient)
  await card.getByLabel('用户名').fill(simulatedStore.username)
  await card.getByLabel('密码').fill('写错的密码')
  await card.getByRole('button', { name: '保存' }).click()
  await prove(page)
  await card.getByText('发送中').waitFor(patient)

  const { staff, token, classId } = await joinedStudent('计算机 2402 班', '纪小舟', `记录${Date.now() % 1e6}`)
  const { chapters, id } = await assignReading(staff, classId, '学习记录')
  const { id: actor } = await api(token).call('GET /v1/get_user_info', {})
  const sent = () => store.stored().filter((statement) => statement.actor.account.name === actor)
  const student = await visit({ options: phone, token, route: `pages/study/assignment?id=${id}` })
  await student.page.getByRole('link', { name: chapters[0]!.title }).tap(patient)
  await ready(student.page)
  const slow = { timeout: 120_000, interval: 2000 }
  await expect
    .poll(async () => {
      await student.page.locator('.reader-scroller').evaluate((box) => box.scrollTo(0, box.scrollHeight))
      return (await api(token).call('GET /v1/assignment', { id })).left
    }, slow)
    .toBe(1)

  const shown = async () => {
    await page.reload()
    await card.getByText('发送中').waitFor(patient)
    return card.innerText()
  }
  await expect.poll(shown, slow).toMatch(/[1-9]\d* 条等待发送.*401/s)
  expect(sent()).toEqual([])
  store.refusals.push(503)
  await card.getByLabel('密码').fill(simulatedStore.password)
  await card.getByRole('button', { name: '保存' }).click()
  await expect.poll(shown, slow).toMatch(/条等待发送.*503/s)
  await expect.poll(shown, slow).not.toContain('条等待发送')
  expect(sent()).toMatchObject([
    {
      verb: { id: 'http://adlnet.gov/expapi/verbs/completed' },
      object: { id: `${inject('base')}/xapi/chapter/${chapters[0]!.id}` },
      result: { completion: true },
    },
  ])
  expect(JSON.stringify(sent())).not.toContain('纪小舟')
  expect(problems).toEqual([])
})
