import type { staffAssignments } from '@dxx/contract/calls/staff/assignments'
import type { Handlers } from '../../context'
import { contentHandlers } from './content-to-assign'
import { extensionHandlers } from './extensions'
import { gradeHandInHandlers } from './grade-hand-ins'
import { saveAssignmentHandlers } from './save-assignment'
import { assignmentListHandlers } from './staff-lists'

/** Handlers of the console's calls about homework. */
export const assignmentStaffHandlers: Handlers<typeof staffAssignments> = {
  ...assignmentListHandlers,
  ...saveAssignmentHandlers,
  ...extensionHandlers,
  ...contentHandlers,
  ...gradeHandInHandlers,
}
