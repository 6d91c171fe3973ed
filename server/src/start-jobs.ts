import type { Environment } from './context'
import { readUploadedRoster } from './importer/roster-files/read-roster'
import { jobRanks } from './jobs/kind-order'
import { purgeEvery, purgeExpired } from './jobs/purge-expired'
import { type JobContext, startPolling, startWorker, type Worker } from './jobs/worker'
import { eraseCancelled } from './modules/accounts/cancel'
import { aiJobs, aiJobsEvery } from './modules/ai/jobs'
import { assignmentJobs, assignmentJobsEvery, assignmentJobsWork } from './modules/assignments/jobs'
import { campusJobs, campusJobsEvery, campusJobsWork } from './modules/campus/jobs'
import { catalogueJobs, catalogueJobsEvery, catalogueJobsWork } from './modules/catalogue/jobs'
import { classJobs, classJobsEvery } from './modules/classes/jobs'
import { commerceJobs, commerceJobsEvery, commerceJobsWork } from './modules/commerce/jobs'
import { examJobs, examJobsEvery, examJobsWork } from './modules/exams/jobs'
import { broadcastJobs, broadcastJobsEvery, broadcastJobsWork } from './modules/messages/broadcasts'
import { messageJobs, messageJobsEvery, messageJobsWork } from './modules/messages/public'
import { numberJobs, numberJobsEvery, numberJobsWork } from './modules/numbers/sum-daily'
import { gradeAnswer } from './modules/questions/public'
import { searchJobs, searchJobsEvery } from './modules/search/jobs'
import { siteJobs, siteJobsEvery } from './modules/site/jobs'
import { staffJobs, staffJobsEvery } from './modules/staff/jobs'
import { statisticsJobs, statisticsJobsEvery, statisticsJobsWork } from './modules/statistics/jobs'
import { studentJobs, studentJobsEvery } from './modules/students/jobs'
import { cleanUploads, endUnusedEvery, endUnusedUploads } from './modules/uploads/clean'
import { studioJobs, studioJobsEvery, videoJobs } from './studio/jobs'

const pollMs = 1000

const { exam, money, mail, upkeep } = jobRanks

/** Kinds that are more urgent because a user waits for them, or less urgent because no user does. */
const ranks = {
  prepare_exams: exam,
  close_exams: exam,
  score_exams: exam,
  regrade_exam: exam,
  expire_orders: money,
  check_payments: money,
  send_refund: money,
  send_broadcasts: mail,
  remind_students: mail,
  remind_assignments: mail,
  send_lti_scores: mail,
  read_lti_members: mail,
  send_xapi: mail,
  clean: upkeep,
  clean_uploads: upkeep,
  end_unused_uploads: upkeep,
  end_content_uploads: upkeep,
  forget_card_photos: upkeep,
  forget_roster_rows: upkeep,
  audit_checkpoint: upkeep,
  measure_storage: upkeep,
  index_search: upkeep,
  embed_sections: upkeep,
}

/** Registers all background jobs. */
export function startJobs(env: Environment): Pick<Worker, 'runDue' | 'stop'> {
  const { config, db, clock, log } = env
  const lasting = ['erase_account', 'send_refund', 'regrade_exam']
  const handlers = {
    clean: purgeExpired,
    erase_account: eraseCancelled,
    clean_uploads: () => cleanUploads(env),
    end_unused_uploads: () => endUnusedUploads(env),
    ...aiJobs(env),
    ...catalogueJobs,
    read_roster: (_ctx: unknown, payload: { roster: number }) => readUploadedRoster(env, payload),
    ...assignmentJobs,
    ...classJobs,
    ...campusJobs(env),
    ...commerceJobs(env.payments),
    ...examJobs(env),
    ...messageJobs,
    ...broadcastJobs,
    ...numberJobs,
    ...searchJobs,
    ...siteJobs,
    ...staffJobs,
    ...statisticsJobs,
    ...studentJobs,
    ...studioJobs(env),
  }
  const every = {
    clean: purgeEvery,
    clean_uploads: purgeEvery,
    end_unused_uploads: endUnusedEvery,
    ...aiJobsEvery,
    ...catalogueJobsEvery,
    ...assignmentJobsEvery,
    ...classJobsEvery,
    ...campusJobsEvery,
    ...commerceJobsEvery,
    ...examJobsEvery,
    ...messageJobsEvery,
    ...broadcastJobsEvery,
    ...numberJobsEvery,
    ...searchJobsEvery,
    ...siteJobsEvery,
    ...staffJobsEvery,
    ...statisticsJobsEvery,
    ...studentJobsEvery,
    ...studioJobsEvery,
  }
  const work = {
    ...assignmentJobsWork,
    ...campusJobsWork,
    ...catalogueJobsWork,
    ...commerceJobsWork,
    ...examJobsWork,
    ...broadcastJobsWork,
    ...numberJobsWork,
    ...messageJobsWork,
    ...statisticsJobsWork,
  }
  const most = startWorker({ db, clock, log, handlers, every, work, lasting, ranks })
  // Grading has its own worker: a thousand queued programs of an exam must not delay payments.
  const grading = startGrading({ db, clock, log, code: env.code, workers: config.runnerWorkers })
  // One video at a time, beside all other jobs: a conversion takes as long as the video.
  const videos = startWorker({ db, clock, log, handlers: videoJobs(env), lanes: 1 })
  const workers = [most, grading, videos]
  const polling = startPolling(workers, { db, clock, log }, pollMs)
  return {
    runDue: async () => void (await Promise.all(workers.map((worker) => worker.runDue()))),
    stop: async () => {
      polling.stop()
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}

interface GradingOptions extends JobContext {
  code: Environment['code']
  /** Worker slots of the runner. */
  workers: number
  /** Polling interval; without it the caller wakes the worker. */
  pollMs?: number
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
