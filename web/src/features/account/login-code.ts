import { parsePlace } from '../../router/place'

/** The id in a scanned text that is a login code of ours, whatever host it was shown on; null otherwise. */
export function loginCodeIn(text: string): string | null {
  const hash = text.slice(text.indexOf('#'))
  const { path, search } = parsePlace(hash)
  return path === 'pages/login/scan' ? new URLSearchParams(search).get('id') : null
}
