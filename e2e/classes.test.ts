import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { dialog, newMobile, register } from './accounts'
import { axe } from './axe'
import { api, phone, tokenOf, visit } from './browser'
import { openConsole, operator, schoolAdmin, teacher } from './console'
import { assignReading, readHalfOffline } from './homework'

const patient = { timeout: 45_000 }
const markup = '<img src=x onerror="globalThis.hit=1">'

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

it('a school administrator imports a roster twice, sees the difference first, and nobody is removed unasked', {
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

it('a student joins by code, gets homework on a phone, hands it in, and reads the score of the teacher', {
  timeout: 300_000,
}, async () => {
  const name = '方小满'
  const token = await register(newMobile(), `作业${Date.now() % 1e6}`)
  const staff = await openConsole('classes', teacher)
  await staff.page.getByText('计算机 2402 班').click()
  await staff.page.getByRole('button', { name: /^班级码/ }).click()
  const open = dialog(staff.page).getByRole('button', { name: '开放加入' })
  const shown = dialog(staff.page).getByText(/^[A-Z0-9]{6}$/)
  await open.or(shown).waitFor(patient)
  if (await open.isVisible()) await open.click()
  const code = (await shown.innerText(patient)).trim()
  await staff.page.keyboard.press('Escape')

  const student = await visit({ options: phone, token, route: `pages/study/class?code=${code}` })
  await student.page.getByText('计算机 2402 班').waitFor(patient)
  await student.page.getByLabel('学号').fill(`h${Date.now()}`)
  await student.page.getByLabel('姓名').fill(name)
  await student.page.getByRole('button', { name: '申请加入' }).click()
  await student.page.getByText('等老师同意：计算机 2402 班').waitFor(patient)

  await staff.page.getByRole('link', { name: '工作台' }).first().click()
  await staff.page.getByText(`计算机 2402 班 · ${name}`).first().click(patient)
  await staff.page.getByRole('button', { name: '同意加入' }).click()
  await staff.page.getByText('已同意加入').first().waitFor(patient)

  await staff.page.getByRole('link', { name: '班级', exact: true }).first().click()
  await staff.page.getByText('计算机 2402 班').click()
  await staff.page.getByRole('link', { name: '作业', exact: true }).click()
  await staff.page.getByRole('button', { name: '布置作业' }).first().click()
  const form = dialog(staff.page)
  const title = `实验 ${Date.now() % 1e6}`
  await form.getByLabel('标题').fill(title)
  await form.getByRole('button', { name: '添加内容' }).click()
  await form.getByLabel('要做什么').selectOption('handin')
  await form.getByLabel('要交什么').fill('实验报告')
  await form.getByRole('button', { name: '加上', exact: true }).click()
  await form.getByRole('button', { name: '布置给 1 个班' }).click()
  await staff.page.getByText(title).first().waitFor(patient)

  await student.goto('pages/study/index')
  await student.page.getByText(title).first().click(patient)
  await student.page.getByText(/^还剩 1 项，\S+ \S+ 截止$/).waitFor(patient)
  expect(await axe(student.page)).toEqual([])
  await student.page.getByRole('textbox', { name: '内容' }).fill(`我的报告 ${markup}`)
  await student.page.getByRole('button', { name: '提交', exact: true }).click()
  await student.page.getByText('已提交，等老师批改').waitFor(patient)
  await student.page.getByText(markup).first().waitFor()
  expect(await student.page.evaluate('globalThis.hit')).toBeUndefined()

  await staff.page
    .getByRole('link', { name: /批阅室/ })
    .first()
    .click()
  await staff.page.getByRole('link', { name: new RegExp(title) }).click(patient)
  await staff.page.getByText(`我的报告 ${markup}`).waitFor(patient)
  await staff.page.getByLabel('分数（满分 100）').fill('92')
  await staff.page.getByLabel('评语').fill('条理清楚')
  await staff.page.getByRole('button', { name: '保存，下一份' }).click()
  await staff.page.getByText('已保存').first().waitFor(patient)
  const { list } = await api(token).call('GET /v1/assignments', {})
  await student.goto(`pages/study/assignment?id=${list.find((one) => one.title === title)!.id}`)
  await student.page.reload()
  await student.page.getByText('得分 92 / 100').waitFor(patient)
  // Without a class in the address, the only class of the student is shown.
  await student.goto('pages/study/grades')
  await student.page.getByText('现在的总评').waitFor(patient)
  await student.page.getByLabel(`试算${title}的得分`).fill('50.5.5')
  await student.page.getByText('试算的总评').waitFor()
  expect(await student.page.getByLabel(`试算${title}的得分`).inputValue()).toBe('50.5')
  expect(staff.problems).toEqual([])
  expect(student.problems).toEqual([])
})

/** A new student in a class of the sample teacher, and the teacher's calls. */
async function joinedStudent(className: string, name: string) {
  const session = await api(await tokenOf(teacher)).call('POST /staff/v1/session_open', {})
  const staff = api(session.token)
  const theClass = (await staff.call('GET /staff/v1/class_list', {})).list.find((one) => one.name === className)!
  const { joinCode } = await staff.call('POST /staff/v1/class_code', { id: theClass.id, action: 'open' })
  const token = await register(newMobile(), `离线${Date.now() % 1e6}`)
  await api(token).call('POST /v1/class_join', { code: joinCode!, studentNo: `o${Date.now()}`, name })
  const { list } = await staff.call('GET /staff/v1/work_list', { kinds: ['join'] })
  await staff.call('POST /staff/v1/join_approve', { items: [{ id: list.find((one) => one.title.includes(name))!.id }] })
  return { staff, token, classId: theClass.id }
}

it('homework is read half offline, and counts with the time of reading when the network is back', {
  timeout: 300_000,
}, async () => {
  const { staff, token, classId } = await joinedStudent('计算机 2402 班', '江小鱼')
  const reading = await assignReading(staff, classId, '离线阅读')
  const student = await visit({ options: phone, token, route: `pages/study/assignment?id=${reading.id}` })
  await readHalfOffline(student, token, reading)
  const { rows } = await staff.call('GET /staff/v1/assignment_detail', { id: reading.id })
  expect(rows.find(({ name }) => name === '江小鱼')).toMatchObject({ done: true, late: false, percents: [100, 100] })
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

it('an operator registers seats of a school, and a teacher finds 班级 among the tabs of the phone', {
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
