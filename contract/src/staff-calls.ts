import { audit } from './calls/staff/audit'
import { campus } from './calls/staff/campus'
import { decisions } from './calls/staff/decisions'
import { exams } from './calls/staff/exams'
import { numbers } from './calls/staff/numbers'
import { orders } from './calls/staff/orders'
import { session } from './calls/staff/session'
import { site } from './calls/staff/site'
import { people } from './calls/staff/staff'
import { users } from './calls/staff/users'
import { work } from './calls/staff/work'

/** Calls of the console, apart from `studentCalls`, so that the student app's bundle does not contain them. */
export const staffCalls = {
  ...session,
  ...people,
  ...audit,
  ...exams,
  ...work,
  ...decisions,
  ...users,
  ...numbers,
  ...site,
  ...orders,
  ...campus,
}

export type StaffCalls = typeof staffCalls
export type StaffCallName = keyof StaffCalls
