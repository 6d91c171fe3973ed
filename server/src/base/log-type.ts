import type { BaseLogger } from 'pino'

/** The logger methods that the database and the jobs need. */
export type Log = Pick<BaseLogger, 'info' | 'warn' | 'error'>
