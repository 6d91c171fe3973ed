import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { forgetDraft, keepDraftsOf } from '../../kit/drafts'
import { useSessionDraft } from './session-draft'

afterEach(cleanup)

function Field({ name }: { name: string }) {
  const [{ text }, set, clear] = useSessionDraft(name, { text: '' })
  return (
    <>
      <input aria-label="原因" value={text} onChange={(event) => set({ text: event.target.value })} />
      <button type="button" onClick={clear}>
        清空
      </button>
    </>
  )
}

const shown = () => screen.getByLabelText<HTMLInputElement>('原因').value

it('a draft of a form stays for the staff member who wrote it and is not shown to another one', async () => {
  keepDraftsOf('王老师')
  const { rerender } = render(<Field name="第 1 题" />)
  await userEvent.type(screen.getByLabelText('原因'), '选项有误')
  rerender(<Field name="第 2 题" />)
  expect(shown()).toBe('')
  cleanup()
  // The session ends and the same staff member logs in again.
  keepDraftsOf('王老师')
  render(<Field name="第 1 题" />)
  expect(shown()).toBe('选项有误')
  cleanup()
  keepDraftsOf('李老师')
  render(<Field name="第 1 题" />)
  expect(shown()).toBe('')
  await userEvent.type(screen.getByLabelText('原因'), '她的')
  await userEvent.click(screen.getByRole('button'))
  cleanup()
  render(<Field name="第 1 题" />)
  expect(shown()).toBe('')
})

it('keeps an unfinished form after a reload until it is cleared', async () => {
  keepDraftsOf('王老师')
  render(<Field name="第 3 题" />)
  await userEvent.type(screen.getByLabelText('原因'), '看了 两遍')
  cleanup()
  // A reload empties the memory and keeps the storage of the tab.
  forgetDraft('第 3 题')
  render(<Field name="第 3 题" />)
  expect(shown()).toBe('看了 两遍')
  await userEvent.click(screen.getByRole('button'))
  cleanup()
  render(<Field name="第 3 题" />)
  expect(shown()).toBe('')
})
