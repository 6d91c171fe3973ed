/** Seconds between WeChat Pay's retries of a notification that was not accepted. */
const schedule = [15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, 3600]

/** Sends notifications at once. Those that were not accepted are sent again by `again`, and on schedule if `byTime`. */
export function retryingSender(send: (no: string) => Promise<boolean>, byTime: boolean) {
  const waiting = new Map<string, number>()
  const timers = new Set<NodeJS.Timeout>()

  async function attempt(no: string): Promise<void> {
    if (await send(no)) {
      waiting.delete(no)
      return
    }
    const tries = (waiting.get(no) ?? 0) + 1
    waiting.set(no, tries)
    const seconds = schedule[tries - 1]
    if (!byTime || seconds === undefined) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void attempt(no)
    }, seconds * 1000)
    timers.add(timer)
  }

  return {
    attempt,
    /** Returns the numbers of notifications that were not accepted yet. */
    waiting: () => [...waiting.keys()],
    async again() {
      for (const no of waiting.keys()) await attempt(no)
    },
    stop() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
