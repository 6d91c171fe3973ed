import type { StaffExamBrief } from '@dxx/contract/calls/staff/exam-control'

type Times = Pick<StaffExamBrief, 'state' | 'paused' | 'startsAt' | 'closesAt'>

/** Seconds after the last end in which saves are still accepted, see the server's `graceSeconds`. */
const graceSeconds = 30

/** Whether the time of all students is over while the last saves are still accepted. */
export const isCollecting = ({ state, paused, closesAt }: Times, now: number): boolean =>
  state === 'running' && paused === null && now >= closesAt

/** Seconds until the state of an open exam is loaded again: soon after it changes, otherwise after `usual`. */
export function secondsToRefresh({ state, paused, startsAt, closesAt }: Times, now: number, usual: number): number {
  const changes = state === 'scheduled' ? [startsAt] : paused ? [] : [closesAt, closesAt + graceSeconds + 1]
  const next = changes.find((at) => at > now)
  return Math.min(usual, next === undefined ? usual : Math.max(1, next - now))
}
