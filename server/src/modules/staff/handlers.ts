import type { audit } from '@dxx/contract/calls/staff/audit'
import type { session } from '@dxx/contract/calls/staff/session'
import type { people } from '@dxx/contract/calls/staff/staff'
import type { Handlers } from '../../context'
import { auditHandlers } from './audit-handlers'
import { sessionHandlers } from './session-handlers'
import { peopleHandlers } from './staff-handlers'

export const handlers: Handlers<typeof session & typeof people & typeof audit> = {
  ...sessionHandlers,
  ...peopleHandlers,
  ...auditHandlers,
}
