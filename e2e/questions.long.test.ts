import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { dialog, newMobile, register } from './accounts'
import { axe } from './axe'
import { api, desktop, phone, visit } from './browser'
import { curriculum } from './catalogue'
import { long, middle, patient, rows, specimen } from './questions-steps'
import { chaptersOf } from './reader'

it('every question type is answered by keyboard; dragging by mouse works too', long, async () => {
  const { page } = await visit({ route: 'pages/test/test', options: desktop })
  await page.getByRole('heading', { name: '题目：作答' }).waitFor(patient)
  const single = specimen(page, '单选题')
  await single.getByRole('radio').first().focus()
  await page.keyboard.press('c')
  await expect.poll(() => single.getByRole('radio', { name: /选项 C/ }).isChecked()).toBe(true)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => single.getByRole('radio', { name: /选项 D/ }).isChecked()).toBe(true)

  const multiple = specimen(page, '多选题')
  await multiple.getByRole('checkbox').first().focus()
  for (const key of ['1', '3', '1']) await page.keyboard.press(key)
  await expect.poll(() => multiple.getByRole('checkbox', { checked: true }).count()).toBe(1)

  const indefinite = specimen(page, '不定项')
  await indefinite.getByRole('checkbox').first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('b')
  await expect.poll(() => indefinite.getByRole('checkbox', { checked: true }).count()).toBe(2)

  const judge = specimen(page, '判断题')
  await judge.getByRole('radio', { name: /对/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => judge.getByRole('radio', { name: /错/ }).isChecked()).toBe(true)

  const short = specimen(page, '简答题').getByRole('textbox')
  await short.focus()
  await page.keyboard.type('abc')
  expect(await short.inputValue()).toBe('abc')

  const first = specimen(page, '填空题').getByLabel('第 1 空')
  await first.focus()
  await page.keyboard.type('LIFO')
  await page.keyboard.press('Enter')
  await page.keyboard.type('FIFO')
  expect(await specimen(page, '填空题').getByLabel('第 2 空').inputValue()).toBe('FIFO')

  const order = specimen(page, '排序题')
  await order.getByRole('button', { name: /拖动第 1 项/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => rows(order)).toEqual(['O(1)', 'O(n)', 'O(n²)', 'O(log n)'])

  const match = specimen(page, '匹配题')
  await match.getByRole('button', { name: '第 2 项：还没有配' }).press('Enter')
  await match.getByRole('button', { name: '选项 A：' }).press('Enter')
  await match.getByRole('button', { name: '第 2 项：已配 A' }).waitFor()
  const right = match.getByRole('button', { name: '选项 C：' })
  await right.scrollIntoViewIfNeeded()
  const [from, to] = [await middle(right), await middle(match.getByText('二叉堆取最小'))]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 6 })
  await page.mouse.up()
  await match.getByRole('button', { name: '第 3 项：已配 C' }).waitFor()
  await match.getByRole('button', { name: '第 1 项：还没有配' }).waitFor()

  const material = specimen(page, '材料题')
  const parts = material.getByRole('region')
  for (const [part, name] of [
    [parts.first(), /栈/],
    [parts.nth(1), /错/],
  ] as const) {
    await part.getByRole('radio', { name }).focus()
    await page.keyboard.press('Space')
    await expect.poll(() => part.getByRole('radio', { name }).isChecked()).toBe(true)
  }

  const code = specimen(page, '编程题').getByRole('textbox', { name: /代码编辑区/ })
  await code.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('print(a + b)')
  await expect.poll(() => code.innerText()).toContain('print(a + b)')
})

it('a question in a chapter can be answered again; 错题本 lists and prints wrong answers', long, async () => {
  const token = await register(newMobile(), '练习的人')
  const book = await curriculum('textbook', '数据结构与算法')
  const bank = await curriculum('bank', '大学数学基础训练')
  await api(token).call('POST /v1/free_receive', { curriculumId: bank.id })
  const chapter = (await chaptersOf('textbook', book.id, token)).find(({ title }) => title.includes('最坏'))!
  const visitor = await visit({ options: phone, token })
  const { page } = visitor

  await visitor.goto(`pages/digital-textbooks/read?id=${book.id}&chapter=${chapter.id}`)
  const embedded = page.getByRole('region', { name: /^随堂测 1/ })
  const answer = async (text: string) => {
    await embedded.getByLabel('第 1 空').fill(text, patient)
    await embedded.getByRole('button', { name: '提交' }).click()
    await embedded.getByRole('heading', { name: '解析' }).first().waitFor(patient)
  }
  await answer('49')
  await embedded.getByText('做过 1 次 · 最好 0/2 · 最近 0/2').waitFor(patient)
  await embedded.getByRole('button', { name: '再做一次' }).click()
  await answer('50')
  await embedded.getByText('做过 2 次 · 最好 2/2 · 最近 2/2').waitFor(patient)
  const id = await page.locator('[data-question]').first().getAttribute('data-question')

  await visitor.goto(`pages/bank/practice?id=${bank.id}`)
  await page.getByRole('button', { name: /^微积分/ }).tap(patient)
  // Only visible elements: the hidden chapter page also has a blank and an answer.
  const shown = (place: Locator) => place.filter({ visible: true }).first()
  const answerHeading = shown(page.getByRole('heading', { name: '正确答案' }))
  await shown(page.getByLabel('第 1 空')).fill('999', patient)
  await page.getByRole('button', { name: '提交答案' }).tap()
  await answerHeading.waitFor(patient)
  await page.reload()
  await answerHeading.waitFor(patient)

  await visitor.goto('pages/bank/wrong')
  const card = page.getByRole('article').filter({ hasText: '99 个互不相同的数' })
  await card.getByRole('button', { name: '看解析' }).tap(patient)
  await card.getByRole('heading', { name: '解析' }).first().waitFor()
  await expect.poll(() => page.getByRole('article').count()).toBe(2)
  await card.getByRole('button', { name: '写原因' }).tap()
  await dialog(page).getByText('概念不清').tap()
  await dialog(page).getByRole('button', { name: '保存' }).tap()
  await card.getByText('概念不清').waitFor(patient)
  expect(await axe(page)).toEqual([])
  await page.getByRole('link', { name: '打印' }).tap()
  await shown(page.getByText('2 题', { exact: true })).waitFor(patient)
  // A print dialog would wait for the user; the page only learns that a print begins.
  await page.evaluate(() => {
    window.print = () => void dispatchEvent(new Event('beforeprint'))
  })
  await page.getByRole('button', { name: '打印' }).tap()
  const paper = page.locator('.print-sheet')
  await page.emulateMedia({ media: 'print' })
  await paper.getByText('99 个互不相同的数').first().waitFor()
  expect(await page.getByRole('button', { name: '打印' }).count()).toBe(0)
  await page.emulateMedia({ media: null })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect.poll(() => paper.count(), patient).toBe(0)
  expect(visitor.problems).toEqual([])

  // The question of the chapter opens on its own page with the same history.
  await visitor.goto(`pages/exam/answer?question=${id}`)
  const alone = page.getByRole('region', { name: '题目', exact: true })
  await alone.getByText('做过 2 次 · 最好 2/2 · 最近 2/2').waitFor(patient)
})
