import { expect, it } from 'vitest'
import { dialog } from './accounts'
import { api, desktop, phone, tokenOf, visit } from './browser'
import { curriculum } from './catalogue'
import { joinedStudent, patient } from './classes-steps'
import { openConsole, teacher } from './console'
import { chaptersOf, firstWords, ready, select } from './reader'

it('a question to the teacher about a paragraph is answered in the work queue; the student decides on the answer and closes, the teacher pins', {
  timeout: 300_000,
}, async () => {
  const { token } = await joinedStudent('计算机 2402 班', '方知夏', `提问${Date.now() % 1e6}`)
  const { id: book } = await curriculum('textbook', '数据结构与算法')
  const chapter = (await chaptersOf('textbook', book)).find((row) => !row.locked && row.kind === 'text')!.id
  const route = `pages/digital-textbooks/read?id=${book}&chapter=${chapter}`
  const text = `这一段为什么成立？${Date.now() % 1e6}`
  const { page, problems } = await visit({ options: phone, token, route })
  await ready(page)
  const words = await firstWords(page)
  await select(page, words)
  await page.getByRole('toolbar', { name: '选中文字的操作' }).getByRole('button', { name: '讨论' }).tap()
  const sheet = dialog(page)
  await sheet.getByPlaceholder('有问题或想法，说给一起学的同学听').fill(text)
  await sheet.getByText('同时问老师').tap()
  await sheet.getByRole('button', { name: '发表', exact: true }).tap()
  await page.getByText('已发表，老师会收到提问').first().waitFor(patient)

  const queue = await openConsole('work?kind=question', teacher)
  await queue.page.getByText(text).first().click(patient)
  await queue.page.getByRole('article').getByText(words).first().waitFor(patient)
  await queue.page.getByRole('article').getByRole('textbox', { name: /^回答/ }).fill('看定义：两边相等。')
  await queue.page.getByRole('button', { name: '回答' }).first().click()
  await queue.page.getByText('已回答').first().waitFor(patient)

  await page.reload()
  await ready(page)
  await page.getByRole('button', { name: '讨论' }).first().tap()
  const post = dialog(page).getByRole('article').filter({ hasText: text })
  await post.getByRole('button', { name: '1 条回复' }).tap(patient)
  const answer = dialog(page).getByRole('article').filter({ hasText: '看定义：两边相等。' })
  await answer.getByText('教师').waitFor(patient)
  // The answer of the teacher is accepted at once; the student may decide otherwise, and again.
  await answer.getByText('答案', { exact: true }).waitFor(patient)
  await answer.getByRole('button', { name: '取消采纳' }).tap()
  await answer.getByText('答案', { exact: true }).waitFor({ ...patient, state: 'hidden' })
  await answer.getByRole('button', { name: '采纳', exact: true }).tap()
  await answer.getByText('答案', { exact: true }).waitFor(patient)
  await page.getByRole('button', { name: '关闭' }).last().tap()
  await post.getByText('已解答').waitFor(patient)
  await post.getByRole('button', { name: '关闭' }).tap()
  await post.getByText('已关闭').waitFor(patient)
  // A teacher who reads the chapter as students do may pin; the student may not.
  expect(await post.getByRole('button', { name: '置顶' }).count()).toBe(0)
  const reader = await visit({ options: desktop, token: await tokenOf(teacher), route })
  await ready(reader.page)
  const pane = reader.page.getByRole('complementary', { name: '笔记与讨论' })
  await pane.getByRole('tab', { name: /^讨论/ }).click()
  const shown = pane.getByRole('article').filter({ hasText: text })
  await shown.getByRole('button', { name: '置顶' }).click(patient)
  await shown.getByText('置顶', { exact: true }).waitFor(patient)
  const { list } = await api(token).call('GET /v131/get_discuss', { curriculumId: book, chapterId: chapter })
  expect(list[0]).toMatchObject({ text, pinned: true, closed: true })
  expect(problems).toEqual([])
  expect(reader.problems).toEqual([])
})
