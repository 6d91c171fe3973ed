/** Seconds after which WeChat Pay sends a notification again that was not accepted. */
const schedule = [15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, 3600]

/** Sends at once, keeps what was not accepted, and sends that again: when told to, and by itself if `byTime`. */
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
    /** What was not accepted yet. */
    waiting: () => [...waiting.keys()],
    async again() {
      for (const no of waiting.keys()) await attempt(no)
    },
    stop() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
