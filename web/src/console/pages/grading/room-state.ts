import type { GradingAnswer } from '@dxx/contract/calls/staff/exam-grading'
import { sumOf } from './score-entry'

/** What the grader has entered for one answer. */
export interface Draft {
  /** Indexes of the met rubric points. */
  points: number[]
  /** Score set by hand; null: the sum of the met points. */
  score: number | null
  /** Text of the score while it is typed; empty if the score was set in another way. */
  typed: string
  comment: string
  /** Whether equal answers get the same score. */
  together: boolean
}

export interface Item {
  answer: GradingAnswer
  /** Whether this grader has scored the answer, or its score is final. */
  isGraded: boolean
  draft: Draft
}

/** One saved score, kept so that it can be undone. */
export interface Step {
  /** Grades sent to the server; a large group of equal answers is split into several. */
  saves: { key: string; answers: string[] }[]
  score: number
  points: number[]
  comment: string
  /** Whether the score replaces an earlier one. */
  again: boolean
  /** The answer before this score was given; undo restores it. */
  before: Item
}

export interface RoomState {
  items: Item[]
  /** Id of the shown answer. */
  at: string | null
  /** Oldest first. */
  steps: Step[]
}

export const emptyRoom: RoomState = { items: [], at: null, steps: [] }

const untouched: Draft = { points: [], score: null, typed: '', comment: '', together: true }

/** Score of the draft; null if nothing was entered. */
export function scoreOf(draft: Draft, rubric: readonly { score: number }[], max: number): number | null {
  if (draft.score !== null) return draft.score
  return draft.points.length > 0 ? sumOf(rubric, draft.points, max) : null
}

export const currentItem = ({ items, at }: RoomState): Item | undefined => items.find(({ answer }) => answer.id === at)

export const openItems = ({ items }: RoomState): Item[] => items.filter(({ isGraded }) => !isGraded)

/** Draft with a stored score: the score of this grader, otherwise the newest score. */
function storedDraft({ grades }: GradingAnswer): Draft {
  const live = grades.filter(({ undone }) => !undone)
  const grade = live.findLast(({ isMine }) => isMine) ?? live.at(-1)
  if (!grade) return untouched
  return { points: grade.points, score: grade.score, typed: '', comment: grade.comment, together: false }
}

/** State kept when a grader leaves the grading screen: drafts by answer id, and the steps that can be undone. */
export interface Unfinished {
  drafts: Record<string, Draft>
  steps: Step[]
}

/** Maximum number of undo steps kept when the grader leaves the screen. */
const mostSteps = 100

export const unfinishedOf = ({ items, steps }: RoomState): Unfinished => ({
  drafts: Object.fromEntries(
    items.flatMap(({ answer, isGraded, draft }) => (isGraded || draft === untouched ? [] : [[answer.id, draft]])),
  ),
  steps: steps.slice(-mostSteps),
})

/** Appends loaded answers to the queue. Skips answers already in the queue, and `sent` ones not yet confirmed. */
export function addAnswers(
  state: RoomState,
  answers: GradingAnswer[],
  sent: ReadonlySet<string>,
  drafts: Unfinished['drafts'] = {},
): RoomState {
  const fresh = answers
    .map((answer) => ({ ...answer, equals: answer.equals.filter((id) => !sent.has(id)) }))
    .filter(({ id }) => !sent.has(id))
  const byId = new Map(fresh.map((answer) => [answer.id, answer]))
  const known = new Set(state.items.map(({ answer }) => answer.id))
  // Answers scored on this screen do not change, because the response may be older than the score.
  const items = state.items.map((item) => {
    const answer = byId.get(item.answer.id)
    return answer && !item.isGraded ? { ...item, answer } : item
  })
  const added = fresh
    .filter(({ id }) => !known.has(id))
    // Only one of several equal answers is shown: skips answers that an open item already represents.
    .filter(({ id }) => !items.some((item) => !item.isGraded && item.answer.equals.includes(id)))
    .map((answer): Item => ({ answer, isGraded: false, draft: drafts[answer.id] ?? untouched }))
  const next = [...items, ...added]
  const isThere = next.some(({ answer }) => answer.id === state.at)
  return { ...state, items: next, at: isThere ? state.at : (nextOpen(next, -1) ?? null) }
}

/** Id of the next open answer after a position; after the last one, searches from the start. */
function nextOpen(items: Item[], from: number): string | undefined {
  const open = (item: Item) => !item.isGraded
  return (items.slice(from + 1).find(open) ?? items.find(open))?.answer.id
}

const replace = (items: Item[], id: string, change: (item: Item) => Item) =>
  items.map((item) => (item.answer.id === id ? change(item) : item))

export function editDraft(state: RoomState, change: Partial<Draft>): RoomState {
  if (state.at === null) return state
  return {
    ...state,
    items: replace(state.items, state.at, (item) => ({ ...item, draft: { ...item.draft, ...change } })),
  }
}

/** Toggles a rubric point and drops a score set by hand, so that the score is the sum of the points again. */
export function togglePoint(state: RoomState, point: number): RoomState {
  const item = currentItem(state)
  if (!item) return state
  const { points } = item.draft
  const next = points.includes(point) ? points.filter((one) => one !== point) : [...points, point].sort((a, b) => a - b)
  return editDraft(state, { points: next, score: null, typed: '' })
}

/** Moves to the answer before or after the shown one. */
export function moveInQueue(state: RoomState, by: 1 | -1): RoomState {
  const index = state.items.findIndex(({ answer }) => answer.id === state.at)
  const next = state.items[index + by]
  return next ? { ...state, at: next.answer.id } : state
}

/** Moves the shown answer to the end of the queue. */
export function skipAnswer(state: RoomState): RoomState {
  const index = state.items.findIndex(({ answer }) => answer.id === state.at)
  const item = state.items[index]
  if (!item) return state
  if (item.isGraded) return { ...state, at: nextOpen(state.items, index) ?? state.at }
  const items = [...state.items.slice(0, index), ...state.items.slice(index + 1), item]
  return { ...state, items, at: nextOpen(items, index - 1) ?? state.at }
}

/** Shows one of these answers, or an answer that represents it. Returns the same state if none is in the queue. */
export function goToAnswer(state: RoomState, ids: readonly string[]): RoomState {
  const found =
    state.items.find(
      ({ answer, isGraded }) => !isGraded && [answer.id, ...answer.equals].some((id) => ids.includes(id)),
    ) ?? state.items.find(({ answer }) => ids.includes(answer.id))
  return found ? { ...state, at: found.answer.id } : state
}

/** Shows an answer that may not be in the queue, such as a scored one from the list. */
export function showAnswer(state: RoomState, answer: GradingAnswer): RoomState {
  const known = state.items.find((item) => item.answer.id === answer.id)
  if (known) return { ...state, at: answer.id }
  const isGraded = answer.state === 'graded' || answer.grades.some(({ isMine, undone }) => isMine && !undone)
  const item: Item = { answer, isGraded, draft: isGraded ? storedDraft(answer) : untouched }
  const index = state.items.findIndex((one) => one.answer.id === state.at)
  const items = [...state.items.slice(0, index + 1), item, ...state.items.slice(index + 1)]
  return { ...state, items, at: answer.id }
}

/** Maximum answers per grade; less than the contract allows, because a larger save locks its attempts for long. */
const answersPerGrade = 200

/**
 * Scores the shown answer and shows the next open one. After the last answer no answer is shown, so that further key
 * presses do not change a score. Returns null if no score was entered.
 */
export function gradeShown(
  state: RoomState,
  makeKey: () => string,
  rubric: readonly { score: number }[],
  max: number,
): { state: RoomState; step: Step } | null {
  const item = currentItem(state)
  const score = item ? scoreOf(item.draft, rubric, max) : null
  if (!item || score === null) return null
  const { draft, answer, isGraded } = item
  const answers = draft.together && !isGraded ? [answer.id, ...answer.equals] : [answer.id]
  const comment = draft.comment.trim()
  const saves = []
  for (let from = 0; from < answers.length; from += answersPerGrade)
    saves.push({ key: makeKey(), answers: answers.slice(from, from + answersPerGrade) })
  const step: Step = { saves, score, points: draft.points, comment, again: isGraded, before: item }
  const index = state.items.indexOf(item)
  const items = replace(state.items, answer.id, () => ({ ...item, isGraded: true }))
  const at = nextOpen(items, index) ?? null
  return { state: { items, at, steps: [...state.steps, step] }, step }
}

/** Undoes the last step: shows the answer again with the points and comment that had been entered. */
export function undoLast(state: RoomState): { state: RoomState; step: Step } | null {
  const step = state.steps.at(-1)
  if (!step) return null
  const id = step.before.answer.id
  const known = state.items.some(({ answer }) => answer.id === id)
  const items = known ? replace(state.items, id, () => step.before) : [...state.items, step.before]
  return { state: { items, at: id, steps: state.steps.slice(0, -1) }, step }
}

/** Ids of the answers that a step scored. */
export const stepAnswerIds = ({ saves }: Step): string[] => saves.flatMap(({ answers }) => answers)

/** Replaces the flag of an answer. */
export const setFlag = (state: RoomState, id: string, flag: GradingAnswer['flag']): RoomState => ({
  ...state,
  items: replace(state.items, id, (item) => ({ ...item, answer: { ...item.answer, flag } })),
})

/** Removes the steps of refused answers, which have nothing to undo on the server. */
export function dropRefused(state: RoomState, refused: ReadonlySet<string>): RoomState {
  const steps = state.steps.filter((step) => !stepAnswerIds(step).every((id) => refused.has(id)))
  return steps.length === state.steps.length ? state : { ...state, steps }
}

/** Clears the points of all drafts after the rubric changed, because indexes refer to other points now. */
export const forgetPoints = (state: RoomState): RoomState => ({
  ...state,
  items: state.items.map((item) => (item.isGraded ? item : { ...item, draft: { ...item.draft, points: [] } })),
})
