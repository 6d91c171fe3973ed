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

/** What this browser knows of an attempt: everything answered, and what the server has not confirmed yet. */
export interface Sheet {
  attempt: string
  epoch: number
  /** The number last given to a step of this epoch. */
  seq: number
  /** Steps up to this one have left the browser: they are never changed any more. */
  sent: number
  given: Record<string, Given>
  queue: ExamStep[]
  /** Questions whose last step the server did not take: what is shown of them is not saved. */
  refused: string[]
  leaveSeq: number
  leaves: Leave[]
}

/** As many steps as one save takes. */
export const batchSize = 100

/**
 * After a crash nobody knows which numbers reached the server before they reached the disk. A number used twice would be
 * taken for a repetition and ignored, so every visit goes on far beyond them.
 */
const gap = 1000

const empty: Given = { answer: null, flagged: false }

export function newSheet(attempt: string, epoch: number, given: Record<string, Given>): Sheet {
  return { attempt, epoch, seq: 0, sent: 0, given, queue: [], refused: [], leaveSeq: 0, leaves: [] }
}

/** A sheet read back from this device's storage, for another visit. */
export function reopened(sheet: Sheet): Sheet {
  const seq = sheet.seq + gap
  return { ...sheet, seq, sent: seq, leaveSeq: sheet.leaveSeq + gap }
}

/** An answer or a flag changed. A step that nobody has seen yet is rewritten: typing a sentence is one step. */
export function change(sheet: Sheet, question: string, changed: Partial<Given>, at: number): Sheet {
  const given = { ...(sheet.given[question] ?? empty), ...changed }
  const last = sheet.queue.at(-1)
  const rewrites = last !== undefined && last.question === question && last.seq > sheet.sent
  const seq = rewrites ? last.seq : sheet.seq + 1
  const step: ExamStep = { seq, question, ...given, at }
  return {
    ...sheet,
    seq,
    given: { ...sheet.given, [question]: given },
    queue: [...(rewrites ? sheet.queue.slice(0, -1) : sheet.queue), step],
    refused: sheet.refused.filter((one) => one !== question),
  }
}

/** Marks the first steps as being on their way. */
export function send(sheet: Sheet, most = batchSize): { sheet: Sheet; steps: ExamStep[] } {
  const steps = sheet.queue.slice(0, most)
  const sent = Math.max(sheet.sent, steps.at(-1)?.seq ?? 0)
  return { sheet: { ...sheet, sent }, steps }
}

/** The server has these steps, but for those whose numbers it refused. */
export function confirm(sheet: Sheet, steps: readonly ExamStep[], refusedSeqs: readonly number[] = []): Sheet {
  const done = new Set(steps.map(({ seq }) => seq))
  const isLast = (step: ExamStep) =>
    !sheet.queue.some(({ question, seq }) => question === step.question && seq > step.seq)
  const refused = steps.filter((step) => refusedSeqs.includes(step.seq) && isLast(step)).map(({ question }) => question)
  return {
    ...sheet,
    queue: sheet.queue.filter(({ seq }) => !done.has(seq)),
    refused: [...new Set([...sheet.refused, ...refused])],
  }
}

export function leave(sheet: Sheet, at: number, seconds: number): Sheet {
  const seq = sheet.leaveSeq + 1
  return { ...sheet, leaveSeq: seq, leaves: [...sheet.leaves, { seq, at, seconds }].slice(-batchSize) }
}

export function confirmLeaves(sheet: Sheet, leaves: readonly Leave[]): Sheet {
  const done = new Set(leaves.map(({ seq }) => seq))
  return { ...sheet, leaves: sheet.leaves.filter(({ seq }) => !done.has(seq)) }
}
