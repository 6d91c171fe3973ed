import type { RunReason } from '@dxx/contract/calls/runcode'

/** A hostile program. It may end in any way but `crashed`, and must never print ESCAPED. */
export interface Attack {
  title: string
  source: string
  stdin?: string
  setup?: string
  /** How the program must end, if that is certain. */
  reason?: RunReason
  /** Runs in every test run, because the attack once succeeded. */
  always?: boolean
  /** Runs only in the long test run (DXX_LONG_TESTS=1), because the attack uses its whole time limit. */
  slow?: boolean
}
