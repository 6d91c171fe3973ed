/**
 * Replaces media names (`media:f/…`) by URLs. A text names media by content hash, so that the text stays the same when
 * the URLs change. A name without a URL stays unchanged; no browser can open it.
 */
export function withMedia(html: string, addresses: Readonly<Record<string, string>>): string {
  return html.replace(/media:([a-z]\/[A-Za-z0-9._/-]+)/g, (name, key: string) => addresses[key] ?? name)
}
