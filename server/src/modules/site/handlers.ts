import type { site } from '@dxx/contract/calls/staff/site'
import type { Handlers } from '../../context'
import { healthHandlers } from './health-handlers'
import { settingsHandlers } from './settings-handlers'

export const handlers: Handlers<typeof site> = { ...healthHandlers, ...settingsHandlers }
