import type { Environment } from './context'
import { purgeEvery, purgeExpired } from './jobs/purge-expired'
import { type JobContext, startWorker, type Worker } from './jobs/worker'
import { eraseCancelled } from './modules/accounts/cancel'
import { campusJobs, campusJobsEvery } from './modules/campus/jobs'
import { commerceJobs, commerceJobsEvery } from './modules/commerce/jobs'
import { examJobs, examJobsEvery } from './modules/exams/jobs'
import { messageJobs, messageJobsEvery } from './modules/messages/public'
import { numberJobs, numberJobsEvery } from './modules/numbers/sum-daily'
import { gradeAnswer } from './modules/questions/public'
import { searchJobs, searchJobsEvery } from './modules/search/jobs'
import { siteJobs, siteJobsEvery } from './modules/site/jobs'
import { staffJobs, staffJobsEvery } from './modules/staff/jobs'
import { studentJobs, studentJobsEvery } from './modules/students/jobs'
import { cleanUploads, endUnusedEvery, endUnusedUploads } from './modules/uploads/clean'

const pollMs = 1000

/** Registers all background jobs. */
export function startJobs(env: Environment): Worker {
  const { config, db, clock, log } = env
  const lasting = ['erase_account', 'send_refund', 'regrade_exam']
  const handlers = {
    clean: purgeExpired,
    erase_account: eraseCancelled,
    clean_uploads: () => cleanUploads(env),
    end_unused_uploads: () => endUnusedUploads(env),
    ...campusJobs(env),
    ...commerceJobs(env.payments),
    ...examJobs(env),
    ...messageJobs,
    ...numberJobs,
    ...searchJobs,
    ...siteJobs,
    ...staffJobs,
    ...studentJobs,
  }
  const every = {
    clean: purgeEvery,
    clean_uploads: purgeEvery,
    end_unused_uploads: endUnusedEvery,
    ...campusJobsEvery,
    ...commerceJobsEvery,
    ...examJobsEvery,
    ...messageJobsEvery,
    ...numberJobsEvery,
    ...searchJobsEvery,
    ...siteJobsEvery,
    ...staffJobsEvery,
    ...studentJobsEvery,
  }
  const most = startWorker({ db, clock, log, handlers, every, lasting, pollMs })
  // Grading has its own worker: a thousand queued programs of an exam must not delay payments.
  const grading = startGrading({ db, clock, log, code: env.code, workers: config.runnerWorkers, pollMs })
  return {
    runDue: async () => void (await Promise.all([most.runDue(), grading.runDue()])),
    stop: async () => void (await Promise.all([most.stop(), grading.stop()])),
  }
}

interface GradingOptions extends JobContext {
  code: Environment['code']
  /** Worker slots of the runner. */
  workers: number
  pollMs: number
}

/**
 * Starts the worker that grades programs. It serves users round-robin, and one user can occupy all slots but one, so
 * that endless programs of one user block no other user.
 */
export function startGrading({ code, workers, ...options }: GradingOptions): Worker {
  const handlers = { grade_code: gradeAnswer(code) }
  const perOwner = Math.max(1, workers - 1)
  return startWorker({ ...options, handlers, lasting: ['grade_code'], lanes: workers, perOwner })
}
