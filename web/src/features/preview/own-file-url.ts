import { fromSite, siteOrigin } from '../../platform/site'

/** Returns the URL if it is one of our files, otherwise null: URL parameters must not show foreign files. */
export function ownFileUrl(address: string | undefined): string | null {
  if (!address) return null
  try {
    const url = new URL(address, siteOrigin())
    return url.origin === siteOrigin() && url.pathname.startsWith('/media/')
      ? fromSite(url.pathname + url.search)
      : null
  } catch {
    return null
  }
}
