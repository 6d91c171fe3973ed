import { appConstants } from '@dxx/contract/rules/constants'
import { tokenStore } from './token-store'

export const { get: getToken, set: setToken, subscribe: subscribeToken } = tokenStore(appConstants.tokenKey)

export const clearToken = (): void => setToken(null)
