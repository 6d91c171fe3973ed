import type { Environment } from '../../context'
import { prepareSoon, tellScores } from './remind'
import { closeDue, finishEnded, scoreAll } from './score'

/** What happens to exams by itself. Each bears repetition, and several servers may run them at once. */
export const examJobs = ({ db, clock, config }: Pick<Environment, 'db' | 'clock' | 'config'>) => ({
  prepare_exams: () => prepareSoon(db, clock.now()),
  close_exams: async () => {
    await closeDue(db, clock.now())
    await scoreAll({ db, clock, config })
    await tellScores(db, clock.now())
    await finishEnded(db, clock.now())
  },
  /** Asked for by who hands in, so that nobody waits for the next round. */
  score_exams: async () => {
    await scoreAll({ db, clock, config })
    await tellScores(db, clock.now())
  },
})

export const examJobsEvery = { prepare_exams: 60, close_exams: 5 }
