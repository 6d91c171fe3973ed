/** Query keys that belong to one visit; they are removed from shared links. */
const dropped = new Set(['qrcode', 'r'])

/** Builds a link from base URL, hash route and query, with `r=share`. Removes the hash and query of `base`. */
export function shareLink(base: string, route: string, query: Record<string, string> | URLSearchParams = {}): string {
  const parameters = new URLSearchParams(query)
  for (const key of dropped) parameters.delete(key)
  parameters.append('r', 'share')
  return `${base.replace(/[#?].*$/, '')}#/${route.replace(/^\/+/, '')}?${parameters}`
}
