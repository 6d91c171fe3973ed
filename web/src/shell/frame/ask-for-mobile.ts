import { needsMobile } from '@dxx/contract/rules/mobile-routes'
import { promptMobile } from '../../api/error-effects'
import { currentUrl } from '../../api/navigation'
import { current } from '../../router/navigation'
import { useStore } from '../../state/store'

/** Users and pages asked since the app was opened. */
const asked = new Set<string>()

const plain = (url: string) => url.replace(/^\/+/, '')

/** Asks for a mobile number on a page that requires one, once per page and visit: its actions ask again when used. */
export function askForMobile(path: string): void {
  const { userinfo, path: askedOn } = useStore.getState()
  if (userinfo?.mobile !== '' || !needsMobile(path) || current().path !== path) return
  const visit = `${userinfo.id} ${path}`
  if (asked.has(visit)) return
  asked.add(visit)
  // Otherwise the user was asked at the login, which has just returned here.
  if (plain(askedOn) !== plain(currentUrl())) promptMobile()
}
