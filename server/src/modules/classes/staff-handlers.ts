import type { staffClasses } from '@dxx/contract/calls/staff/classes'
import type { Handlers } from '../../context'
import { classListHandlers } from './class-list'
import { classStudentHandlers } from './class-students'
import { classGrantHandlers } from './grants'
import { joinDecisionHandlers } from './join-decisions'
import { rosterHandlers } from './roster-handlers'

/** Handlers of the console's calls about classes and rosters. */
export const classStaffHandlers: Handlers<typeof staffClasses> = {
  ...classListHandlers,
  ...classStudentHandlers,
  ...rosterHandlers,
  ...joinDecisionHandlers,
  ...classGrantHandlers,
}
