import type { Environment } from '../context'
import { eraseCancelled } from '../modules/accounts/cancel'
import { commerceJobs, commerceJobsEvery } from '../modules/commerce/jobs'
import { examJobs, examJobsEvery } from '../modules/exams/jobs'
import { gradeAnswer } from '../modules/questions/public'
import { cleanUploads, endUnusedEvery, endUnusedUploads } from '../modules/uploads/clean'
import { clean, cleanEvery } from './clean'
import { startWorker, type Worker } from './worker'

const pollMs = 1000

/** Every kind of background work, in one place. */
export function startJobs(env: Environment): Worker {
  const { config, db, clock, log } = env
  const lasting = ['erase_account', 'grade_code', 'send_refund']
  const handlers = {
    clean,
    erase_account: eraseCancelled,
    clean_uploads: () => cleanUploads(env),
    end_unused_uploads: () => endUnusedUploads(env),
    ...commerceJobs(config),
    ...examJobs(env),
  }
  const every = {
    clean: cleanEvery,
    clean_uploads: cleanEvery,
    end_unused_uploads: endUnusedEvery,
    ...commerceJobsEvery,
    ...examJobsEvery,
  }
  const most = startWorker({ db, clock, log, handlers, every, lasting, pollMs })
  // By itself: a thousand programs of an exam wait for the runner, and payments must not wait behind them.
  const grading = startWorker({
    ...{ db, clock, log, lasting, pollMs },
    handlers: { grade_code: gradeAnswer(env.code) },
    lanes: config.runnerWorkers,
  })
  return {
    runDue: async () => void (await Promise.all([most.runDue(), grading.runDue()])),
    stop: async () => void (await Promise.all([most.stop(), grading.stop()])),
  }
}
