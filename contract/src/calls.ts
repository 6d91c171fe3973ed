import { accounts } from './calls/accounts'
import { content } from './calls/content'

/** Every call there is. The server mounts it, OpenAPI and the browser's types are derived from it. */
export const allCalls = { ...accounts, ...content }

export type AllCalls = typeof allCalls
export type Name = keyof AllCalls
