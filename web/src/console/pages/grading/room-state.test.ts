import type { GradingAnswer } from '@dxx/contract/calls/staff/exam-grading'
import { describe, expect, it } from 'vitest'
import {
  addAnswers,
  currentItem,
  dropRefused,
  editDraft,
  emptyRoom,
  goToAnswer,
  gradeShown,
  moveInQueue,
  openItems,
  type RoomState,
  showAnswer,
  skipAnswer,
  stepAnswerIds,
  togglePoint,
  undoLast,
  unfinishedOf,
} from './room-state'

const answer = (id: string, more: Partial<GradingAnswer> = {}): GradingAnswer => ({
  id,
  state: 'waiting',
  answer: { type: 'short', text: id },
  note: '',
  equals: [],
  spellings: [],
  claimedUntil: null,
  score: null,
  grades: [],
  student: null,
  flag: null,
  ...more,
})
const rubric = [{ score: 2 }, { score: 3 }, { score: -1 }]
const none = new Set<string>()
const room = (...ids: string[]) =>
  addAnswers(
    emptyRoom,
    ids.map((id) => answer(id)),
    none,
  )
const grade = (state: RoomState, key = 'k') => gradeShown(state, () => key, rubric, 5)!
const ids = (state: RoomState) => state.items.map((item) => item.answer.id)

describe('queue of answers on the grading screen', () => {
  it('shows the first answer, appends later ones, omits answers already sent or in a shown group', () => {
    const first = addAnswers(emptyRoom, [answer('a', { equals: ['a2', 'a3'] })], none)
    const laterState = addAnswers(first, [answer('a2'), answer('b'), answer('sent')], new Set(['sent']))
    expect([laterState.at, ids(laterState)]).toEqual(['a', ['a', 'b']])
  })

  it('does not show a scored answer again if an older response still contains it', () => {
    const { state } = grade(togglePoint(room('a', 'b'), 0))
    const after = addAnswers(state, [answer('a'), answer('b')], none)
    expect(openItems(after).map((item) => item.answer.id)).toEqual(['b'])
  })

  it('restores entered scores, comments and undo steps after leaving the grading screen', () => {
    const { state } = grade(togglePoint(room('a', 'b', 'c'), 0))
    const left = unfinishedOf(editDraft(togglePoint(state, 1), { comment: '写了一半' }))
    expect(Object.keys(left.drafts)).toEqual(['b'])
    const back = addAnswers({ ...emptyRoom, steps: left.steps }, [answer('b'), answer('c')], none, left.drafts)
    expect(currentItem(back)).toMatchObject({ answer: { id: 'b' }, draft: { points: [1], comment: '写了一半' } })
    expect(openItems(back)).toHaveLength(2)
    const undone = undoLast(back)!
    expect(undone.step.saves).toEqual([{ key: 'k', answers: ['a'] }])
    expect(undone.state.at).toBe('a')
  })

  it('a typed score replaces the sum of the rubric points until the next point is toggled', () => {
    let state = togglePoint(togglePoint(room('a'), 1), 2)
    expect(grade(state).step).toMatchObject({ score: 2, points: [1, 2] })
    state = editDraft(state, { score: 4.5 })
    expect(grade(state).step.score).toBe(4.5)
    state = togglePoint(state, 0)
    expect(grade(state).step).toMatchObject({ score: 4, points: [0, 1, 2] })
    state = togglePoint(togglePoint(togglePoint(state, 0), 1), 2)
    expect(gradeShown(state, () => 'k', rubric, 5)).toBeNull()
  })

  it('splits a group of more than 200 equal answers into several grades', () => {
    const equals = Array.from({ length: 500 }, (_, i) => `e${i}`)
    let made = 0
    const state = togglePoint(addAnswers(emptyRoom, [answer('a', { equals })], none), 0)
    const { step } = gradeShown(state, () => `k${made++}`, rubric, 5)!
    expect(step.saves.map(({ key, answers }) => [key, answers.length])).toEqual([
      ['k0', 200],
      ['k1', 200],
      ['k2', 101],
    ])
    expect(new Set(stepAnswerIds(step)).size).toBe(501)
  })

  it('scores equal answers together unless `together` is false', () => {
    const state = togglePoint(addAnswers(emptyRoom, [answer('a', { equals: ['b', 'c'] })], none), 0)
    expect(stepAnswerIds(grade(state).step)).toEqual(['a', 'b', 'c'])
    expect(stepAnswerIds(grade(editDraft(state, { together: false })).step)).toEqual(['a'])
  })

  it('after a score shows the next open answer, then skipped ones, and none after the last', () => {
    let state = skipAnswer(room('a', 'b', 'c'))
    expect([state.at, ids(state)]).toEqual(['b', ['b', 'c', 'a']])
    for (const at of ['c', 'a']) {
      state = grade(togglePoint(state, 0)).state
      expect(state.at).toBe(at)
    }
    state = grade(togglePoint(state, 0)).state
    expect([state.at, openItems(state)]).toEqual([null, []])
    expect(gradeShown(state, () => 'k', rubric, 5)).toBeNull()
  })

  it('undoes several grades, newest first, and restores the entered points and comments', () => {
    let state = room('a', 'b')
    state = grade(editDraft(togglePoint(state, 0), { comment: '好' }), 'k1').state
    state = grade(togglePoint(state, 1), 'k2').state
    const first = undoLast(state)!
    expect([first.step.saves[0]!.key, first.state.at, openItems(first.state).length]).toEqual(['k2', 'b', 1])
    const second = undoLast(first.state)!
    expect(second.step.saves[0]!.key).toBe('k1')
    expect(currentItem(second.state)!.draft).toMatchObject({ points: [0], comment: '好' })
    expect(undoLast(second.state)).toBeNull()
  })

  it('an answer that is already graded is shown with its stored score and can be scored again', () => {
    const stored = { id: 'g', score: 3, points: [1], comment: '旧', at: 1, by: '', isMine: true, undone: false }
    const state = showAnswer(room('a'), answer('old', { state: 'graded', score: 3, grades: [stored], equals: ['x'] }))
    expect(currentItem(state)!.draft).toMatchObject({ score: 3, comment: '旧' })
    expect(grade(togglePoint(state, 0)).step).toMatchObject({ again: true, saves: [{ answers: ['old'] }], score: 5 })
    expect(moveInQueue(state, -1).at).toBe('a')
  })

  it('goToAnswer shows the open answer that represents a group of equal answers', () => {
    const state = addAnswers(emptyRoom, [answer('a'), answer('b', { equals: ['c'] })], none)
    expect(goToAnswer(state, ['c', 'd']).at).toBe('b')
    expect(goToAnswer(state, ['z'])).toBe(state)
  })

  it('removes undo steps whose scores the server refused', () => {
    const { state } = grade(togglePoint(room('a', 'b'), 0))
    expect(dropRefused(state, new Set(['a'])).steps).toEqual([])
    expect(dropRefused(state, none)).toBe(state)
  })
})
