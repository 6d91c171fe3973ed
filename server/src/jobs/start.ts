import type { Environment } from '../context'
import { clean, cleanEvery } from './clean'
import { startWorker, type Worker } from './worker'

const pollMs = 1000

/** Every kind of background work, in one place. */
export function startJobs({ db, clock, log }: Environment): Worker {
  return startWorker({ db, clock, log, handlers: { clean }, every: { clean: cleanEvery }, pollMs })
}
