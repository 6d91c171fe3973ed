import { shareLink } from '@dxx/contract/rules/share-link'
import { siteAddress } from '../platform/site'
import { current } from './navigation'

/** Public link to the current page. */
export function sharePage(): string {
  const { path, search } = current()
  return shareLink(siteAddress(), path, new URLSearchParams(search))
}
