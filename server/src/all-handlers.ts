import type { StudentCalls } from '@dxx/contract/calls'
import type { StaffCalls } from '@dxx/contract/staff-calls'
import type { Handlers } from './context'
import { handlers } from './modules/handlers'
import { bankHandlers } from './studio/bank-handlers'
import { draftPreviewHandlers } from './studio/draft-preview'
import { studioHandlers } from './studio/handlers'
import { siteTextHandlers } from './studio/site-text-handlers'

/** Handlers of every call of the contract; the compiler reports missing ones. */
export const allHandlers: Handlers<StudentCalls & StaffCalls> = {
  ...handlers,
  ...studioHandlers,
  ...bankHandlers,
  ...draftPreviewHandlers,
  ...siteTextHandlers,
}
