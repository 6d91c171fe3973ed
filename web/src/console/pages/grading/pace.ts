/** Seconds between two scores; a longer gap counts as a break and is ignored. */
const longest = 300

/** Average seconds per answer, from the times of the scores in milliseconds; null without enough scores. */
export function paceOf(times: readonly number[]): number | null {
  const gaps = times
    .slice(1)
    .map((time, at) => (time - times[at]!) / 1000)
    .filter((gap) => gap <= longest)
  return gaps.length < 2 ? null : gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
}

/** Estimated time for the remaining answers: 约 26 分钟. */
export function remainingText(answers: number, pace: number): string {
  const minutes = Math.ceil((answers * pace) / 60)
  return minutes >= 90 ? `约 ${Math.round(minutes / 6) / 10} 小时` : `约 ${Math.max(1, minutes)} 分钟`
}
