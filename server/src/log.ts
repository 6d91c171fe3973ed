import { type DestinationStream, type Logger, pino } from 'pino'

/** Fields that must never stand in the log, wherever they turn up. */
const secret = ['password', 'oldPassword', 'token', 'ticket', 'secret', 'code', 'authorization']

/** What an error says about itself. PostgreSQL's name rows in `detail`, which may be somebody's number. */
function describe(error: Error): object {
  const { code, cause } = error as NodeJS.ErrnoException
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack,
    ...(code !== undefined && { errorCode: code }),
    ...(cause instanceof Error && { cause: describe(cause) }),
  }
}

export function createLog(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    redact: [
      ...secret,
      ...secret.map((name) => `*.${name}`),
      'req.headers.authorization',
      'req.headers["x-dxx-token"]',
    ],
    serializers: { err: (error: unknown) => (error instanceof Error ? describe(error) : error) },
  }
  return to ? pino(options, to) : pino(options)
}
