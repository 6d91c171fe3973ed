import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { dialog, newMobile, register } from './accounts'
import { axe } from './axe'
import { api, phone, visit } from './browser'
import { curriculum } from './catalogue'
import { long, middle, patient, rows, specimen } from './questions-steps'

/** Drags by touch through real browser input events. */
async function touchDrag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.scrollIntoViewIfNeeded()
  const [start, end] = [await middle(from), await middle(to)]
  const cdp = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [start])
  for (const part of [0.3, 0.6, 0.9, 1]) {
    await touch('touchMove', [{ x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part }])
  }
  await touch('touchEnd', [])
  await cdp.detach()
}

it('every question type is answered by touch', long, async () => {
  const { page, problems } = await visit({ route: 'pages/test/test', options: phone })
  await page.getByRole('heading', { name: '题目：作答' }).waitFor(patient)
  const single = specimen(page, '单选题')
  await single.getByRole('radio', { name: /选项 D/ }).tap()
  await expect.poll(() => single.getByRole('radio', { name: /选项 D/ }).isChecked()).toBe(true)

  const multiple = specimen(page, '多选题')
  await multiple.getByRole('checkbox', { name: /R 是自反的/ }).tap()
  await multiple.getByRole('checkbox', { name: /R 是传递的/ }).tap()
  await expect.poll(() => multiple.getByRole('checkbox', { checked: true }).count()).toBe(2)

  const indefinite = specimen(page, '不定项')
  await indefinite.getByRole('checkbox', { name: /队列/ }).tap()
  await expect.poll(() => indefinite.getByRole('checkbox', { checked: true }).count()).toBe(1)

  await specimen(page, '判断题').getByRole('radio', { name: /错/ }).tap()
  await expect.poll(() => specimen(page, '判断题').getByRole('radio', { name: /错/ }).isChecked()).toBe(true)

  const blank = specimen(page, '填空题').getByLabel('第 2 空')
  await blank.tap()
  await page.keyboard.insertText('先进先出')
  expect(await blank.inputValue()).toBe('先进先出')

  const number = specimen(page, '数值题')
  await number.getByLabel('数值', { exact: true }).tap()
  expect(await number.getByLabel('数值', { exact: true }).getAttribute('inputmode')).toBe('decimal')
  await page.keyboard.insertText('1.5')
  await number.getByRole('button', { name: '正负号' }).tap()
  await number.getByRole('button', { name: '乘以十的几次方' }).tap()
  await expect.poll(() => number.getByLabel('数值', { exact: true }).inputValue()).toBe('-1.5×10^')
  await number.getByLabel('单位', { exact: true }).tap()
  await page.keyboard.insertText('cm')
  expect(await number.getByLabel('单位', { exact: true }).inputValue()).toBe('cm')

  await specimen(page, '简答题').getByRole('textbox').tap()
  await page.keyboard.insertText('递归用的就是栈')
  await specimen(page, '简答题').getByText('7/10000').waitFor()

  const order = specimen(page, '排序题')
  await order.getByRole('button', { name: '第 2 项上移' }).tap()
  await expect.poll(() => rows(order)).toEqual(['O(1)', 'O(n²)', 'O(n)', 'O(log n)'])
  await touchDrag(
    page,
    order.getByRole('button', { name: /拖动第 4 项/ }),
    order.getByRole('button', { name: /拖动第 1 项/ }),
  )
  await expect.poll(() => rows(order)).toEqual(['O(1)', 'O(log n)', 'O(n²)', 'O(n)'])

  const match = specimen(page, '匹配题')
  // Repeats the tap, because the browser takes the first tap after a drag as the end of a fling.
  await expect
    .poll(async () => {
      await match.getByRole('button', { name: '选项 B：' }).tap()
      return match.getByRole('button', { name: '第 1 项：已配 B' }).count()
    }, patient)
    .toBe(1)
  const grip = match.getByRole('button', { name: '选项 C：' }).locator('svg')
  await touchDrag(page, grip, match.getByText('二叉堆取最小'))
  await match.getByRole('button', { name: '第 3 项：已配 C' }).waitFor()

  const material = specimen(page, '材料题')
  const stack = material.getByRole('radio', { name: /栈/ })
  await expect
    .poll(async () => {
      await stack.tap()
      return stack.isChecked()
    }, patient)
    .toBe(true)
  await material.getByRole('radio', { name: /错/ }).tap()
  await expect.poll(() => material.getByRole('radio', { checked: true }).count()).toBe(2)

  const code = specimen(page, '编程题')
  await code.getByRole('textbox', { name: /代码编辑区/ }).tap()
  await page.keyboard.insertText('print(a + b)')
  await expect.poll(() => code.getByRole('textbox', { name: /代码编辑区/ }).innerText()).toContain('print(a + b)')

  await page.getByRole('button', { name: '放大图片：栈的示意图' }).first().tap()
  await dialog(page).getByRole('button', { name: '关闭' }).tap()
  expect(problems).toEqual([])
})

it('a chapter test survives a reload, is submitted, and shows its result and the explanations', long, async () => {
  const token = await register(newMobile(), '做测验的人')
  const book = await curriculum('textbook', '数据结构与算法')
  const [test] = await api(token).call('GET /v1/textbooks_test_list', { id: book.id })
  const visitor = await visit({ options: phone, token })
  const { page } = visitor
  await visitor.goto(`pages/exam/answer?chapter=${test!.id}`)
  await page.getByRole('heading', { name: /第 1 题，共 8 题/ }).waitFor(patient)
  expect(await axe(page)).toEqual([])
  await page.getByRole('radio', { name: /步数只和方法、输入有关/ }).tap()
  await page.getByRole('button', { name: '下一题' }).tap()
  await page.reload()
  await page.getByRole('heading', { name: /第 2 题，共 8 题/ }).waitFor(patient)
  // A visit by the study page, too, begins where the last one ended.
  await visitor.goto('pages/study/index')
  await visitor.goto(`pages/exam/answer?chapter=${test!.id}`)
  await page.getByRole('heading', { name: /第 2 题，共 8 题/ }).waitFor(patient)
  await page.getByRole('button', { name: '上一题' }).tap()
  await expect.poll(() => page.getByRole('radio', { name: /步数只和方法、输入有关/ }).isChecked()).toBe(true)
  await page.getByRole('button', { name: '答题卡' }).tap()
  await dialog(page).getByRole('button', { name: '交卷' }).tap()
  await page.getByText('还有 7 题未作答，确定交卷吗？').waitFor()
  await dialog(page).getByRole('button', { name: '交卷' }).tap()
  await page.getByRole('heading', { name: '按题型' }).waitFor(patient)
  await page.getByRole('heading', { name: '测验结果' }).waitFor()
  expect(await page.locator('dl').filter({ visible: true }).first().innerText()).toMatch(/答错\s*0\s*未作答\s*7/)
  expect(await axe(page)).toEqual([])
  await page.getByRole('link', { name: '错题解析' }).tap()
  await page.getByRole('heading', { name: /第 1 题，共 7 题/ }).waitFor(patient)
  await page.getByRole('heading', { name: '正确答案' }).first().waitFor()
  expect(await axe(page)).toEqual([])
  const [after] = await api(token).call('GET /v1/textbooks_test_list', { id: book.id })
  expect(after).toMatchObject({ attempts: 1, last: { right: 1, count: 8 } })
  expect(visitor.problems).toEqual([])
})
