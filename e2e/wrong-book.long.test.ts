import { expect, it } from 'vitest'
import { newMobile, register } from './accounts'
import { axe } from './axe'
import { api, desktop, phone, visit } from './browser'
import { curriculum } from './catalogue'
import { registerWithWrongAnswers } from './wrong-answers'

const long = { timeout: 180_000 }
const patient = { timeout: 45_000 }

it('错题本 is worked through by keyboard: next, show, not known and known', long, async () => {
  const token = await registerWithWrongAnswers()
  const visitor = await visit({ route: 'pages/bank/wrong', options: desktop, token })
  const { page } = visitor
  const cards = page.getByRole('article')
  await cards.first().waitFor(patient)
  const count = await cards.count()
  expect(count).toBeGreaterThan(1)
  expect(await axe(page)).toEqual([])
  // Filters stand at the left of the questions.
  const filters = (await page.getByRole('group', { name: '题型' }).boundingBox())!
  const first = (await cards.first().boundingBox())!
  expect(filters.x + filters.width).toBeLessThan(first.x)

  await page.keyboard.press('j')
  expect(await cards.first().getAttribute('aria-current')).toBe('true')
  await page.keyboard.press('j')
  expect(await cards.nth(1).getAttribute('aria-current')).toBe('true')
  // The question that the keys act on is outlined, also while it has the focus.
  expect(await cards.nth(1).evaluate((card) => getComputedStyle(card).outlineStyle)).toBe('solid')
  await page.keyboard.press('k')
  await page.keyboard.press('Space')
  await cards.first().getByRole('heading', { name: '正确答案' }).waitFor()
  await page.keyboard.press('1')
  await page
    .getByText(/还没到复习的日子/)
    .first()
    .waitFor()
  await page.keyboard.press('2')
  await page.getByText('没关系，明天再来一次').first().waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  const printed = await page.evaluate(() => {
    dispatchEvent(new Event('beforeprint'))
    const text = document.querySelector('.print-sheet')?.textContent ?? ''
    dispatchEvent(new Event('afterprint'))
    return text
  })
  expect(printed.indexOf('答案与解析')).toBeGreaterThan(printed.indexOf('错题本'))
  expect(visitor.problems).toEqual([])
})

it('practice shows one question at a time, and an answer is typed key by key', long, async () => {
  const token = await register(newMobile(), '练题的人')
  const bank = await curriculum('bank', '大学数学基础训练')
  await api(token).call('POST /v1/free_receive', { curriculumId: bank.id })
  const start = (type: 'judge' | 'blank') =>
    api(token).call('POST /v1/bank_practice_start', { bank: bank.id, mode: 'type', type })
  const visitor = await visit({ options: phone, token })
  const { page } = visitor
  await visitor.goto(`pages/exam/answer?practice=${(await start('judge')).id}`)
  const options = page.getByRole('article').getByRole('radio')
  await options.first().tap(patient)
  expect(await options.count()).toBe(2)
  await page.getByRole('button', { name: '提交答案' }).tap()
  await page.getByRole('button', { name: '下一题' }).tap()
  await page.getByText('第 2 题，').waitFor({ state: 'attached' })
  await expect.poll(() => options.count()).toBe(2)

  await visitor.goto(`pages/exam/answer?practice=${(await start('blank')).id}`)
  const blanks = page.getByRole('article').getByRole('textbox')
  await blanks.first().tap(patient)
  const before = await blanks.count()
  await page.keyboard.type('4 2')
  expect(await blanks.count()).toBe(before)
  expect(await blanks.first().inputValue()).toBe('4 2')
})

it('a practised question gets a note, a discussion and a correction by touch', long, async () => {
  const token = await register(newMobile(), '爱纠错的人')
  const bank = await curriculum('bank', '大学数学基础训练')
  await api(token).call('POST /v1/free_receive', { curriculumId: bank.id })
  const practice = await api(token).call('POST /v1/bank_practice_start', { bank: bank.id, mode: 'type', type: 'judge' })
  const visitor = await visit({ route: `pages/exam/answer?practice=${practice.id}`, options: phone, token })
  const { page } = visitor
  await page.getByRole('button', { name: '笔记' }).waitFor(patient)
  // The button 讨论 is hidden, because a discussion would reveal the answer.
  expect(await page.getByRole('button', { name: '讨论' }).count()).toBe(0)
  await page.getByRole('radio').first().tap()
  await page.getByRole('button', { name: '提交答案' }).tap()
  await page.getByRole('button', { name: '讨论' }).tap()
  await page.getByRole('textbox', { name: '参与讨论' }).fill('这题要分情况')
  await page.getByRole('button', { name: '发表' }).tap()
  // In the sheet, because the question around it is an article too; the first one, because a retry has the same question.
  await page.getByRole('dialog').getByRole('article').filter({ hasText: '这题要分情况' }).first().waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: '笔记' }).tap()
  const note = page.getByRole('textbox', { name: '这道题的笔记' })
  await note.fill('先看定义域')
  // The focus ring is inside the field: the scroll area of the sheet would cut a ring around it.
  const offset = await note.evaluate((field) => getComputedStyle(field.parentElement!).outlineOffset)
  expect(Number.parseFloat(offset)).toBeLessThan(0)
  await page.getByRole('button', { name: '保存' }).tap()
  await page.getByText('已保存，在「我的笔记」里也能看到').first().waitFor()

  await page.getByRole('button', { name: '纠错' }).tap()
  await page.getByRole('radio', { name: '解析有误' }).check()
  await page.getByRole('textbox', { name: /补充说明/ }).fill('第二步符号反了')
  await page.getByRole('button', { name: '提交', exact: true }).tap()
  await page.getByText('已提交，处理结果会通知你').first().waitFor()
  const [sent] = (await api(token).call('GET /v1/opinion_list', {})).list
  expect(sent!.text).toMatch(/^【题目纠错】解析有误\n大学数学基础训练 · 判断题：.+\n题目编号 .+\n第二步符号反了$/)
  await visitor.goto('pages/my/notes')
  await page.getByText('先看定义域').tap(patient)
  // The question opens with the note, which can be changed there.
  const shown = page.getByRole('region', { name: '我的笔记' }).filter({ visible: true })
  await shown.getByText('先看定义域').waitFor(patient)
  await page.getByRole('button', { name: '笔记' }).filter({ visible: true }).last().tap()
  await page.getByRole('textbox', { name: '这道题的笔记' }).fill('先看定义域，再求导')
  await page.getByRole('button', { name: '保存' }).tap()
  await shown.getByText('再求导').waitFor()
  expect(visitor.problems).toEqual([])
})

it('practice skips a question, shows its answer on demand, and asks before its progress is cleared', long, async () => {
  const token = await register(newMobile(), '先跳过的人')
  const bank = await curriculum('bank', '大学数学基础训练')
  await api(token).call('POST /v1/free_receive', { curriculumId: bank.id })
  const practice = await api(token).call('POST /v1/bank_practice_start', { bank: bank.id, mode: 'type', type: 'judge' })
  const visitor = await visit({ route: `pages/exam/answer?practice=${practice.id}`, options: phone, token })
  const { page } = visitor
  await page.getByRole('button', { name: '跳过' }).tap(patient)
  await page.getByText('第 2 题，').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: '看答案' }).tap()
  await page.getByRole('heading', { name: '正确答案' }).waitFor(patient)
  await page.getByText('未作答').first().waitFor()
  expect(await axe(page)).toEqual([])
  expect((await api(token).call('GET /v1/wrong_list', {})).list).toEqual([])

  await visitor.goto(`pages/bank/practice?id=${bank.id}`)
  const clear = page.getByRole('button', { name: /^清除 / })
  await clear.tap(patient)
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).tap()
  await expect.poll(() => clear.count()).toBe(1)
  await clear.tap()
  await page.getByRole('dialog').getByRole('button', { name: '清除' }).tap()
  await clear.waitFor({ state: 'detached' })
  expect(visitor.problems).toEqual([])
})
