import { expect, it } from 'vitest'
import { dialog } from './accounts'
import { api, phone, visit } from './browser'
import { newStudent, publish } from './exam'
import { begin, long, patient, saved } from './exam-hand-steps'

it('leaving an exam offline shows the number of unsaved answers; notices do not shift the question', long, async () => {
  const exam = await publish()
  const token = await newStudent('断网的考生')
  const visitor = await visit({ options: phone, token })
  const { page, context } = visitor
  await begin(page, exam)
  await page.getByRole('radio', { name: /选项 C/ }).tap()
  await saved(page)
  const top = async () => (await page.getByRole('radio').first().boundingBox())!.y
  const before = await top()
  await context.setOffline(true)
  await page.getByRole('radio', { name: /选项 B/ }).tap()
  await page.getByText('网络不通，作答已存在本机').waitFor(patient)
  expect(await top()).toBe(before)
  await page.goBack()
  await page.getByText('有 1 题的作答还没有保存到云端，只存在这台设备上').waitFor()
  expect(await page.getByText('作答已经保存，截止前').count()).toBe(0)
  await dialog(page).getByRole('button', { name: '继续作答' }).tap()
  await context.setOffline(false)
  await saved(page)
  expect(await top()).toBe(before)
  await page.goBack()
  await page.getByText('作答已经保存，截止前可以回来继续').waitFor()
  await dialog(page).getByRole('button', { name: '离开' }).tap()
  await expect.poll(visitor.route, patient).not.toContain('exam/answer')
  const { list } = await api(token).call('GET /v1/exam_records', {})
  expect(list.length).toBeLessThanOrEqual(1)
})
