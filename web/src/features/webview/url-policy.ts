/** Policy for a URL: shown inside the app, opened after a warning, opened as our own page, or rejected. */
export type UrlCheck =
  | { kind: 'inside'; url: URL }
  | { kind: 'warn'; url: URL }
  /** One of our own pages. */
  | { kind: 'own'; route: string }
  | { kind: 'refused' }

const matches = (host: string, pattern: string) =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern

/** Returns the policy. Only https URLs of allowed hosts, without port and credentials, are shown inside. */
export function checkUrl(address: string | undefined, allowed: readonly string[], origin: string): UrlCheck {
  let url: URL
  try {
    url = new URL(address ?? '')
  } catch {
    return { kind: 'refused' }
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { kind: 'refused' }
  if (url.origin === origin) return { kind: 'own', route: url.hash.replace(/^#/, '') || '/' }
  const plain = url.protocol === 'https:' && url.username === '' && url.password === '' && url.port === ''
  const known = plain && allowed.some((pattern) => matches(url.hostname, pattern))
  return { kind: known ? 'inside' : 'warn', url }
}
