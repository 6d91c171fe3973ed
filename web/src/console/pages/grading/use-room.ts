import { useEffect, useRef, useState } from 'react'
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { ApiError } from '../../../api/error'
import { randomUuid } from '../../../api/random-uuid'
import { useReach } from '../../../state/reachability'
import { callStaff } from '../../api/client'
import { staffQueryClient } from '../../api/hooks'
import { readDraft, readTabDraft, storeDraft, storeTabDraft } from '../../kit/drafts'
import type { GradingOutbox } from './grading-outbox'
import type { RoomRef } from './room-address'
import {
  addAnswers,
  dropRefused,
  emptyRoom,
  goToAnswer,
  gradeShown,
  openItems,
  type RoomState,
  setFlag,
  stepAnswerIds,
  type Unfinished,
  undoLast,
  unfinishedOf,
} from './room-state'
import { useOutbox } from './use-outbox'

/**
 * Number of groups of equal answers to load ahead, and the number of open groups below which more are loaded. Few,
 * because claimed answers are not available to other graders of the question.
 */
const [batch, low] = [6, 3]
const mostHeld = 50
/** Milliseconds. A claim reserves an answer for ten minutes; it is renewed only while the grader is active. */
const renewEvery = 240_000
const refreshDelay = 1500

/** Resolves when the claims of the previous question are released; only then does the next question claim answers. */
let released: Promise<void> = Promise.resolve()

function leave(room: RoomRef, outbox: GradingOutbox): void {
  released = (async () => {
    await outbox.flush()
    // Answers with unsent scores must stay claimed.
    if (outbox.current().waiting === 0) await callStaff('POST /staff/v1/grading_release', room).catch(() => {})
  })()
}

export type TakeMode = 'waiting' | 'third'

/** Which answers are loaded, and in which order. */
export interface TakeChoice {
  mode: TakeMode
  order: 'submitted' | 'similar'
  /** Id of a class; absent: all classes. */
  class?: string
}

interface Pile {
  /** Number of answers that other graders have claimed, and the Unix time at which the last claim ends. */
  held: number
  heldUntil: number | null
  isLoaded: boolean
  error: ApiError | null
  /** Whether the last response had no new answers. */
  isExhausted: boolean
}

type RoomStore = UseBoundStore<StoreApi<RoomState>>

/** Claims and loads answers in batches, ahead of the grader, and renews the claims while the grader is active. */
function usePile(room: RoomRef, choice: TakeChoice, useStore: RoomStore, earlier: Unfinished, outbox: GradingOutbox) {
  const [pile, setPile] = useState<Pile>({ held: 0, heldUntil: null, isLoaded: false, error: null, isExhausted: false })
  const taking = useRef<Promise<void> | null>(null)
  const isHere = useRef(true)
  const actedAt = useRef(Date.now())

  async function takeNow(answer?: string): Promise<void> {
    try {
      await released
      const openCount = openItems(useStore.getState()).length + outbox.pendingAnswers().size
      const limit = Math.min(mostHeld, openCount + batch)
      const { mode, order, class: classId } = choice
      const input = { ...room, state: mode, order, class: classId, limit, answer }
      const { answers, held, heldUntil } = await callStaff('POST /staff/v1/grading_take', input)
      if (!isHere.current) return
      const before = useStore.getState()
      // The server may have sent the response before it received the last scores: omits answers scored on this screen.
      const steps = before.steps.filter((step) => !earlier.steps.includes(step))
      const sent = new Set([...outbox.pendingAnswers(), ...steps.flatMap(stepAnswerIds)])
      const after = addAnswers(before, answers, sent, earlier.drafts)
      useStore.setState(after, true)
      const isExhausted = after.items.length === before.items.length
      setPile({ held, heldUntil, isLoaded: true, error: null, isExhausted })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isHere.current) setPile((before) => ({ ...before, error }))
    }
  }
  /** Runs one call after the other, because two calls at once would ask for the same answers. */
  function take(answer?: string): Promise<void> {
    taking.current = (taking.current ?? Promise.resolve())
      .then(() => takeNow(answer))
      .finally(() => {
        if (taking.current === current) taking.current = null
      })
    const current = taking.current
    return current
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: mounted again for another question
  useEffect(() => {
    isHere.current = true
    void take()
    const renew = setInterval(() => {
      if (Date.now() - actedAt.current < renewEvery) void take()
    }, renewEvery)
    return () => {
      isHere.current = false
      clearInterval(renew)
      leave(room, outbox)
    }
  }, [])

  const reach = useReach()
  const isFailed = pile.error !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the server can be reached again
  useEffect(() => {
    if (isFailed && reach === 'ok') void take()
  }, [reach])

  const open = openItems(useStore()).length
  useEffect(() => {
    if (pile.isLoaded && !pile.isExhausted && !pile.error && open < low && !taking.current) void take()
  })
  const noteActivity = () => {
    actedAt.current = Date.now()
  }
  return { pile, open, take, noteActivity }
}

/** GET calls whose responses change with every sent batch. */
const progressCalls = ['GET /staff/v1/grading_question', 'GET /staff/v1/grading_groups', 'GET /staff/v1/grading_list']

const refreshProgress = () => {
  for (const name of progressCalls) void staffQueryClient.invalidateQueries({ queryKey: [name] })
}

/** Milliseconds after the last change at which the draft is stored. */
const storeDelay = 300
/** Undo steps that survive a reload; each contains an answer. */
const mostReloadedSteps = 20

const nothing: Unfinished = { drafts: {}, steps: [] }

/**
 * State stored per rubric when the grader leaves the screen. Another rubric starts anew, because points are stored by
 * index.
 */
function useRoomStore({ exam, question, part }: RoomRef, rubricId: string) {
  const key = `room ${exam} ${question} ${part} ${rubricId}`
  const [earlier] = useState(() => readDraft<Unfinished>(key) ?? readTabDraft<Unfinished>(key) ?? nothing)
  const [useStore] = useState(() => create<RoomState>()(() => ({ ...emptyRoom, steps: earlier.steps })))
  const latest = useRef(key)
  latest.current = key
  useEffect(() => {
    const store = () => {
      const unfinished = unfinishedOf(useStore.getState())
      storeDraft(latest.current, unfinished)
      storeTabDraft(latest.current, { ...unfinished, steps: unfinished.steps.slice(-mostReloadedSteps) })
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = useStore.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(store, storeDelay)
    })
    addEventListener('pagehide', store)
    return () => {
      stop()
      clearTimeout(timer)
      removeEventListener('pagehide', store)
      store()
    }
  }, [useStore])
  return { useStore, earlier }
}

/** Queue of answers to one question: loaded ahead in batches, scored locally at once, saved in the background. */
export function useGradingRoom(room: RoomRef, choice: TakeChoice, rubricId: string) {
  const { outbox, view } = useOutbox()
  const { useStore, earlier } = useRoomStore(room, rubricId)
  const state = useStore()
  const [times, setTimes] = useState<number[]>([])
  const { noteActivity, ...pile } = usePile(room, choice, useStore, earlier, outbox)
  const { exam } = room

  const update = (change: (before: RoomState) => RoomState) => {
    noteActivity()
    useStore.setState(change, true)
  }

  const { refused, waiting } = view
  useEffect(() => {
    useStore.setState((before) => dropRefused(before, new Set(refused.map(({ answer }) => answer))), true)
  }, [refused, useStore])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every sent batch
  useEffect(() => {
    const timer = setTimeout(refreshProgress, refreshDelay)
    return () => clearTimeout(timer)
  }, [waiting])

  return {
    ...pile,
    state,
    times,
    outbox,
    view,
    pending: outbox.pendingNew(room),
    update,
    /** Shows one of these answers. Returns false if none is in the queue. */
    goTo(ids: readonly string[]): boolean {
      const before = useStore.getState()
      const after = goToAnswer(before, ids)
      if (after !== before) update(() => after)
      return after !== before
    },
    /** Scores the shown answer. Returns false if nothing was entered. */
    grade({ rubric, rubricId }: { rubric: readonly { score: number }[]; rubricId: string }, max: number): boolean {
      const done = gradeShown(useStore.getState(), randomUuid, rubric, max)
      if (!done) return false
      const { saves, score, points, comment, again } = done.step
      for (const save of saves) outbox.save({ ...save, ...room, score, points, rubricId, comment, again })
      update(() => done.state)
      setTimes((before) => [...before.slice(-30), Date.now()])
      return true
    },
    undo(): boolean {
      const undone = undoLast(useStore.getState())
      if (!undone) return false
      for (const { key } of undone.step.saves) outbox.undo(exam, key)
      update(() => undone.state)
      return true
    },
    exam,
    /** Flags an answer for another grader, or removes the flag. */
    async flag(answer: string, flagged: boolean): Promise<void> {
      const { flag } = await callStaff('POST /staff/v1/grading_flag', { ...room, answer, flagged })
      update((before) => setFlag(before, answer, flag))
      refreshProgress()
      void staffQueryClient.invalidateQueries({ queryKey: ['GET /staff/v1/grading_answers'] })
    },
  }
}

export type GradingRoom = ReturnType<typeof useGradingRoom>
