import { needsMobile } from '@dxx/contract/rules/mobile-routes'
import { promptMobile } from '../../api/error-effects'
import { currentUrl } from '../../api/navigation'
import { current } from '../../router/navigation'
import { useStore } from '../../state/store'

const plain = (url: string) => url.replace(/^\/+/, '')

/** Asks for a mobile number on a page that requires one; not twice in a row on the same page. */
export function askForMobile(path: string): void {
  const { userinfo, path: askedOn } = useStore.getState()
  if (userinfo?.mobile !== '' || !needsMobile(path) || current().path !== path) return
  if (plain(askedOn) !== plain(currentUrl())) promptMobile()
}
