import { shareLink } from '@dxx/contract/rules/share-link'
import { current } from './navigation'

/** The link under which others find the page shown now. */
export function sharePage(): string {
  const { path, search } = current()
  return shareLink(location.origin + location.pathname, path, new URLSearchParams(search))
}
