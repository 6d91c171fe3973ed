import { expect, it, vi } from 'vitest'
import { openAction } from './practice-session'

const open = (isEmpty: boolean, isLast = false) => {
  const [onSubmit, onSkip] = [vi.fn(), vi.fn()]
  return { action: openAction({ isEmpty, isLast, running: false, onSubmit, onSkip }), onSubmit, onSkip }
}

it('a question without an answer can be skipped, or its right answer can be shown', () => {
  const { action, onSubmit, onSkip } = open(true)
  expect([action.text, action.disabled, action.second?.text]).toEqual(['跳过', false, '看答案'])
  action.onClick()
  expect(onSkip).toHaveBeenCalledOnce()
  action.second?.onClick()
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith(false)
})

it('the last question without an answer only offers to show its answer, because no question follows', () => {
  const { action, onSubmit } = open(true, true)
  expect([action.text, action.second]).toEqual(['看答案', undefined])
  action.onClick()
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith(false)
})

it('an entered answer is submitted', () => {
  const { action, onSubmit } = open(false)
  expect([action.text, action.second]).toEqual(['提交答案', undefined])
  action.onClick()
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith(true)
})
