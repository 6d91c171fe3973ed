import { hearShell } from '../../platform/shell-events'
import { siteOrigin } from '../../platform/site'
import { go, isAskedFor } from '../../router/navigation'
import { getView } from '../../router/view'
import { placeOfCode } from '../scan/place-of-code'

/** The app's own events, led into the router. */
export function followShell(): void {
  hearShell({
    back: () => {
      const inside = isAskedFor() || getView().stack.pages.length > 1
      if (inside) history.back()
      return inside
    },
    open: (url) => {
      const place = placeOfCode(url.replace(/^duoxiangxue:\/\/\/?/, `${siteOrigin()}/`))
      if (place) go(place)
    },
  })
}
