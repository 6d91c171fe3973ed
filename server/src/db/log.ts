import type { BaseLogger } from 'pino'

/** As much of a logger as the database and the jobs need. */
export type Log = Pick<BaseLogger, 'info' | 'warn' | 'error'>
