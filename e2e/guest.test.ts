import { expect, it } from 'vitest'
import { fillCode, newMobile } from './accounts'
import { api, phone, visit } from './browser'
import { curriculum } from './catalogue'

const patient = { timeout: 45_000 }

it('a favourite and a free chapter that a guest tapped are there after the login', async () => {
  const { id } = await curriculum('course', '数据库实战')
  const visitor = await visit({ options: phone, route: `pages/course/details?id=${id}` })
  const { page } = visitor
  await page.getByRole('button', { name: '收藏' }).tap(patient)
  await page.getByText('登录后收藏《数据库实战》').waitFor()
  // A reload of the login page keeps what was wanted.
  await page.reload()
  await page.getByText('登录后收藏《数据库实战》').waitFor(patient)
  // A user who agreed on this device need not agree again.
  expect(await page.getByRole('checkbox', { name: /我已阅读并同意/ }).isChecked()).toBe(true)
  await fillCode(page, newMobile(), 'login')
  await page.getByText('已收藏《数据库实战》').first().waitFor(patient)
  await expect.poll(visitor.route).toBe(`pages/course/details?id=${id}`)
  await page.getByRole('button', { name: '已收藏' }).waitFor()
  // Back leads away from the course, not to the login page.
  await page.goBack()
  await expect.poll(visitor.route).not.toMatch(/login/)
  expect(visitor.problems).toEqual([])

  const other = await visit({ options: phone, route: `pages/course/details?id=${id}` })
  await other.page.getByRole('link', { name: '免费试看' }).tap(patient)
  await other.page.getByText('登录后看课《数据库实战》').waitFor(patient)
  await fillCode(other.page, newMobile(), 'login')
  await expect.poll(other.route, patient).toMatch(/^pages\/course\/study\?/)
  const { trialChapterId } = await api().call('GET /v1/course_info', { id })
  expect(other.route()).toContain(trialChapterId)
  await other.page.getByText('可试看').first().waitFor(patient)
  await other.page.goBack()
  await expect.poll(other.route).toBe(`pages/course/details?id=${id}`)
  expect(other.problems).toEqual([])
})
