import type { StudentCalls } from '@dxx/contract/calls'
import type { DraftPreviewCalls } from '@dxx/contract/calls/draft-preview'
import type { BankCalls } from '@dxx/contract/calls/staff/bank'
import type { SiteTextCalls } from '@dxx/contract/calls/staff/site-texts'
import type { StudioCalls } from '@dxx/contract/calls/staff/studio'
import type { StaffCalls } from '@dxx/contract/staff-calls'
import type { Handlers } from '../context'
import { handlers as accounts } from './accounts/handlers'
import { handlers as wechat } from './accounts/wechat'
import { handlers as ai } from './ai/handlers'
import { aiStaffHandlers } from './ai/staff-handlers'
import { classProgressHandlers } from './assignments/class-progress'
import { handlers as assignments } from './assignments/handlers'
import { assignmentStaffHandlers } from './assignments/staff-handlers'
import { handlers as bank } from './bank/handlers'
import { handlers as campus } from './campus/handlers'
import { campusStaffHandlers } from './campus/staff-handlers'
import { handlers as catalogue } from './catalogue/handlers'
import { printedCodeHandlers } from './catalogue/staff-codes'
import { shelfHandlers } from './catalogue/staff-shelf'
import { handlers as classes } from './classes/joins'
import { classStaffHandlers } from './classes/staff-handlers'
import { handlers as commerce } from './commerce/handlers'
import { couponStaffHandlers } from './commerce/staff-coupons'
import { commerceStaffHandlers } from './commerce/staff-handlers'
import { orderStaffHandlers } from './commerce/staff-orders'
import { salesHandlers } from './commerce/staff-sales'
import { questionStaffHandlers } from './community/answer-questions'
import { handlers as community } from './community/handlers'
import { communityStaffHandlers } from './community/staff-handlers'
import { wordHandlers } from './community/staff-words'
import { handlers as content } from './content/handlers'
import { contentStaffHandlers } from './content/staff-content'
import { deskHandlers } from './exams/desk/handlers'
import { handlers as exams } from './exams/handlers'
import { handlers as gradebook } from './gradebook/handlers'
import { gradebookStaffHandlers } from './gradebook/staff-handlers'
import { handlers as library } from './library/handlers'
import { broadcastHandlers } from './messages/broadcasts'
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

/** Handlers of the modules' calls; server/src/all-handlers.ts adds those that use the importer. */
export const handlers: Handlers<
  Omit<StudentCalls & StaffCalls, keyof StudioCalls | keyof BankCalls | keyof DraftPreviewCalls | keyof SiteTextCalls>
> = {
  ...accounts,
  ...wechat,
  ...campus,
  ...students,
  ...classes,
  ...assignments,
  ...gradebook,
  ...content,
  ...messages,
  ...ai,
  ...aiStaffHandlers,
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
  ...couponStaffHandlers,
  ...shelfHandlers,
  ...salesHandlers,
  ...broadcastHandlers,
  ...printedCodeHandlers,
  ...contentStaffHandlers,
  ...wordHandlers,
  ...supportStaffHandlers,
  ...communityStaffHandlers,
  ...questionStaffHandlers,
  ...classStaffHandlers,
  ...assignmentStaffHandlers,
  ...classProgressHandlers,
  ...gradebookStaffHandlers,
  ...campusStaffHandlers,
}
