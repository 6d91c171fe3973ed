import type { StudentCalls } from '@dxx/contract/calls'
import type { StaffCalls } from '@dxx/contract/staff-calls'
import type { Handlers } from '../context'
import { handlers as accounts } from './accounts/handlers'
import { handlers as wechat } from './accounts/wechat'
import { handlers as ai } from './ai/handlers'
import { handlers as bank } from './bank/handlers'
import { handlers as campus } from './campus/handlers'
import { campusStaffHandlers } from './campus/staff-handlers'
import { handlers as catalogue } from './catalogue/handlers'
import { handlers as commerce } from './commerce/handlers'
import { commerceStaffHandlers } from './commerce/staff-handlers'
import { orderStaffHandlers } from './commerce/staff-orders'
import { handlers as community } from './community/handlers'
import { communityStaffHandlers } from './community/staff-handlers'
import { handlers as content } from './content/handlers'
import { deskHandlers } from './exams/desk/handlers'
import { handlers as exams } from './exams/handlers'
import { handlers as library } from './library/handlers'
import { handlers as messages } from './messages/handlers'
import { handlers as notes } from './notes/handlers'
import { handlers as numbers } from './numbers/handlers'
import { handlers as overview } from './overview/handlers'
import { handlers as questions } from './questions/handlers'
import { handlers as reading } from './reading/handlers'
import { handlers as runcode } from './runcode/handlers'
import { handlers as search } from './search/handlers'
import { handlers as site } from './site/handlers'
import { handlers as staff } from './staff/handlers'
import { handlers as students } from './students/handlers'
import { studentStaffHandlers } from './students/staff-handlers'
import { handlers as study } from './study/handlers'
import { handlers as support } from './support/handlers'
import { supportStaffHandlers } from './support/staff-handlers'
import { handlers as uploads } from './uploads/handlers'
import { queueHandlers } from './work/handlers'

/** Handlers of every call of the contract; the compiler reports missing ones. */
export const handlers: Handlers<StudentCalls & StaffCalls> = {
  ...accounts,
  ...wechat,
  ...campus,
  ...students,
  ...content,
  ...messages,
  ...ai,
  ...support,
  ...uploads,
  ...catalogue,
  ...overview,
  ...search,
  ...commerce,
  ...community,
  ...library,
  ...notes,
  ...questions,
  ...exams,
  ...bank,
  ...runcode,
  ...study,
  ...reading,
  ...staff,
  ...site,
  ...numbers,
  ...deskHandlers,
  ...queueHandlers,
  ...studentStaffHandlers,
  ...commerceStaffHandlers,
  ...orderStaffHandlers,
  ...supportStaffHandlers,
  ...communityStaffHandlers,
  ...campusStaffHandlers,
}
