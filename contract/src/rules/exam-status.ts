/** 0 not started, 1 in progress, 2 ended. */
export type ExamStatus = 0 | 1 | 2

/** Converts a time in seconds or milliseconds to milliseconds. From 1e11 (year 5138 in seconds) it is milliseconds. */
const milliseconds = (time: number) => (Math.abs(time) < 1e11 ? time * 1000 : time)

/**
 * Computes the status from the start and end times. A missing time means no limit. If the end is before the start, both
 * are ignored, and the exam is in progress.
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
