import type { JobHandler } from '../../jobs/worker'
import { remindOfAssignments } from './remind'

const remind: JobHandler<unknown> = ({ db, clock }) => remindOfAssignments(db, clock.now())

export const assignmentJobs = { remind_assignments: remind }
export const assignmentJobsEvery = { remind_assignments: 60 }
