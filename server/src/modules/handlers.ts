import type { AllCalls } from '@dxx/contract/calls'
import type { Handlers } from '../context'
import { handlers as accounts } from './accounts/handlers'
import { handlers as content } from './content/handlers'

/** Every call of the contract with its handler; the compiler finds the missing ones. */
export const handlers: Handlers<AllCalls> = { ...accounts, ...content }
