import { staffAi } from './calls/staff/ai'
import { staffAssignments } from './calls/staff/assignments'
import { audit } from './calls/staff/audit'
import { bank } from './calls/staff/bank'
import { broadcasts } from './calls/staff/broadcasts'
import { campus } from './calls/staff/campus'
import { classProgress } from './calls/staff/class-progress'
import { staffClasses } from './calls/staff/classes'
import { codes } from './calls/staff/codes'
import { staffCoupons } from './calls/staff/coupons'
import { decisions } from './calls/staff/decisions'
import { exams } from './calls/staff/exams'
import { staffGradebook } from './calls/staff/gradebook'
import { numbers } from './calls/staff/numbers'
import { orders } from './calls/staff/orders'
import { sales } from './calls/staff/sales'
import { session } from './calls/staff/session'
import { shelf } from './calls/staff/shelf'
import { site } from './calls/staff/site'
import { siteContent } from './calls/staff/site-content'
import { siteTexts } from './calls/staff/site-texts'
import { people } from './calls/staff/staff'
import { studio } from './calls/staff/studio'
import { users } from './calls/staff/users'
import { work } from './calls/staff/work'

/** Calls of the console, apart from `studentCalls`, so that the student app's bundle does not contain them. */
export const staffCalls = {
  ...session,
  ...people,
  ...audit,
  ...exams,
  ...staffAi,
  ...work,
  ...decisions,
  ...users,
  ...numbers,
  ...site,
  ...orders,
  ...studio,
  ...bank,
  ...staffCoupons,
  ...shelf,
  ...sales,
  ...broadcasts,
  ...codes,
  ...siteContent,
  ...siteTexts,
  ...staffClasses,
  ...staffAssignments,
  ...classProgress,
  ...staffGradebook,
  ...campus,
}

export type StaffCalls = typeof staffCalls
export type StaffCallName = keyof StaffCalls
