import { handleShellEvents } from '../../platform/shell-events'
import { siteOrigin } from '../../platform/site'
import { current, go, isAskedFor } from '../../router/navigation'
import { routeOf } from '../../router/routes'
import { getView } from '../../router/view'
import { useStore } from '../../state/store'
import { placeOfCode } from '../scan/place-of-code'
import { offerUpdate } from './offer-update'

/** Connects the app's native events to the router. */
export function followShell(): void {
  handleShellEvents({
    back: () => {
      const inside = isAskedFor() || getView().stack.pages.length > 1
      if (inside) history.back()
      return inside
    },
    maySwipeBack: () => routeOf(current().path)?.swipeBack !== false,
    open: (url) => {
      const place = placeOfCode(url.replace(/^duoxiangxue:\/\/\/?/, `${siteOrigin()}/`))
      // A link must not bypass a forced update.
      if (place && !useStore.getState().updateInfo?.force) go(place)
    },
    resume: offerUpdate,
  })
  void offerUpdate()
}
