import { fromSite, siteOrigin } from '../../platform/site'

/** An address of a file of ours, or null: pages that take one from their own address must not show others' files. */
export function ownAddress(address: string | undefined): string | null {
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
