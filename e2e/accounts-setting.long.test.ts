import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { aMinuteLater, askCode, dialog, fillCode, goodPassword, newMobile, register } from './accounts'
import { api, desktop, visit } from './browser'

const masked = (mobile: string) => `${mobile.slice(0, 3)}****${mobile.slice(-4)}`

/** Opens a route, logged in with the token. */
async function visitAs(token: string, route: string, options = {}) {
  const visitor = await visit({ route: 'pages/setting/about', ...options, token })
  await visitor.goto(route)
  return visitor
}

it('changes the phone number in two steps', async () => {
  const [old, next] = [newMobile(), newMobile()]
  const token = await register(old)
  const visitor = await visitAs(token, 'pages/setting/index')
  const { page } = visitor
  await page.getByText(masked(old)).click()
  await page.waitForURL(/setting\/edit-phone/)
  await askCode(page, old, 'change')
  await page.getByText('第 2 步').waitFor()
  await fillCode(page, next, 'change', '新手机号')
  await page.waitForURL(/#\/pages\/setting\/index$/)
  await page.getByRole('link', { name: `手机号 ${masked(next)}` }).waitFor()
  expect((await api(token).call('GET /v1/get_user_info', {})).mobile).toBe(next)
  expect(visitor.problems).toEqual([])
})

it('entering a number of another account offers to merge the accounts; declining offers to switch to that account', async () => {
  const [old, taken] = [newMobile(), newMobile()]
  const token = await register(old)
  const other = await register(taken, '旧号主人')
  const visitor = await visitAs(token, 'pages/setting/edit-phone')
  const { page } = visitor
  await askCode(page, old, 'change')
  await fillCode(page, taken, 'change', '新手机号')
  await dialog(page).getByText('旧号主人').waitFor()
  await dialog(page).getByRole('button', { name: '不合并' }).click()
  // After declining, the user can only switch to the other account or close the dialog.
  await dialog(page).getByRole('button', { name: '切换到 旧号主人' }).waitFor()
  await dialog(page).getByRole('button', { name: '关闭' }).click()
  expect((await api(other).call('GET /v1/get_user_info', {})).mobile).toBe(taken)

  await page.getByRole('button', { name: '更换手机号' }).click()
  await dialog(page).getByRole('button', { name: '合并账号' }).click()
  await page
    .getByText(`手机号已更换为 ${masked(taken)}`)
    .first()
    .waitFor()
  expect((await api(token).call('GET /v1/get_user_info', {})).mobile).toBe(taken)
  expect((await api(other).send('GET /v1/get_user_info', {})).code).toBe(3)
})

it('lists the devices and logs one of them out', async () => {
  const mobile = newMobile()
  const token = await register(mobile)
  await api(token).call('POST /v1/user_edit_password', { password: goodPassword })
  const { token: second } = await api().call('POST /v1/login_password', { mobile, password: goodPassword })
  const visitor = await visitAs(token, 'pages/setting/devices')
  const { page } = visitor
  await page.getByText('当前设备').waitFor()
  await page.getByRole('button', { name: /^退出 ?未知设备/ }).click()
  await dialog(page).getByRole('button', { name: '退出' }).click()
  await page.getByRole('button', { name: '退出其他设备' }).waitFor({ state: 'hidden' })
  expect((await api(second).send('GET /v1/get_user_info', {})).code).toBe(3)
  expect((await api(token).send('GET /v1/get_user_info', {})).code).toBe(1)
})

it('changes the password, and resets a forgotten one while logged in', async () => {
  const mobile = newMobile()
  const token = await register(mobile)
  await api(token).call('POST /v1/user_edit_password', { password: goodPassword })
  const visitor = await visitAs(token, 'pages/setting/edit-password')
  const { page } = visitor
  await page.getByRole('textbox', { name: '原密码', exact: true }).fill('wrong-one-entirely')
  await page.getByRole('textbox', { name: '新密码', exact: true }).fill('another-Fern-71')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('原密码不正确，请重新输入').waitFor()
  expect(await page.getByRole('textbox', { name: '新密码', exact: true }).inputValue()).toBe('another-Fern-71')
  await page.getByText('忘记原密码？').click()
  await askCode(page, mobile, 'find')
  await page.getByRole('textbox', { name: '新密码' }).fill('third-Birch-90')
  await page.getByRole('button', { name: '完成' }).click()
  await page.waitForURL(/setting\/edit-password/)
  // The device that changed the password stays logged in.
  expect((await api(token).send('GET /v1/get_user_info', {})).code).toBe(1)
  await api().call('POST /v1/login_password', { mobile, password: 'third-Birch-90' })
})

it('edits the profile; typed text survives a reload', async () => {
  const token = await register(newMobile())
  const visitor = await visitAs(token, 'pages/my/edit-info')
  const { page } = visitor
  await page.getByLabel('昵称').fill('改名同学')
  await page.getByLabel('个人简介').fill('写到一半')
  await page.reload()
  expect(await page.getByLabel('个人简介').inputValue()).toBe('写到一半')
  await page.getByRole('button', { name: /性别/ }).click()
  await dialog(page).getByText('女').click()
  await page.getByRole('link', { name: /所在地/ }).click()
  for (const name of ['湖北省', '武汉市', '洪山区']) await page.getByRole('button', { name }).last().click()
  await page.getByRole('button', { name: '确定' }).click()
  await page.getByText('湖北省 武汉市 洪山区').waitFor()
  await page.getByRole('button', { name: '保存' }).dblclick()
  await page.getByText('资料已保存').first().waitFor()
  expect(await api(token).call('GET /v1/get_user_info', {})).toMatchObject({
    nickname: '改名同学',
    bio: '写到一半',
    gender: 'female',
    location: '湖北省 武汉市 洪山区',
  })
})

it('accepts an image as avatar and rejects a file that is not an image', async () => {
  const token = await register(newMobile())
  const visitor = await visitAs(token, 'pages/my/edit-info')
  const { page } = visitor
  const chooser = page.getByLabel('更换头像')
  await chooser.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('not a picture at all') })
  await page.getByRole('alert').waitFor()
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 64 } })
  await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
  await page.getByText('头像已更新').first().waitFor()
  const { avatar } = await api(token).call('GET /v1/get_user_info', {})
  expect(avatar).toMatch(/^\/media\//)
  expect((await page.request.get(new URL(avatar!, page.url()).href)).status()).toBe(200)
})

it('downloads the user data as a file', async () => {
  const token = await register(newMobile(), '要导出的人')
  const visitor = await visitAs(token, 'pages/setting/index', { options: desktop })
  const { page } = visitor
  const download = page.waitForEvent('download')
  await page.getByText('导出我的数据').click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^多享学-我的数据-\d{4}-\d\d-\d\d\.json$/)
  const data = JSON.parse(await text(await file.createReadStream()))
  expect(data.sections.账号资料.nickname).toBe('要导出的人')
})

it('cancels an account; logging in again revokes the cancellation', async () => {
  const mobile = newMobile()
  const token = await register(mobile, '想走的人')
  const visitor = await visitAs(token, 'pages/setting/cancel-account')
  const { page } = visitor
  const next = page.getByRole('button', { name: '下一步' })
  await next.click()
  await page.getByText('请先阅读注销须知并勾选').waitFor()
  await page.getByRole('checkbox', { name: /我已阅读注销须知/ }).check()
  await next.click()
  await askCode(page, mobile, 'cancel')
  await dialog(page).getByRole('button', { name: '确定注销' }).click()
  await dialog(page).getByText('注销申请已提交').waitFor()
  expect((await api(token).send('GET /v1/get_user_info', {})).code).toBe(3)
  await dialog(page).getByRole('button', { name: '知道了' }).click()
  await page.getByText('登录 / 注册').click()

  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await aMinuteLater(mobile, page)
  await fillCode(page, mobile, 'login')
  await page.getByText('注销申请已撤销，欢迎回来').first().waitFor()
  await page.getByText('想走的人').waitFor()
})
