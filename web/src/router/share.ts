import { shareLink } from '@dxx/contract/rules/share-link'
import { siteAddress } from '../platform/site'
import { getCurrentPage } from './navigation'

/** Public link to the current page. */
export function sharePage(): string {
  const { path, search } = getCurrentPage()
  return shareLink(siteAddress(), path, new URLSearchParams(search))
}
