import type { JobHandler } from '../../jobs/worker'
import { countAnswers } from './count-answers'

const count: JobHandler<unknown> = ({ db }) => countAnswers(db)

export const statisticsJobs = { count_answers: count }
export const statisticsJobsEvery = { count_answers: 30 }
