/** An address of a file of ours, or null: pages that take one from their own address must not show others' files. */
export function ownAddress(address: string | undefined): string | null {
  if (!address) return null
  try {
    const url = new URL(address, location.origin)
    return url.origin === location.origin && url.pathname.startsWith('/media/') ? url.pathname + url.search : null
  } catch {
    return null
  }
}
