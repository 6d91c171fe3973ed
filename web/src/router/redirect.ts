import { formatPageUrl, type PageTarget, parsePageUrl } from './page-url'
import { routeOf } from './routes'

const loginArea = 'pages/login/'
/** Not treated as a login page, because a logged-out phone that scans a login code must return to it after login. */
const scanPage = 'pages/login/scan'

/** Whether a page belongs to the login flow. The login never returns to such a page. */
export function isLoginPage(path: string): boolean {
  return path.startsWith(loginArea) && path !== scanPage
}

/** Returns the location of the login page with `place` as the page to return to. */
export function loginPageTarget(place: PageTarget): PageTarget {
  return { path: 'pages/login/index', search: new URLSearchParams({ redirect: formatPageUrl(place) }).toString() }
}

/**
 * Parses a redirect parameter. Returns null unless its path is exactly a route outside the login flow: other sites,
 * schemes, double encoding and unknown paths are rejected.
 */
export function safeRedirect(redirect: string | null | undefined): PageTarget | null {
  if (!redirect || redirect.startsWith('#')) return null
  const place = parsePageUrl(redirect)
  return routeOf(place.path) && !isLoginPage(place.path) ? place : null
}
