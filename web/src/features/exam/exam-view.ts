import type { ExamReceipt } from '@dxx/contract/calls/exams'
import type { ApiError } from '../../api/error'
import type { Given, Sheet } from './sheet'
import type { Paper } from './sheet-store'

export type Phase =
  /** Nothing is known on this device: the page asks the server what may be done. */
  | { name: 'closed' }
  | { name: 'opening' }
  | { name: 'refused'; error: ApiError }
  /** Another device has it. */
  | { name: 'elsewhere' }
  | { name: 'running' }
  /** Read-only: another device or another tab goes on. */
  | { name: 'lost'; to: 'device' | 'tab' }
  /** Read-only: the time is over, or it was handed in, and the server has yet to confirm it. */
  | { name: 'handing-in'; because: 'asked' | 'time' }
  | { name: 'done'; attempt: string; receipt: ExamReceipt | null }

export interface ExamView {
  phase: Phase
  paper: Paper | null
  given: Readonly<Record<string, Given>>
  /** Steps that the server has not confirmed. */
  unsaved: number
  /** Questions whose answer the server did not take. */
  refused: readonly string[]
  /** The last try to reach the server failed. */
  unreachable: boolean
  /** Steps that came after the deadline and do not count. */
  late: number
}

/** Before anything is known. */
export const nothing: ExamView = {
  phase: { name: 'closed' },
  paper: null,
  given: {},
  unsaved: 0,
  refused: [],
  unreachable: false,
  late: 0,
}

export const shownOf = ({ given, queue, refused }: Sheet) => ({ given, unsaved: queue.length, refused })
