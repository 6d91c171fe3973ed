import { handleShellEvents } from '../../platform/shell-events'
import { siteOrigin } from '../../platform/site'
import { getCurrentPage, hasOverlayOrGuard, openPage } from '../../router/navigation'
import { takeOauthCallback } from '../../router/oauth-callback'
import { routeOf } from '../../router/routes'
import { getView } from '../../router/view'
import { useStore } from '../../state/store'
import { pageOfScannedCode } from '../scan/page-of-code'
import { offerUpdate } from './offer-update'

/**
 * Handles a link by which the browser of a campus login returns to the app. Reloads, because the login page may be open
 * already and looks for a returned code when it opens.
 */
function returnsFromSchool(url: string): boolean {
  const [, search] = /^duoxiangxue:\/\/campus\/?(\?.*)$/.exec(url) ?? []
  if (search === undefined) return false
  const { origin, pathname } = location
  const page = takeOauthCallback({ search, hash: '', origin, pathname })
  if (page) {
    location.replace(page)
    location.reload()
  }
  return true
}

/** Connects the app's native events to the router. */
export function followShell(): void {
  handleShellEvents({
    back: () => {
      const inside = hasOverlayOrGuard() || getView().stack.pages.length > 1
      if (inside) history.back()
      return inside
    },
    maySwipeBack: () => routeOf(getCurrentPage().path)?.swipeBack !== false,
    open: (url) => {
      if (returnsFromSchool(url)) return
      const place = pageOfScannedCode(url.replace(/^duoxiangxue:\/\/\/?/, `${siteOrigin()}/`))
      // A link must not bypass a forced update.
      if (place && !useStore.getState().updateInfo?.force) openPage(place)
    },
    resume: offerUpdate,
  })
  void offerUpdate()
}
