/** PostgreSQL's classes for lost connections and shutdowns, and Node's codes for sockets that are gone. */
const lost = /^(08|57P0|53300|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)/

/** Whether the database could not be reached, as opposed to having refused a statement. */
export function isConnectionError(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && lost.test(code)) return true
  return typeof message === 'string' && /timeout exceeded when trying to connect|Connection terminated/.test(message)
}
