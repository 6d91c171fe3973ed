import type { Log } from './base/log-type'

/** A database with much to write needs time on a busy machine; giving up early would leave it running. */
const patience = 60_000

/**
 * Ends the process once, even if signalled repeatedly: a supervisor signals the whole group, and `npm start` forwards
 * signals. Resources not closed in time are left to the system.
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
  // Ignores errors of a closed terminal.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
