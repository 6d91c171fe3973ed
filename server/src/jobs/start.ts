import type { Environment } from '../context'
import { eraseCancelled } from '../modules/accounts/cancel'
import { commerceJobs, commerceJobsEvery } from '../modules/commerce/jobs'
import { examJobs, examJobsEvery } from '../modules/exams/jobs'
import { gradeAnswer } from '../modules/questions/public'
import { cleanUploads } from '../modules/uploads/public'
import { clean, cleanEvery } from './clean'
import { startWorker, type Worker } from './worker'

const pollMs = 1000

/** Every kind of background work, in one place. */
export function startJobs(env: Environment): Worker {
  const { config, db, clock, log } = env
  const handlers = {
    clean,
    erase_account: eraseCancelled,
    clean_uploads: () => cleanUploads(env),
    grade_code: gradeAnswer(env.code),
    ...commerceJobs(config),
    ...examJobs(env),
  }
  const every = { clean: cleanEvery, clean_uploads: cleanEvery, ...commerceJobsEvery, ...examJobsEvery }
  return startWorker({ db, clock, log, handlers, every, pollMs })
}
