import { expect, it } from 'vitest'
import {
  confirmLeaves,
  confirmSteps,
  newLocalAttempt,
  recordAnswerChange,
  recordLeave,
  reopenAttempt,
  takePendingSteps,
} from './local-attempt'

const yes = { answer: { type: 'judge' as const, value: true } }
const no = { answer: { type: 'judge' as const, value: false } }
const text = (words: string) => ({ answer: { type: 'short' as const, text: words } })
const seqs = (steps: readonly { seq: number }[]) => steps.map(({ seq }) => seq)

it('merges several edits of a text into one step with the last text, until that step is sent', () => {
  let localAttempt = newLocalAttempt('a', 1, {})
  for (const words of ['为', '为什', '为什么']) localAttempt = recordAnswerChange(localAttempt, 'q1', text(words), 10)
  expect(localAttempt.queue).toEqual([{ seq: 1, question: 'q1', ...text('为什么'), flagged: false, at: 10 }])
})

it('an edit after a step was sent adds a step and leaves the sent step unchanged', () => {
  const typed = recordAnswerChange(newLocalAttempt('a', 1, {}), 'q1', text('为'), 10)
  const { localAttempt, steps } = takePendingSteps(typed)
  const more = recordAnswerChange(localAttempt, 'q1', text('为什么'), 11)
  expect(seqs(more.queue)).toEqual([1, 2])
  expect(confirmSteps(more, steps).queue).toMatchObject([{ seq: 2, ...text('为什么') }])
})

it('adds a second step for a question if another question was answered in between', () => {
  let localAttempt = newLocalAttempt('a', 1, {})
  localAttempt = recordAnswerChange(localAttempt, 'q1', yes, 10)
  localAttempt = recordAnswerChange(localAttempt, 'q2', no, 11)
  localAttempt = recordAnswerChange(localAttempt, 'q1', no, 12)
  expect(localAttempt.queue.map(({ question }) => question)).toEqual(['q1', 'q2', 'q1'])
  expect(localAttempt.given.q1).toEqual({ ...no, flagged: false })
})

it('flagging a question keeps its answer, and clearing the answer keeps the flag', () => {
  let localAttempt = recordAnswerChange(newLocalAttempt('a', 1, {}), 'q1', yes, 10)
  localAttempt = recordAnswerChange(localAttempt, 'q1', { flagged: true }, 11)
  expect(localAttempt.queue).toMatchObject([{ ...yes, flagged: true }])
  localAttempt = recordAnswerChange(localAttempt, 'q1', { answer: null }, 12)
  expect(localAttempt.queue).toMatchObject([{ answer: null, flagged: true }])
})

it('after a reload, new steps reuse no number and pending steps stay unchanged', () => {
  const before = takePendingSteps(recordAnswerChange(newLocalAttempt('a', 3, {}), 'q1', yes, 10)).localAttempt
  const after = recordAnswerChange(reopenAttempt(before), 'q1', no, 20)
  expect(after.epoch).toBe(3)
  expect(after.queue[0]).toMatchObject({ seq: 1, ...yes })
  expect(after.queue[1]!.seq).toBeGreaterThan(1000)
})

it('sends at most a hundred steps per request', () => {
  let localAttempt = newLocalAttempt('a', 1, {})
  for (let i = 0; i < 150; i++) localAttempt = recordAnswerChange(localAttempt, `q${i}`, yes, 10)
  const first = takePendingSteps(localAttempt)
  expect(first.steps).toHaveLength(100)
  const second = takePendingSteps(confirmSteps(first.localAttempt, first.steps))
  expect(seqs(second.steps)).toEqual(Array.from({ length: 50 }, (_, i) => 101 + i))
})

it('remembers a rejected answer unless a newer answer to the same question follows or is already pending', () => {
  const both = recordAnswerChange(
    recordAnswerChange(newLocalAttempt('a', 1, {}), 'q1', text('一'), 1),
    'q2',
    text('二'),
    1,
  )
  const { localAttempt, steps } = takePendingSteps(both)
  const confirmed = confirmSteps(localAttempt, steps, [1])
  expect(confirmed).toMatchObject({ queue: [], refused: ['q1'] })
  expect(confirmSteps(confirmed, [], []).refused).toEqual(['q1'])
  expect(recordAnswerChange(confirmed, 'q1', text('又一'), 2).refused).toEqual([])
  expect(confirmSteps(recordAnswerChange(localAttempt, 'q1', text('又一'), 2), steps, [1]).refused).toEqual([])
})

it('numbers absences and confirms them individually', () => {
  const localAttempt = recordLeave(recordLeave(newLocalAttempt('a', 1, {}), 10, 5), 30, 7)
  expect(localAttempt.leaves).toEqual([
    { seq: 1, at: 10, seconds: 5 },
    { seq: 2, at: 30, seconds: 7 },
  ])
  expect(confirmLeaves(localAttempt, localAttempt.leaves.slice(0, 1)).leaves).toEqual([{ seq: 2, at: 30, seconds: 7 }])
})
