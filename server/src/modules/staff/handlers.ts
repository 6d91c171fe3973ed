import type { audit } from '@dxx/contract/calls/staff/audit'
import type { people } from '@dxx/contract/calls/staff/people'
import type { session } from '@dxx/contract/calls/staff/session'
import type { Handlers } from '../../context'
import { auditHandlers } from './audit-handlers'
import { peopleHandlers } from './people-handlers'
import { sessionHandlers } from './session-handlers'

export const handlers: Handlers<typeof session & typeof people & typeof audit> = {
  ...sessionHandlers,
  ...peopleHandlers,
  ...auditHandlers,
}
