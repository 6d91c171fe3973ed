import type { Answer, PublicQuestion } from '@dxx/contract/questions'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { PageContext } from '../../router/page-context'
import { sampleQuestions } from './samples'
import { QuestionSession } from './session'

afterEach(cleanup)

const page = { path: 'pages/exam/answer', query: {}, key: '1', active: true }

function Session({ questions }: { questions: PublicQuestion[] }) {
  const [at, setAt] = useState(0)
  const [answers, setAnswers] = useState<Record<string, Answer | null>>({})
  return (
    <PageContext value={page}>
      <QuestionSession
        title="随堂测"
        onBack={() => {}}
        {...{ questions, at, answers }}
        onAt={setAt}
        onAnswer={(id, answer) => setAnswers((now) => ({ ...now, [id]: answer }))}
      />
    </PageContext>
  )
}

const question = (number: number) => screen.findByText(new RegExp(`第 ${number} 题，共`))

it('Enter goes from blank to blank, and from the last blank to the next question', async () => {
  const user = userEvent.setup()
  render(<Session questions={[sampleQuestions.blank, sampleQuestions.single]} />)
  const [first, second] = screen.getAllByRole('textbox')
  await user.type(first!, '后进先出{Enter}')
  expect(document.activeElement).toBe(second)
  await question(1)
  await user.keyboard('先进先出{Enter}')
  await question(2)
})

it('Enter in a blank of a 材料题 with further parts does not leave the question', async () => {
  const user = userEvent.setup()
  const parts = [
    { ...sampleQuestions.blank, id: 'p1' },
    { ...sampleQuestions.judge, id: 'p2' },
  ]
  const material = { ...sampleQuestions.material, parts } as PublicQuestion
  render(<Session questions={[material, sampleQuestions.single]} />)
  await user.type(screen.getAllByRole('textbox').at(-1)!, '先进先出{Enter}')
  await question(1)
})

it.each(['order', 'blank', 'code'] as const)(
  'Tab and one key lead from the heading of a question of type %s to the buttons below it',
  async (type) => {
    const user = userEvent.setup()
    render(<Session questions={[sampleQuestions[type], sampleQuestions.single]} />)
    // Repeated, because parts of the page that are still loading take the focus away.
    await waitFor(async () => {
      screen.getByRole('heading', { level: 2 }).focus()
      await user.tab()
      expect(document.activeElement?.textContent).toBe('跳过作答，到底部按钮')
    })
    await user.keyboard('{Enter}')
    expect(document.activeElement?.textContent).toBe('下一题')
  },
)

it('Tab skips the arrow buttons of a 排序题, whose handles move by arrow keys', async () => {
  const user = userEvent.setup()
  render(<Session questions={[sampleQuestions.order, sampleQuestions.single]} />)
  screen.getByRole('button', { name: /拖动第 1 项/ }).focus()
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /拖动第 2 项/ }))
})
