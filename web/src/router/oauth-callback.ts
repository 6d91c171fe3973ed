import { readOauthValue, writeOauthValue } from './oauth-values'
import { formatPageUrl, parsePageUrl } from './page-url'
import { routeOf } from './routes'

export const codeKey = 'dxx-wechat-code'
export const stateKey = 'dxx-wechat-state'
export const routeKey = 'dxx-oauth-route'
export const issuerKey = 'dxx-oauth-issuer'
export const errorKey = 'dxx-oauth-error'
const consumedKey = 'dxx-oauth-consumed'

/**
 * Handles a URL `/?code=…&state=…#…`, by which WeChat or a school (CAS: `ticket`) returns to the site. Stores the code in session storage and
 * returns the URL of the page to open, or null if the URL is no callback. If the user or the school refused, there is a
 * state, and at most an error. A code works once, so that it is not stored again when the user goes back to this URL.
 */
export function takeOauthCallback({
  search,
  hash,
  origin,
  pathname,
}: Pick<Location, 'search' | 'hash' | 'origin' | 'pathname'>): string | null {
  const query = new URLSearchParams(search)
  const code = query.get('code') ?? query.get('ticket')
  const route = readOauthValue(routeKey)
  if (!code && !(query.has('state') && route)) return null
  if (code && code !== readOauthValue(consumedKey)) {
    writeOauthValue(codeKey, code)
    writeOauthValue(stateKey, query.get('state'))
    writeOauthValue(issuerKey, query.get('iss'))
    writeOauthValue(consumedKey, code)
  }
  if (!code) {
    writeOauthValue(stateKey, query.get('state'))
    writeOauthValue(issuerKey, query.get('iss'))
    writeOauthValue(errorKey, query.get('error'))
  }
  writeOauthValue(routeKey, null)
  const wanted = parsePageUrl(route ?? hash)
  return `${origin}${pathname}#${routeOf(wanted.path) ? formatPageUrl(wanted) : '/'}`
}
