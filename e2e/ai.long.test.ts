import { expect, it } from 'vitest'
import { askSheet, learner, simulator, startModel } from './ai-steps'
import { axe } from './axe'
import { api, phone, visit } from './browser'
import { curriculum } from './catalogue'
import { openConsole, operator, owner } from './console'
import { registerWithWrongAnswers } from './wrong-answers'

startModel()

it('an answer continues while another page is open', { timeout: 120_000 }, async () => {
  const { page, route } = await learner()
  simulator.trouble('half')
  await page.getByLabel('问 AI 助学').fill('栈和队列 的区别 是什么？')
  await page.getByRole('button', { name: '发送' }).tap()
  await page.getByText('先给你一个提示').waitFor()
  await page.evaluate(() => {
    location.hash = '#/pages/study/index'
  })
  await page.getByRole('heading', { name: '学习', exact: true }).waitFor()
  simulator.goOn()
  await page.goBack()
  await expect.poll(route).toContain('pages/ai/index')
  await page.getByText('这就是要点').waitFor()
  expect(await page.getByText('已停止').count()).toBe(0)
})

it('the AI reports a question that the books do not cover, and explains a selected passage', {
  timeout: 120_000,
}, async () => {
  const { page, goto, route } = await learner()
  await page.getByLabel('问 AI 助学').fill('肖邦的夜曲有多少首？')
  await page.keyboard.press('Enter')
  await page.getByText('没有讲到这个问题').waitFor()
  // Each of the three links that the AI offers leads to a page where the question can be asked.
  await page.getByRole('link', { name: '去搜索' }).click()
  await expect.poll(() => page.locator('input[type=search]').first().inputValue()).toContain('肖邦的夜曲')
  await page.goBack()
  await page.getByRole('link', { name: '我的班级' }).click()
  await page.getByText('加入班级').first().waitFor()
  await page.goBack()
  await page.getByRole('link', { name: '问老师和同学' }).click()
  await expect.poll(route).toMatch(/pages\/(study\/index|digital-textbooks\/publish)/)
  const { id } = await curriculum('textbook', '数据结构与算法')
  const chapters = await api().call('GET /v1/textbooks_chapter', { id })
  const chapter = JSON.stringify(chapters).match(/"id":"([0-9a-f-]{36})"[^{}]*"kind":"text"/)![1]!
  await goto(`pages/ai/index?chapter=${chapter}&pid=p1&quote=${encodeURIComponent('后进先出')}`)
  await page.getByRole('button', { name: '请解释这段内容' }).click()
  await page.getByText('先给你一个提示').waitFor()
  await page.locator('blockquote', { hasText: '后进先出' }).waitFor()
})

it('a wide window has the conversations at the left and shows the source of a citation at the right', {
  timeout: 120_000,
}, async () => {
  const { page, problems, route } = await learner('pages/ai/index', { viewport: { width: 1440, height: 900 } })
  await page.getByLabel('问 AI 助学').fill('为什么函数一直调用自己会栈溢出？')
  await page.getByRole('button', { name: '发送' }).click()
  await page.getByRole('button', { name: '重新回答' }).waitFor()
  const here = route()
  await page.locator('a.cite').first().click()
  const sources = page.getByRole('complementary', { name: '出处' })
  await sources.locator('[aria-current="true"]').first().waitFor()
  expect(route()).toBe(here)
  const list = page.getByRole('complementary', { name: '对话记录' })
  const talk = list.getByRole('link', { name: /^为什么函数一直调用自己/ })
  await talk.waitFor()
  expect(await talk.getAttribute('href')).toBe(`#/${here}`)
  expect((await talk.boundingBox())!.x).toBeLessThan((await sources.boundingBox())!.x)
  expect(await axe(page)).toEqual([])
  await list.getByRole('button', { name: '新对话' }).click()
  await page.getByText('有什么不明白的').waitFor()
  expect(problems).toEqual([])
})

it('a failed program is explained in a sheet, based on a run on the server', { timeout: 180_000 }, async () => {
  const { page, goto, problems, route } = await learner()
  await goto('pages/digital-textbooks/runcode?language=javascript')
  await page.getByRole('textbox', { name: 'JavaScript 代码编辑区' }).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('const stack = []\nstack.pop().name')
  await page.getByRole('button', { name: '运行', exact: true }).click()
  await page.getByRole('button', { name: '问 AI：解释这个错误' }).click({ timeout: 60_000 })
  const here = route()
  simulator.say('程序在 stack.pop 之后出错：空的栈没有 name。哪一行先用到了空的栈？')
  await askSheet(page).getByRole('button', { name: '解释这个结果' }).click()
  await askSheet(page).getByText('哪一行先用到了空的栈').waitFor({ timeout: 60_000 })
  expect(route()).toBe(here)
  expect(await axe(page)).toEqual([])
  await askSheet(page).getByRole('button', { name: '关闭' }).click()
  await expect.poll(() => askSheet(page).count()).toBe(0)
  expect(problems).toEqual([])
})

it('conversations are searched, exported and deleted together', { timeout: 120_000 }, async () => {
  const { page, problems } = await learner('pages/ai/index', { viewport: { width: 1440, height: 900 } })
  for (const question of ['栈和队列的区别是什么？', '链表里的哨兵有什么用？']) {
    await page.getByLabel('问 AI 助学').fill(question)
    await page.getByRole('button', { name: '发送' }).click()
    await page.getByRole('button', { name: '重新回答' }).waitFor()
    await page.getByRole('complementary', { name: '对话记录' }).getByRole('button', { name: '新对话' }).click()
  }
  const list = page.getByRole('complementary', { name: '对话记录' })
  await list.getByLabel('搜索对话').fill('哨兵')
  await expect.poll(() => list.getByRole('link').count()).toBe(1)
  await list.getByRole('button', { name: '清空' }).click()
  const saved = page.waitForEvent('download')
  await list.getByRole('button', { name: '导出全部' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^AI 对话.*\.md$/)
  await list.getByRole('button', { name: '全部删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '全部删除' }).click()
  await list.getByText('还没有对话').waitFor()
  expect(problems).toEqual([])
})

it('a wrong question is explained in a sheet over 错题本, and a smaller one is offered', {
  timeout: 180_000,
}, async () => {
  const token = await registerWithWrongAnswers()
  const { page, problems, route } = await visit({ route: 'pages/bank/wrong', options: phone, token })
  await page.getByRole('article').first().getByRole('button', { name: '问 AI' }).tap({ timeout: 60_000 })
  const here = route()
  for (const name of ['给个提示', '引导我想', '先来一道小一点的题'])
    await askSheet(page).getByRole('button', { name }).waitFor()
  await askSheet(page).getByRole('button', { name: '我为什么做错了？' }).tap()
  await askSheet(page).getByRole('button', { name: '重新回答' }).waitFor({ timeout: 60_000 })
  await askSheet(page).getByRole('button', { name: '先来一道小一点的题' }).tap()
  await expect.poll(() => askSheet(page).getByRole('button', { name: '重新回答' }).count(), { timeout: 60_000 }).toBe(2)
  expect(await axe(page)).toEqual([])
  expect(route()).toBe(here)
  expect(problems).toEqual([])
})

it('a chapter becomes drafts of questions in the console, and a chosen one opens in the bank editor', {
  timeout: 180_000,
}, async () => {
  const { page, problems } = await openConsole('bank', owner)
  await page.getByRole('link', { name: 'AI 起草' }).click()
  await page.getByLabel('书或课').selectOption({ label: '数据结构与算法' })
  await page.getByLabel('章节', { exact: true }).selectOption({ label: '3.1 栈：后进先出' })
  await page.getByLabel('题型').selectOption({ label: '判断题' })
  const draft = (stem: string, answer: string, quote: string) => ({ stem, options: [], answer, analysis: '', quote })
  simulator.say(
    JSON.stringify([
      draft('栈只允许在一端添加和取出数据。', '正确', '只允许在一端添加和取出数据'),
      draft('入栈与出栈都要挪动全部元素。', '正确', '入栈与出栈都只动栈顶'),
      draft('红黑树通过旋转保持平衡。', '正确', '红黑树通过旋转保持平衡'),
    ]),
    JSON.stringify([
      { n: 1, answer: '正确' },
      { n: 2, answer: '错误' },
    ]),
  )
  await page.getByRole('button', { name: '起草', exact: true }).click()
  await page.getByText('第二遍答的是 错误').waitFor({ timeout: 60_000 })
  await page.getByText('去掉了 1 道').waitFor()
  expect(await axe(page)).toEqual([])
  // The question is selected already, unless the sample bank has a similar one.
  await page.getByRole('checkbox', { name: '选第 1 道' }).check()
  await page.getByRole('button', { name: '放进题库 1 道' }).click()
  await page.getByRole('link', { name: '打开来改' }).click({ timeout: 60_000 })
  await page.getByText('新草稿').first().waitFor()
  expect(await page.getByText('栈只允许在一端添加和取出数据').count()).toBeGreaterThan(0)
  expect(problems).toEqual([])
})

it('the console shows what the model cost by day, purpose and user', { timeout: 120_000 }, async () => {
  const { page, problems } = await openConsole('ai', operator)
  await page.getByRole('region', { name: '各种用途' }).waitFor({ timeout: 60_000 })
  await page.getByRole('region', { name: '用得最多的人' }).waitFor()
  expect(await axe(page)).toEqual([])
  expect(problems).toEqual([])
})
