import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { dialog, newMobile, register } from './accounts'
import { axe } from './axe'
import { api, phone, visit, widths } from './browser'
import { administrator } from './campus-steps'
import { curriculum } from './catalogue'
import { joinedStudent, patient } from './classes-steps'
import { openConsole, operator, schoolAdmin, teacher } from './console'
import { studied } from './study'
import { wrongAnswers } from './wrong-answers'

/** Uploads a roster through the dialog and waits for its difference. */
async function uploadRoster(page: Page, rows: string[]): Promise<void> {
  await page.getByRole('link', { name: '班级', exact: true }).first().click()
  await page.getByRole('button', { name: '导入名册' }).first().click()
  await page.getByLabel('名册文件').setInputFiles({
    name: '名册.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`学号,姓名,班级\n${rows.join('\n')}`),
  })
  await page.getByRole('heading', { name: '名册.csv' }).waitFor(patient)
  await page.getByText('等待确认').waitFor(patient)
}

async function applyRoster(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: '更新名册…' }).click()
  await dialog(page).getByRole('button', { name: button }).click()
  await page.getByText('名册已更新').waitFor(patient)
}

it('a school administrator imports a roster twice and sees the difference first; no student is removed without confirmation', {
  timeout: 300_000,
}, async () => {
  const className = `测试 ${Date.now() % 1e6} 班`
  const number = (at: number) => `${Date.now() % 1e7}0${at}`
  const [first, second, third] = [number(1), number(2), number(3)]
  const { page, problems } = await openConsole('classes', schoolAdmin)
  await uploadRoster(page, [`${first},周以宁,${className}`, `${second},许清,${className}`])
  await page.getByText(`其中 1 个要新建：${className}`).waitFor()
  expect(await axe(page)).toEqual([])
  await applyRoster(page, '更新 2 人')
  await uploadRoster(page, [`${first},周以凝,${className}`, `${third},沈岸,${className}`])
  await page.getByRole('button', { name: /改名 1/ }).click()
  await page.getByText('周以凝').waitFor()
  await page.getByRole('button', { name: /名册里没有 1/ }).click()
  await page.getByText('许清').waitFor()
  await applyRoster(page, '更新 2 人')
  await page.getByRole('link', { name: '看班级' }).click()
  await page.getByText(className).click()
  await page.getByRole('link', { name: '学生', exact: true }).click()
  for (const name of ['周以凝', '许清', '沈岸']) await page.getByText(name).first().waitFor()
  expect(problems).toEqual([])
})

it('a teacher gives one student more time and sets the same homework for another class', {
  timeout: 300_000,
}, async () => {
  const { staff, token, classId } = await joinedStudent('计算机 2402 班', '柳小舟')
  const now = Math.floor(Date.now() / 1000)
  const title = `延期 ${now % 1e6}`
  const { id } = await staff.call('POST /staff/v1/assignment_save', {
    classes: [classId],
    title,
    startsAt: now - 60,
    dueAt: now + 3600,
    items: [{ kind: 'handin', title: '实验报告', points: 10 }],
  })
  const { page, problems } = await openConsole(`classes/${classId}/assignments?open=${id}`, teacher)
  await page.getByLabel('选择柳小舟').check(patient)
  await page.getByRole('button', { name: '延长 1 人的截止时间…' }).click()
  expect(await axe(page)).toEqual([])
  await dialog(page).getByRole('button', { name: '延长 1 人' }).click()
  await dialog(page).getByText('请写明原因').waitFor()
  await dialog(page).getByLabel('原因').fill('住院')
  await dialog(page).getByRole('button', { name: '延长 1 人' }).click()
  await page.getByText(/^延到 /).waitFor(patient)
  const student = await visit({ options: phone, token, route: `pages/study/assignment?id=${id}` })
  await student.page.getByText('老师给你延长了截止时间：住院').waitFor(patient)

  await page.getByRole('button', { name: '布置给别的班…' }).click()
  const form = dialog(page)
  await form.getByLabel(/^计算机 2401 班/).check(patient)
  await form.getByRole('button', { name: '布置给 1 个班' }).click()
  await page
    .getByText(/^已布置给 \d+ 人/)
    .first()
    .waitFor({ ...patient, state: 'attached' })
  const copies = (await staff.call('GET /staff/v1/assignment_list', {})).filter((one) => one.title === title)
  expect(copies.map(({ classes }) => classes.map(({ name }) => name)).sort()).toEqual([
    ['计算机 2401 班'],
    ['计算机 2402 班'],
  ])
  await staff.call('POST /staff/v1/assignment_withdraw', { id: copies.find((one) => one.id !== id)!.id, reason: '试' })
  expect(problems).toEqual([])
})

it('an operator registers seats of a school, and a teacher finds 班级 among the tabs of the phone layout', {
  timeout: 300_000,
}, async () => {
  const { page, problems } = await openConsole('shelf/seats', operator)
  await page.getByRole('button', { name: '增加名额' }).first().click(patient)
  const form = dialog(page)
  await form.getByLabel('学校').selectOption({ label: '江城大学' })
  await form.getByLabel('内容').fill('数据结构')
  await form.getByRole('list', { name: '查找结果' }).getByRole('button').first().click(patient)
  await form.getByLabel('名额').fill('40')
  expect(await axe(page)).toEqual([])
  await form.getByRole('button', { name: '保存名额' }).click()
  await page.getByText('0 / 40').first().waitFor(patient)
  expect(problems).toEqual([])
  const small = await openConsole('work', teacher, phone)
  const tabs = small.page.getByRole('navigation', { name: '主导航' }).getByRole('link')
  await tabs.first().waitFor(patient)
  expect(await tabs.allInnerTexts()).toEqual(['工作台', '考试', '班级', '更多'])
})

/** Adds a student to a new class, whose account is verified. Returns the token. */
async function verifiedStudent(admin: ReturnType<typeof api>, classId: string, schoolId: string, name: string) {
  const studentNo = `t${newMobile()}`
  await admin.call('POST /staff/v1/class_students_add', { id: classId, students: [{ studentNo, name }] })
  const token = await register(newMobile(), `${name}${Date.now() % 1e6}`)
  await api(token).call('POST /v1/student_auth', { schoolId, classId, studentNo, name })
  return token
}

it.each(widths)(
  'the trend card of a class on a %s shows minutes, students and right answers of this week and the last one',
  {
    timeout: 300_000,
  },
  async (size, options) => {
    const { staff: admin, schoolId } = await administrator()
    const { id } = await admin.call('POST /staff/v1/class_save', {
      schoolId,
      name: `趋势 ${size} ${Date.now() % 1e6}`,
      year: 2026,
    })
    const { page, problems } = await openConsole(`classes/${id}`, schoolAdmin, options)
    const card = page.getByRole('region', { name: '每周趋势' })
    // The bars are a table with the same texts for screen readers.
    const present = (text: string) => card.locator('b').filter({ hasText: new RegExp(`^${text}$`) })
    // A class without study time shows a text instead of an empty chart.
    await card.getByText('最近 12 周还没有').waitFor(patient)
    await present('0 分钟').waitFor()

    const course = (await curriculum('course', 'Python 程序设计')).id
    const [first, second] = [
      await verifiedStudent(admin, id, schoolId, '江晚'),
      await verifiedStudent(admin, id, schoolId, '宋迟'),
    ]
    await studied(first, course, [
      { ago: 0, minutes: 40 },
      { ago: 7, minutes: 25 },
    ])
    await studied(second, course, [{ ago: 0, minutes: 20 }])
    await wrongAnswers(second)
    await page.reload()
    await present('30 分钟').waitFor(patient)
    await card.getByText('本周到今天 · 上周 25 分钟').waitFor()
    await card.getByText('最高 30 分钟').waitFor()
    const press = (name: string) =>
      size === 'phone' ? card.getByRole('button', { name }).tap() : card.getByRole('button', { name }).press('Enter')
    await press('学习人数')
    await present('2 人').waitFor()
    await card.getByText('本周到今天 · 上周 1 人').waitFor()
    await press('正确率')
    await present('0 %').waitFor()
    await card.getByText('本周到今天 · 上周 还没有').waitFor()
    // Screen readers get the bars as a table of twelve weeks.
    expect(await card.getByRole('row').count()).toBe(12)
    expect(await axe(page)).toEqual([])
    expect(problems).toEqual([])
  },
)
