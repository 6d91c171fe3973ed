import { type RefObject, useRef, useState } from 'react'
import { ApiError } from '../../../api/error'
import { toast } from '../../../state/flash'
import type { StaffData } from '../../api/client'
import { editDraft, type Item, moveInQueue, scoreOf, skipAnswer, togglePoint } from './room-state'
import { appendScoreKey, clampScore, parseTypedScore } from './score-entry'
import type { GradingRoom } from './use-room'
import { useRoomKeys } from './use-room-keys'

export type Overlay = 'list' | 'setup' | 'phrases' | 'question' | null

interface Scoring {
  room: GradingRoom
  item: Item
  progress: StaffData<'GET /staff/v1/grading_question'>['progress']
  onOverlay(overlay: Overlay): void
  onReference(): void
  /** Returns the focus to the answer. */
  onFocus(): void
}

/** Actions on the shown answer, with their keyboard shortcuts. */
export function useScoring({ room, item, progress, onOverlay, onReference, onFocus }: Scoring) {
  const { maxScore, setup } = progress
  const { rubric } = setup
  const { draft, answer } = item
  const score = scoreOf(draft, rubric, maxScore)
  const [hint, setHint] = useState('')
  const comment = useRef<HTMLTextAreaElement>(null)
  const setScore = (next: number | null, points = draft.points, typed = '') => {
    setHint('')
    room.update((state) => editDraft(state, { score: next, points, typed }))
  }
  const actions = {
    step: (by: number) => setScore(clampScore((score ?? 0) + by, maxScore)),
    save() {
      const isDone = room.grade(setup, maxScore)
      setHint(isDone ? '' : '先给分：勾选评分点、按数字，或按 0 给零分')
      if (isDone) onFocus()
    },
    undo() {
      setHint(room.undo() ? '' : '没有可以撤销的了')
      onFocus()
    },
    toggle(point: number) {
      setHint('')
      room.update((state) => togglePoint(state, point))
    },
    skip: () => room.update(skipAnswer),
    move: (by: 1 | -1) => room.update((state) => moveInQueue(state, by)),
    setTogether: (together: boolean) => room.update((state) => editDraft(state, { together })),
    flag: () =>
      void room.flag(answer.id, answer.flag === null).catch((error) => {
        if (!(error instanceof ApiError)) throw error
        toast(error.msg)
      }),
  }
  const typeDigit = (key: string) => {
    const typed = appendScoreKey(draft.typed, key, maxScore, draft.score)
    if (typed === null) setHint(key === '.' ? `最高 ${maxScore} 分` : '按键只有半分：退格重打，两位小数点分数框输入')
    else setScore(parseTypedScore(typed), [], typed)
  }
  const type = (key: string) => {
    if (rubric.length === 0) return typeDigit(key)
    if (key === '0') return setScore(0, [])
    if (key === '.') return actions.step(0.5)
    if (key === 'Backspace') return setScore(null, [])
    if (Number(key) <= rubric.length) actions.toggle(Number(key) - 1)
  }
  useRoomKeys({
    ...actions,
    type,
    full: () => setScore(maxScore),
    together: () => actions.setTogether(!draft.together),
    comment: () => comment.current?.focus(),
    phrases: () => onOverlay('phrases'),
    list: () => onOverlay('list'),
    reference: onReference,
  })
  return {
    ...actions,
    score,
    hint,
    comment: comment as RefObject<HTMLTextAreaElement | null>,
    setScore: (next: number | null) => setScore(next),
    /** Fills in a suggestion: points of the rubric, or without a rubric the score. The grader still has to save it. */
    takeSuggestion: (points: number[], suggested: number) =>
      rubric.length > 0 && points.length > 0 ? setScore(null, points) : setScore(clampScore(suggested, maxScore), []),
    setComment: (text: string) => room.update((state) => editDraft(state, { comment: text })),
  }
}
