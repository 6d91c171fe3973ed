/**
 * Counts the requests and new jobs of this process. A process that counted none for a while is at rest: it looks for
 * jobs and samples its load less often.
 */
export const activity = { count: 0 }

/**
 * Returns a function that reports whether anything was counted in the last `forMs`. It notices new counts only when it
 * is called.
 */
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
