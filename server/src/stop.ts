import type { Log } from './db/log'

/** A database that has much to write takes its time on a busy machine, and giving up early would leave it behind. */
const patience = 60_000

/**
 * Ends the process once, however often it is told: a supervisor signals the whole group, and `npm start` passes on what
 * it gets. What was not closed in time is left to the system.
 */
export function stopOnSignals(close: () => Promise<void>, log: Log): void {
  let stopping = false
  async function stop(code: number): Promise<void> {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), patience).unref()
    await close().catch((err) => log.error({ err }, 'closing failed'))
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (err) => {
      log.error({ err }, 'stopping after an error')
      void stop(1)
    })
  // A closed terminal takes our words no more; that is no reason to stay.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
