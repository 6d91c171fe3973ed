import { routeNeedsMobile } from '@dxx/contract/rules/mobile-routes'
import { promptMobile } from '../../api/error-effects'
import { currentUrl } from '../../api/navigation'
import { getCurrentPage } from '../../router/navigation'
import { useStore } from '../../state/store'

/** User and page of each prompt since the app was opened. */
const promptedPages = new Set<string>()

const plain = (url: string) => url.replace(/^\/+/, '')

/** Asks for a mobile number on a page that requires one, once per user and page. Actions of the page ask again. */
export function askForMobile(path: string): void {
  const { userinfo, path: askedOn } = useStore.getState()
  if (userinfo?.mobile !== '' || !routeNeedsMobile(path) || getCurrentPage().path !== path) return
  const visit = `${userinfo.id} ${path}`
  if (promptedPages.has(visit)) return
  promptedPages.add(visit)
  // Skipped if the login has just asked the user and then returned to this page.
  if (plain(askedOn) !== plain(currentUrl())) promptMobile()
}
