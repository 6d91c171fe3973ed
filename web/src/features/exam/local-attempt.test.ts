import { expect, it } from 'vitest'
import { change, confirm, confirmLeaves, leave, newLocalAttempt, reopened, send } from './local-attempt'

const yes = { answer: { type: 'judge' as const, value: true } }
const no = { answer: { type: 'judge' as const, value: false } }
const text = (words: string) => ({ answer: { type: 'short' as const, text: words } })
const seqs = (steps: readonly { seq: number }[]) => steps.map(({ seq }) => seq)

it('merges typing into one step with the last text until it is sent', () => {
  let sheet = newLocalAttempt('a', 1, {})
  for (const words of ['为', '为什', '为什么']) sheet = change(sheet, 'q1', text(words), 10)
  expect(sheet.queue).toEqual([{ seq: 1, question: 'q1', ...text('为什么'), flagged: false, at: 10 }])
})

it('never changes a sent step: a further edit is a further step', () => {
  const typed = change(newLocalAttempt('a', 1, {}), 'q1', text('为'), 10)
  const { sheet, steps } = send(typed)
  const more = change(sheet, 'q1', text('为什么'), 11)
  expect(seqs(more.queue)).toEqual([1, 2])
  expect(confirm(more, steps).queue).toMatchObject([{ seq: 2, ...text('为什么') }])
})

it('keeps the order of steps across questions', () => {
  let sheet = newLocalAttempt('a', 1, {})
  sheet = change(sheet, 'q1', yes, 10)
  sheet = change(sheet, 'q2', no, 11)
  sheet = change(sheet, 'q1', no, 12)
  expect(sheet.queue.map(({ question }) => question)).toEqual(['q1', 'q2', 'q1'])
  expect(sheet.given.q1).toEqual({ ...no, flagged: false })
})

it('a flag keeps the answer, and clearing an answer keeps the flag', () => {
  let sheet = change(newLocalAttempt('a', 1, {}), 'q1', yes, 10)
  sheet = change(sheet, 'q1', { flagged: true }, 11)
  expect(sheet.queue).toMatchObject([{ ...yes, flagged: true }])
  sheet = change(sheet, 'q1', { answer: null }, 12)
  expect(sheet.queue).toMatchObject([{ answer: null, flagged: true }])
})

it('reuses no number after a reload and resends pending steps unchanged', () => {
  const before = send(change(newLocalAttempt('a', 3, {}), 'q1', yes, 10)).sheet
  const after = change(reopened(before), 'q1', no, 20)
  expect(after.epoch).toBe(3)
  expect(after.queue[0]).toMatchObject({ seq: 1, ...yes })
  expect(after.queue[1]!.seq).toBeGreaterThan(1000)
})

it('sends at most a hundred steps at a time', () => {
  let sheet = newLocalAttempt('a', 1, {})
  for (let i = 0; i < 150; i++) sheet = change(sheet, `q${i}`, yes, 10)
  const first = send(sheet)
  expect(first.steps).toHaveLength(100)
  const second = send(confirm(first.sheet, first.steps))
  expect(seqs(second.steps)).toEqual(Array.from({ length: 50 }, (_, i) => 101 + i))
})

it('remembers a rejected answer until the question is answered again or a later step is pending', () => {
  const both = change(change(newLocalAttempt('a', 1, {}), 'q1', text('一'), 1), 'q2', text('二'), 1)
  const { sheet, steps } = send(both)
  const told = confirm(sheet, steps, [1])
  expect(told).toMatchObject({ queue: [], refused: ['q1'] })
  expect(confirm(told, [], []).refused).toEqual(['q1'])
  expect(change(told, 'q1', text('又一'), 2).refused).toEqual([])
  expect(confirm(change(sheet, 'q1', text('又一'), 2), steps, [1]).refused).toEqual([])
})

it('numbers leaves and confirms them individually', () => {
  const sheet = leave(leave(newLocalAttempt('a', 1, {}), 10, 5), 30, 7)
  expect(sheet.leaves).toEqual([
    { seq: 1, at: 10, seconds: 5 },
    { seq: 2, at: 30, seconds: 7 },
  ])
  expect(confirmLeaves(sheet, sheet.leaves.slice(0, 1)).leaves).toEqual([{ seq: 2, at: 30, seconds: 7 }])
})
