import { expect, it } from 'vitest'
import { dialog, newMobile, register } from './accounts'
import { api, visit } from './browser'

async function openAuth() {
  const token = await register(newMobile())
  const visitor = await visit({ route: 'pages/setting/about', token })
  await visitor.goto('pages/my/auth?from=auth')
  return { ...visitor, token }
}

it('finds a school by its initials, submits and shows pending review; the form survives a reload', async () => {
  const { page, problems, token } = await openAuth()
  await page.getByText('未认证').waitFor()
  await page.getByRole('button', { name: '提交认证' }).click()
  await page.getByRole('alert').getByText('请选择学校').waitFor()
  await page.getByRole('button', { name: /^学校/ }).click()
  // Initials find schools that publish here before all others.
  await dialog(page).getByLabel('搜索').fill('jc')
  const found = dialog(page).getByRole('button', { name: /大学/ })
  const { list } = await api().call('GET /v1/get_schools', { keyword: 'jc' })
  expect(list.length).toBeGreaterThan(0)
  await expect.poll(async () => (await found.first().innerText()).trim()).toContain(list[0]!.name)
  await dialog(page).getByLabel('搜索').fill('whdx')
  await dialog(page)
    .getByRole('button', { name: /^武汉大学/ })
    .click()
  await page.getByRole('textbox', { name: '班级', exact: true }).fill('哲学 2501 班')
  await page.getByLabel('学号').fill('0012345')
  await page.reload()
  expect(await page.getByLabel('学号').inputValue()).toBe('0012345')
  await page.getByLabel('姓名').fill('!')
  await page.getByRole('button', { name: '提交认证' }).click()
  await page.getByText('请填写真实姓名').waitFor()
  await page.getByLabel('姓名').fill('林晚')
  await page.getByRole('button', { name: '提交认证' }).dblclick()
  await page.getByText('待审核').first().waitFor()
  expect(await api(token).call('GET /v1/student_auth_info', {})).toMatchObject({
    status: 'pending',
    application: { school: '武汉大学', className: '哲学 2501 班', studentNo: '0012345', name: '林晚' },
  })
  expect(problems).toEqual([])
})

it('approves a student on the roster at once; rejects data that does not match the roster', async () => {
  const { page, token, goto } = await openAuth()
  await page.getByRole('button', { name: /^学校/ }).click()
  await dialog(page)
    .getByRole('button', { name: /^江城大学/ })
    .click()
  await page.getByRole('button', { name: /^班级/ }).click()
  await dialog(page).getByText('计算机 2402 班').click()
  await page.getByLabel('学号').fill('20240201')
  await page.getByLabel('姓名').fill('不是她')
  await page.getByRole('button', { name: '提交认证' }).click()
  await page.getByText('信息与学校名单不一致').waitFor()
  await page.getByLabel('姓名').fill('魏知夏')
  await page.getByRole('button', { name: '提交认证' }).click()
  await page.getByText('学生认证已通过').first().waitFor()
  expect((await api(token).call('GET /v1/get_user_info', {})).studentStatus).toBe('passed')
  await goto('pages/my/auth')
  await page.getByRole('link', { name: '去看考试' }).click()
  await page.waitForURL(/pages\/exam\/index/)
})
