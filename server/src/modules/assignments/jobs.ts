import type { JobHandler, WorkConditions } from '../../jobs/worker'
import { hasToRemind, remindOfAssignments } from './remind'

const remind: JobHandler<unknown> = ({ db, clock }) => remindOfAssignments(db, clock.now())

export const assignmentJobs = { remind_assignments: remind }
export const assignmentJobsWork = { remind_assignments: hasToRemind } satisfies WorkConditions
export const assignmentJobsEvery = { remind_assignments: 60 }
