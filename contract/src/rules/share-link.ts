/** Query keys of a single visit, removed from shared links. */
const dropped = new Set(['qrcode', 'r'])

/** Builds base URL, hash route and query, marked as shared. A hash or query in `base` is removed. */
export function shareLink(base: string, route: string, query: Record<string, string> | URLSearchParams = {}): string {
  const kept = new URLSearchParams(query)
  for (const key of dropped) kept.delete(key)
  kept.append('r', 'share')
  return `${base.replace(/[#?].*$/, '')}#/${route.replace(/^\/+/, '')}?${kept}`
}
