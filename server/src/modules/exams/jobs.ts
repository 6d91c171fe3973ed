import type { Environment } from '../../context'
import type { WorkConditions } from '../../jobs/worker'
import { runRegrade } from './desk/regrade-job'
import { hasExamSoon, notifyScores, prepareSoon } from './remind'
import { closeOverdueAttempts, hasToClose, recordEndedExams, scoreAll } from './score'

/** Recurring exam jobs. All are idempotent and may run on several servers concurrently. */
export const examJobs = ({ db, clock, config }: Pick<Environment, 'db' | 'clock' | 'config'>) => ({
  prepare_exams: () => prepareSoon(db, clock.now()),
  close_exams: async () => {
    await closeOverdueAttempts(db, clock.now())
    await scoreAll({ db, clock, config })
    await notifyScores(db, clock.now())
    await recordEndedExams(db, clock.now())
  },
  regrade_exam: (_ctx: unknown, payload: { regrade: number }) => runRegrade({ db, clock, config }, payload),
  /** Submissions enqueue this job, so that scoring does not wait for the next scheduled run. */
  score_exams: async () => {
    await scoreAll({ db, clock, config })
    await notifyScores(db, clock.now())
  },
})

export const examJobsWork = {
  prepare_exams: (now: number) => hasExamSoon(now),
  close_exams: (now: number) => hasToClose(now),
} satisfies WorkConditions

export const examJobsEvery = { prepare_exams: 60, close_exams: 5 }
