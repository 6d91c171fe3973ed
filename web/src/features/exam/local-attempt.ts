import type { ExamStep } from '@dxx/contract/calls/exams'
import type { Answer } from '@dxx/contract/questions'

export interface Given {
  answer: Answer | null
  flagged: boolean
}

export interface Leave {
  seq: number
  at: number
  seconds: number
}

/** Local state of an attempt: all answers, and the steps the server has not confirmed. */
export interface LocalAttempt {
  attempt: string
  epoch: number
  /** Last step number of this epoch. */
  seq: number
  /** Steps up to this number have been sent and are immutable. */
  sent: number
  given: Record<string, Given>
  queue: ExamStep[]
  /** Questions whose last step the server rejected: their shown answers are not saved. */
  refused: string[]
  leaveSeq: number
  leaves: Leave[]
}

/** Maximum number of steps per save. */
const batchSize = 100

/**
 * Gap in the step numbers after a reload. After a crash, numbers may have reached the server without reaching the disk;
 * a reused number would be ignored as a repetition.
 */
const gap = 1000

const empty: Given = { answer: null, flagged: false }

export function newLocalAttempt(attempt: string, epoch: number, given: Record<string, Given>): LocalAttempt {
  return { attempt, epoch, seq: 0, sent: 0, given, queue: [], refused: [], leaveSeq: 0, leaves: [] }
}

/** Prepares a stored attempt for use after a reload. */
export function reopenAttempt(localAttempt: LocalAttempt): LocalAttempt {
  const seq = localAttempt.seq + gap
  return { ...localAttempt, seq, sent: seq, leaveSeq: localAttempt.leaveSeq + gap }
}

/** Records a changed answer or flag. Typing is one step: the last step is replaced if unsent and of this question. */
export function recordAnswerChange(
  localAttempt: LocalAttempt,
  question: string,
  changed: Partial<Given>,
  at: number,
): LocalAttempt {
  const given = { ...(localAttempt.given[question] ?? empty), ...changed }
  const last = localAttempt.queue.at(-1)
  const rewrites = last !== undefined && last.question === question && last.seq > localAttempt.sent
  const seq = rewrites ? last.seq : localAttempt.seq + 1
  const step: ExamStep = { seq, question, ...given, at }
  return {
    ...localAttempt,
    seq,
    given: { ...localAttempt.given, [question]: given },
    queue: [...(rewrites ? localAttempt.queue.slice(0, -1) : localAttempt.queue), step],
    refused: localAttempt.refused.filter((one) => one !== question),
  }
}

/** Takes the first pending steps and marks them as sent. */
export function takePendingSteps(
  localAttempt: LocalAttempt,
  most = batchSize,
): { localAttempt: LocalAttempt; steps: ExamStep[] } {
  const steps = localAttempt.queue.slice(0, most)
  const sent = Math.max(localAttempt.sent, steps.at(-1)?.seq ?? 0)
  return { localAttempt: { ...localAttempt, sent }, steps }
}

/** Removes confirmed steps from the queue and records the rejected ones. */
export function confirmSteps(
  localAttempt: LocalAttempt,
  steps: readonly ExamStep[],
  refusedSeqs: readonly number[] = [],
): LocalAttempt {
  const done = new Set(steps.map(({ seq }) => seq))
  const isLast = (step: ExamStep) =>
    !localAttempt.queue.some(({ question, seq }) => question === step.question && seq > step.seq)
  const refused = steps.filter((step) => refusedSeqs.includes(step.seq) && isLast(step)).map(({ question }) => question)
  return {
    ...localAttempt,
    queue: localAttempt.queue.filter(({ seq }) => !done.has(seq)),
    refused: [...new Set([...localAttempt.refused, ...refused])],
  }
}

export function recordLeave(localAttempt: LocalAttempt, at: number, seconds: number): LocalAttempt {
  const seq = localAttempt.leaveSeq + 1
  return { ...localAttempt, leaveSeq: seq, leaves: [...localAttempt.leaves, { seq, at, seconds }].slice(-batchSize) }
}

export function confirmLeaves(localAttempt: LocalAttempt, leaves: readonly Leave[]): LocalAttempt {
  const done = new Set(leaves.map(({ seq }) => seq))
  return { ...localAttempt, leaves: localAttempt.leaves.filter(({ seq }) => !done.has(seq)) }
}

/** Questions with unconfirmed changes. */
export function unsentQuestions(localAttempt: LocalAttempt | null): string[] {
  return [...new Set(localAttempt?.queue.map(({ question }) => question))]
}
