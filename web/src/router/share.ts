import { shareLink } from '@dxx/contract/rules/share-link'
import { siteAddress } from '../platform/site'
import { current } from './navigation'

/** The link under which others find the page shown now. */
export function sharePage(): string {
  const { path, search } = current()
  return shareLink(siteAddress(), path, new URLSearchParams(search))
}
