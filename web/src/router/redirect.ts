import { routeOf } from '../routes'
import { type Place, parsePlace, placeUrl } from './place'

const loginArea = 'pages/login/'
/** Lies there, but a phone that scanned a code while logged out wants to come back to it. */
const scanPage = 'pages/login/scan'

/** The pages that lead to a login; none of them is a place to come back to. */
export function isLoginPage(path: string): boolean {
  return path.startsWith(loginArea) && path !== scanPage
}

/** The login page that leads back to `place`. */
export function loginPlace(place: Place): Place {
  return { path: 'pages/login/index', search: new URLSearchParams({ redirect: placeUrl(place) }).toString() }
}

/**
 * Where a redirect parameter may lead: to a page of the table, by its exact path, outside the login area. Anything else
 * (other sites, schemes, double encoding, unknown paths) is no destination.
 */
export function safeRedirect(redirect: string | null | undefined): Place | null {
  if (!redirect || redirect.startsWith('#')) return null
  const place = parsePlace(redirect)
  return routeOf(place.path) && !isLoginPage(place.path) ? place : null
}
