import type { ExamReceipt } from '@dxx/contract/calls/exams'
import type { ApiError } from '../../api/error'
import type { Paper } from './attempt-store'
import type { Given, LocalAttempt } from './local-attempt'

export type Phase =
  /** No local data: the page asks the server for the exam's state. */
  | { name: 'closed' }
  | { name: 'opening' }
  | { name: 'refused'; error: ApiError }
  /** The attempt runs on another device. */
  | { name: 'elsewhere' }
  | { name: 'running' }
  /** Read-only: the attempt continues on another device or in another tab. */
  | { name: 'lost'; to: 'device' | 'tab' }
  /** Read-only: overdue or submitted by the student, but not yet confirmed by the server. */
  | { name: 'submitting'; because: 'asked' | 'time' }
  | { name: 'done'; attempt: string; receipt: ExamReceipt | null }

export interface ExamView {
  phase: Phase
  paper: Paper | null
  given: Readonly<Record<string, Given>>
  /** Number of questions with steps that the server has not confirmed. */
  unsaved: number
  /** Questions whose answer the server rejected. */
  refused: readonly string[]
  /** Whether the last request failed. */
  unreachable: boolean
  /** Questions changed here after another device took over; these changes are not scored. */
  unscored: readonly string[]
  /** Steps that arrived after the deadline and are not scored. */
  late: number
}

/** Initial state. */
export const closedExamView: ExamView = {
  phase: { name: 'closed' },
  paper: null,
  given: {},
  unsaved: 0,
  refused: [],
  unreachable: false,
  unscored: [],
  late: 0,
}

export const shownOf = ({ given, queue, refused }: LocalAttempt) => ({
  given,
  unsaved: new Set(queue.map(({ question }) => question)).size,
  refused,
})
