import { hearShell } from '../../platform/shell-events'
import { siteOrigin } from '../../platform/site'
import { current, go, isAskedFor } from '../../router/navigation'
import { getView } from '../../router/view'
import { routeOf } from '../../routes'
import { useStore } from '../../state/store'
import { placeOfCode } from '../scan/place-of-code'
import { offerUpdate } from './offer-update'

/** The app's own events, led into the router. */
export function followShell(): void {
  hearShell({
    back: () => {
      const inside = isAskedFor() || getView().stack.pages.length > 1
      if (inside) history.back()
      return inside
    },
    maySwipeBack: () => routeOf(current().path)?.swipeBack !== false,
    open: (url) => {
      const place = placeOfCode(url.replace(/^duoxiangxue:\/\/\/?/, `${siteOrigin()}/`))
      // A link is no way around an update that has to be.
      if (place && !useStore.getState().updateInfo?.force) go(place)
    },
    resume: offerUpdate,
  })
  void offerUpdate()
}
