import { type Place, parsePlace, placeUrl } from './place'
import { routeOf } from './routes'

const loginArea = 'pages/login/'
/** Inside the login area, but a phone that scanned a code while logged out must return to it. */
const scanPage = 'pages/login/scan'

/** Whether a page belongs to the login flow; these are never return targets. */
export function isLoginPage(path: string): boolean {
  return path.startsWith(loginArea) && path !== scanPage
}

/** Location of the login page with `place` as return target. */
export function loginPlace(place: Place): Place {
  return { path: 'pages/login/index', search: new URLSearchParams({ redirect: placeUrl(place) }).toString() }
}

/**
 * Returns the location of a redirect parameter: a page of the route table by exact path, outside the login area.
 * Anything else (other sites, schemes, double encoding, unknown paths) returns null.
 */
export function safeRedirect(redirect: string | null | undefined): Place | null {
  if (!redirect || redirect.startsWith('#')) return null
  const place = parsePlace(redirect)
  return routeOf(place.path) && !isLoginPage(place.path) ? place : null
}
