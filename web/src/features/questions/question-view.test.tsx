import type { Answer, QuestionType } from '@dxx/contract/questions'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { QuestionView } from './question-view'
import { TeacherGradesContext } from './read-by-teacher'
import { sampleQuestions, sampleResults } from './samples'

afterEach(cleanup)

/** Renders a question that stores its own answer. Returns an accessor for the answer. */
function ask(name: QuestionType, { pageKeys = false } = {}) {
  let given: Answer | null = null
  function Asked() {
    const [answer, setAnswer] = useState<Answer | null>(null)
    given = answer
    return <QuestionView question={sampleQuestions[name]} answer={answer} onAnswer={setAnswer} pageKeys={pageKeys} />
  }
  render(<Asked />)
  return { answer: () => given, user: userEvent.setup() }
}

const found = (name: QuestionType) => sampleQuestions[name]
const optionsOf = (name: QuestionType) => {
  const question = found(name)
  return 'options' in question ? question.options : []
}
const order = found('order')
const items = order.type === 'order' ? order.items : []
const match = found('match')
const { lefts, rights } = match.type === 'match' ? match : { lefts: [], rights: [] }
const material = found('material')
const parts = material.type === 'material' ? material.parts : []

it('selects a single choice by tap, number or letter', async () => {
  const { answer, user } = ask('single', { pageKeys: true })
  const options = optionsOf('single')
  await user.click(screen.getByRole('radio', { name: /选项 A/ }))
  expect(answer()).toEqual({ type: 'single', options: [options[0]!.id] })
  await user.keyboard('3')
  expect(answer()).toEqual({ type: 'single', options: [options[2]!.id] })
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: /选项 C/ }))
  await user.keyboard('b')
  expect(answer()).toEqual({ type: 'single', options: [options[1]!.id] })
  // Ignored: there is no ninth option, and Ctrl+A belongs to the browser.
  await user.keyboard('9{Control>}a{/Control}')
  expect(answer()).toEqual({ type: 'single', options: [options[1]!.id] })
})

it('options of a multiple choice toggle and are stored as shown; without options there is no answer', async () => {
  const { answer, user } = ask('multiple')
  const options = optionsOf('multiple')
  await user.click(screen.getByRole('checkbox', { name: /选项 C/ }))
  await user.click(screen.getByRole('checkbox', { name: /选项 A/ }))
  expect(answer()).toEqual({ type: 'multiple', options: [options[0]!.id, options[2]!.id] })
  // Without `pageKeys`, keys work only inside the field.
  await user.keyboard('d')
  expect(answer()).toEqual({ type: 'multiple', options: [options[0]!.id, options[2]!.id, options[3]!.id] })
  ;(document.activeElement as HTMLElement).blur()
  await user.keyboard('b')
  expect(answer()).toMatchObject({ options: [options[0]!.id, options[2]!.id, options[3]!.id] })
  for (const letter of ['A', 'C', 'D'])
    await user.click(screen.getByRole('checkbox', { name: RegExp(`选项 ${letter}`) }))
  expect(answer()).toBeNull()
})

it('shows blanks in the sentence, and Enter moves to the next blank', async () => {
  const { answer, user } = ask('blank')
  const [first, second] = screen.getAllByRole('textbox')
  expect(first!.closest('p')!.textContent).toBe('栈是的，队列是的。')
  await user.type(first!, '后进先出{Enter}')
  expect(document.activeElement).toBe(second)
  await user.keyboard('先进先出')
  expect(answer()).toEqual({ type: 'blank', blanks: ['后进先出', '先进先出'] })
  await user.clear(first!)
  await user.clear(second!)
  expect(answer()).toBeNull()
})

it('a number is typed with its unit; buttons add the signs that phone keyboards lack', async () => {
  const { answer, user } = ask('number')
  await user.type(screen.getByLabelText('数值'), '2')
  await user.click(screen.getByRole('button', { name: '正负号' }))
  await user.click(screen.getByRole('button', { name: '乘以十的几次方' }))
  await user.type(screen.getByLabelText('数值'), '3')
  await user.type(screen.getByLabelText('单位'), 'mm')
  expect(answer()).toEqual({ type: 'number', value: '-2×10^3', unit: 'mm' })
  await user.clear(screen.getByLabelText('数值'))
  await user.clear(screen.getByLabelText('单位'))
  expect(answer()).toBeNull()
})

it('a 排序题 is answered by arrow buttons, by keys on the handle, or by confirming the shown sequence', async () => {
  const { answer, user } = ask('order')
  const ids = items.map(({ id }) => id)
  await user.click(screen.getByRole('button', { name: '就是这个顺序' }))
  expect(answer()).toEqual({ type: 'order', items: ids })
  await user.click(screen.getByRole('button', { name: '第 1 项下移' }))
  expect(answer()).toEqual({ type: 'order', items: [ids[1], ids[0], ids[2], ids[3]] })
  expect(screen.getByRole('status').textContent).toBe('移到第 2 位，共 4 位')
  screen.getByRole('button', { name: /拖动第 4 项/ }).focus()
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(answer()).toEqual({ type: 'order', items: [ids[1], ids[3], ids[0], ids[2]] })
})

it('a 排序题 is answered by dragging the handle of an item', () => {
  const { answer } = ask('order')
  const rows = screen.getAllByRole('listitem')
  rows.forEach((row, index) => {
    row.getBoundingClientRect = () => ({ top: index * 50, height: 50 }) as DOMRect
  })
  const handle = screen.getByRole('button', { name: /拖动第 1 项/ })
  fireEvent.pointerDown(handle, { isPrimary: true, pointerId: 1, clientY: 25 })
  fireEvent.pointerMove(handle, { pointerId: 1, clientY: 130 })
  fireEvent.pointerUp(handle, { pointerId: 1 })
  expect(answer()).toEqual({ type: 'order', items: [items[1]!.id, items[2]!.id, items[0]!.id, items[3]!.id] })
})

it('a 匹配题 pairs left items one by one, lets several share a right item, and removes pairs', async () => {
  const { answer, user } = ask('match')
  const right = (text: string) => screen.getByRole('button', { name: new RegExp(text) })
  await user.click(right('^选项 .：.*O\\(1\\)'))
  await user.click(right('^选项 .：.*O\\(n\\)'))
  await user.click(screen.getByRole('button', { name: '第 3 项：还没有配' }))
  await user.click(right('^选项 .：.*O\\(n\\)'))
  expect(answer()).toEqual({
    type: 'match',
    pairs: [
      { left: lefts[0]!.id, right: rights[1]!.id },
      { left: lefts[1]!.id, right: rights[0]!.id },
      { left: lefts[2]!.id, right: rights[0]!.id },
    ],
  })
  await user.click(screen.getByRole('button', { name: '取消第 2 项' }))
  expect(answer()).toMatchObject({ pairs: [{ left: lefts[0]!.id }, { left: lefts[2]!.id }] })
})

it('each part of a 材料题 is answered independently of the others', async () => {
  const { answer, user } = ask('material')
  const second = screen.getByRole('region', { name: '第 2 小题' })
  await user.click(within(second).getByRole('radio', { name: /错/ }))
  expect(answer()).toEqual({ type: 'material', parts: [{ id: parts[1]!.id, answer: { type: 'judge', value: false } }] })
})

it.each(sampleResults)('shows the result read-only: $name', async ({ question: name, result }) => {
  const onAnswer = vi.fn()
  render(<QuestionView question={sampleQuestions[name]} answer={result.answer} onAnswer={onAnswer} result={result} />)
  const words = {
    right: '回答正确',
    wrong: '回答错误',
    partial: '部分正确',
    unanswered: '未作答',
    marking: result.key?.type === 'code' ? '运行器无法完成，已转人工' : '请对照参考答案',
    grading: '正在评测',
  }
  screen.getByText(words[result.verdict])
  screen.getByText(/最后放上去的/)
  for (const field of [...screen.queryAllByRole('radio'), ...screen.queryAllByRole('checkbox')]) fireEvent.click(field)
  for (const field of screen.queryAllByRole('textbox')) expect(field).toHaveProperty('readOnly', true)
  expect(onAnswer).not.toHaveBeenCalled()
})

it("shows 简答 as awaiting a teacher's grading in an exam", () => {
  const { question, result } = sampleResults.find(({ result: { verdict } }) => verdict === 'marking')!
  render(
    <TeacherGradesContext value={true}>
      <QuestionView question={sampleQuestions[question]} answer={result.answer} onAnswer={vi.fn()} result={result} />
    </TeacherGradesContext>,
  )
  screen.getByText('待批阅')
})

it('opens a picture in a stem by click or keyboard and closes it', async () => {
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false
  }
  const { user, answer } = ask('single', { pageKeys: true })
  screen.getByRole('button', { name: '放大图片：栈的示意图' }).focus()
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('button', { name: '关闭' }))
  expect(screen.queryByRole('button', { name: '关闭' })).toBeNull()
  expect(answer()).toBeNull()
})
