import type { Log } from './base/log-type'

/** Milliseconds for closing: a busy database may take long to stop, and an early exit would leave it running. */
const patience = 60_000

/**
 * Closes everything and exits, once even if signalled repeatedly: a supervisor signals the whole group, and `npm start`
 * forwards signals. After the time limit the process exits with resources still open.
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
  // Ignores write errors after the terminal was closed.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
