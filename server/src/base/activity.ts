/**
 * Counts what this process was asked to do: requests and new jobs. A process in which nothing was counted for a while is at
 * rest, and looks for jobs and samples its load less often.
 */
export const activity = { count: 0 }

/** Returns a function that tells whether something was counted in the last `forMs`, as seen by its own calls. */
export function watchActivity(forMs: number, now: () => number = () => performance.now()): () => boolean {
  let seen = activity.count
  let at = now()
  return () => {
    if (activity.count !== seen) {
      seen = activity.count
      at = now()
    }
    return now() - at < forMs
  }
}
