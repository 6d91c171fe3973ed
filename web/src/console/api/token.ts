import { tokenStore } from '../../state/token-store'

/** Token of the console session, stored apart from the token of the student app. */
export const consoleToken = tokenStore('dxx-console-token')
