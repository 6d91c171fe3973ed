import type { catalogue } from '@dxx/contract/calls/catalogue'
import type { Handlers } from '../../context'
import { buildHomePage, sharedBanners } from './home'
import { messageHandlers } from './messages'
import { userHandlers } from './users'
import { workItemHandlers } from './work-item'

const homeHandlers: Pick<Handlers<typeof catalogue>, 'GET /v1/course_banner' | 'GET /v1/course_index'> = {
  'GET /v1/course_banner': sharedBanners,
  'GET /v1/course_index': buildHomePage,
}

/** Calls whose response combines several modules. */
export const handlers = { ...homeHandlers, ...messageHandlers, ...userHandlers, ...workItemHandlers }
