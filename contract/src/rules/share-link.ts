/** Query keys that belong to one visit and must not travel with a link. */
const dropped = new Set(['qrcode', 'r'])

/** Base address plus hash route plus query, marked as shared. `base` may carry a hash or query of its own: both are cut. */
export function shareLink(base: string, route: string, query: Record<string, string> | URLSearchParams = {}): string {
  const kept = new URLSearchParams(query)
  for (const key of dropped) kept.delete(key)
  kept.append('r', 'share')
  return `${base.replace(/[#?].*$/, '')}#/${route.replace(/^\/+/, '')}?${kept}`
}
