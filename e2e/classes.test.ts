import { expect, it } from 'vitest'
import { dialog, newMobile, register } from './accounts'
import { axe } from './axe'
import { api, phone, visit } from './browser'
import { joinedStudent, patient } from './classes-steps'
import { openConsole, teacher } from './console'
import { assignReading, readHalfOffline } from './homework'

const markup = '<img src=x onerror="globalThis.hit=1">'

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
  // Without a class in the URL, the page shows the only class of the student.
  await student.goto('pages/study/grades')
  await student.page.getByText('现在的总评').waitFor(patient)
  await student.page.getByLabel(`试算${title}的得分`).fill('50.5.5')
  await student.page.getByText('试算的总评').waitFor()
  expect(await student.page.getByLabel(`试算${title}的得分`).inputValue()).toBe('50.5')
  expect(staff.problems).toEqual([])
  expect(student.problems).toEqual([])
})

it('homework read partly offline counts with the time of reading once the network is back', {
  timeout: 300_000,
}, async () => {
  const { staff, token, classId } = await joinedStudent('计算机 2402 班', '江小鱼')
  const reading = await assignReading(staff, classId, '离线阅读')
  const student = await visit({ options: phone, token, route: `pages/study/assignment?id=${reading.id}` })
  await readHalfOffline(student, token, reading)
  const { rows } = await staff.call('GET /staff/v1/assignment_detail', { id: reading.id })
  expect(rows.find(({ name }) => name === '江小鱼')).toMatchObject({ done: true, late: false, percents: [100, 100] })
})
