/** 0 not started, 1 in progress, 2 ended. */
export type ExamStatus = 0 | 1 | 2

/** Timestamps arrive in seconds or milliseconds; values beyond the year 5138 in seconds are read as milliseconds. */
const milliseconds = (time: number) => (Math.abs(time) < 1e11 ? time * 1000 : time)

/**
 * Computes the status from the start and end times. A missing end, or an end before its start, does not bound: such an
 * exam is in progress, unless it has only a start in the future or only an end in the past.
 */
export function examStatus(start: number | null | undefined, end: number | null | undefined, now: number): ExamStatus {
  const from = start ? milliseconds(start) : null
  const to = end ? milliseconds(end) : null
  const at = milliseconds(now)
  if (from !== null && to !== null && to < from) return 1
  if (from !== null && at < from) return 0
  if (to !== null && at > to) return 2
  return 1
}
