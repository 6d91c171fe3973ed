import type { RunReason } from '@dxx/contract/calls/runcode'

/** A hostile program. It may end in any way but `crashed`, and must never print ESCAPED. */
export interface Attack {
  title: string
  source: string
  stdin?: string
  setup?: string
  /** How it must end, where that is certain. */
  reason?: RunReason
  /** Once got through: in every run. */
  always?: boolean
  /** Uses its whole time limit: only in the long run (DXX_LONG_TESTS=1). */
  slow?: boolean
}
