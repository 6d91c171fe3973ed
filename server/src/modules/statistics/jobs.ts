import { sql } from 'kysely'
import type { JobHandler, WorkConditions } from '../../jobs/worker'
import { calibrateScales } from './calibrate-scales'
import { countAnswers } from './count-answers'

const count: JobHandler<unknown> = ({ db }) => countAnswers(db)
const calibrate: JobHandler<unknown> = ({ db, clock }) => calibrateScales(db, () => clock.now())

export const statisticsJobs = { count_answers: count, calibrate_scales: calibrate }
export const statisticsJobsWork = {
  count_answers: () => sql<boolean>`exists (select from answer_changes)`,
} satisfies WorkConditions

export const statisticsJobsEvery = { count_answers: 30, calibrate_scales: 600 }
