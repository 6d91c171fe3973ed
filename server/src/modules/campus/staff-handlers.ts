import type { campus } from '@dxx/contract/calls/staff/campus'
import type { Handlers } from '../../context'
import { loginStaffHandlers } from './login-staff'
import { ltiStaffHandlers } from './lti/staff'
import { xapiStaffHandlers } from './xapi/staff'

/** Calls of the console page 校园对接. */
export const campusStaffHandlers: Handlers<typeof campus> = {
  ...loginStaffHandlers,
  ...ltiStaffHandlers,
  ...xapiStaffHandlers,
}
