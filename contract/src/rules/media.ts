/**
 * Replaces media names (`media:f/…`) with addresses. Texts name media by content hash, so they stay the same while the
 * addresses change; names without an address stay as they are, and no browser can open them.
 */
export function withMedia(html: string, addresses: Readonly<Record<string, string>>): string {
  return html.replace(/media:([a-z]\/[A-Za-z0-9._/-]+)/g, (name, key: string) => addresses[key] ?? name)
}
