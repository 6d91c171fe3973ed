/** What becomes of an outside address: shown here, opened after a warning, or refused. */
export type Judgement =
  | { kind: 'inside'; url: URL }
  | { kind: 'warn'; url: URL }
  /** One of our own pages. */
  | { kind: 'own'; route: string }
  | { kind: 'refused' }

const matches = (host: string, pattern: string) =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern

/** Only https addresses of allowed hosts, without a name and password in them, are shown inside. */
export function judge(address: string | undefined, allowed: readonly string[], origin: string): Judgement {
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
