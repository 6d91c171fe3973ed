import { leaveFor, move, newPage } from './navigation'
import { isSamePage } from './page-url'
import { isLoginPage, safeRedirect } from './redirect'
import { homePath, isTab } from './routes'
import { getView } from './view'

/** Closes the login pages and opens the page of the redirect parameter, or home if that page is not allowed. */
export async function returnAfterLogin(redirect?: string | null): Promise<boolean> {
  const place = safeRedirect(redirect) ?? { path: homePath, search: '' }
  const { pages } = getView().stack
  let first = pages.length - 1
  while (first > 0 && isLoginPage(pages[first - 1]!.path)) first -= 1
  const below = pages[first - 1]
  // If the requested page is right below the login pages, returns to that page, which keeps its state.
  if (below && isSamePage(below, place)) return leaveFor(pages[first]!.at - 1)
  if (isTab(place.path)) move({ type: 'tab', page: newPage({ path: place.path, search: '' }) })
  else move({ type: 'replace', page: newPage(place), at: pages[first]!.at })
  return true
}
