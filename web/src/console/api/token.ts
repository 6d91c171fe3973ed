import { tokenStore } from '../../state/token-store'

/** Token of the console session, apart from the student app's. */
export const consoleToken = tokenStore('dxx-console-token')
