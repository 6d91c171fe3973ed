import { parsePageUrl } from '../../router/page-url'

/** Returns the id in a scanned text if it is one of our login codes (any host), otherwise null. */
export function loginCodeIn(text: string): string | null {
  const hash = text.slice(text.indexOf('#'))
  const { path, search } = parsePageUrl(hash)
  return path === 'pages/login/scan' ? new URLSearchParams(search).get('id') : null
}
