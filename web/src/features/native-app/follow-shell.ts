import { handleShellEvents } from '../../platform/shell-events'
import { siteOrigin } from '../../platform/site'
import { getCurrentPage, hasOverlayOrGuard, openPage } from '../../router/navigation'
import { routeOf } from '../../router/routes'
import { getView } from '../../router/view'
import { useStore } from '../../state/store'
import { pageOfScannedCode } from '../scan/place-of-code'
import { offerUpdate } from './offer-update'

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
      const place = pageOfScannedCode(url.replace(/^duoxiangxue:\/\/\/?/, `${siteOrigin()}/`))
      // A link must not bypass a forced update.
      if (place && !useStore.getState().updateInfo?.force) openPage(place)
    },
    resume: offerUpdate,
  })
  void offerUpdate()
}
