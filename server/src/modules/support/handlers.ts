import type { support } from '@dxx/contract/calls/support'
import type { Handlers } from '../../context'
import { csHandlers } from './cs'
import { helpHandlers } from './help'
import { opinionHandlers } from './opinions'

export const handlers: Handlers<typeof support> = { ...helpHandlers, ...csHandlers, ...opinionHandlers }
