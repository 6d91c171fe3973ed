/**
 * Texts name their pictures, sounds and films by what is in them (`media:f/…`), so that a text stays the same while the
 * addresses change. This puts the addresses in; what has none keeps its name, which no browser can open.
 */
export function withMedia(html: string, addresses: Readonly<Record<string, string>>): string {
  return html.replace(/media:([a-z]\/[A-Za-z0-9._/-]+)/g, (name, key: string) => addresses[key] ?? name)
}
