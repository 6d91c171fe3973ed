import { siteOrigin } from '../../platform/site'
import { formatPageUrl, pageUrl, parsePageUrl } from '../../router/page-url'
import { isLoginPage } from '../../router/redirect'
import { routeOf } from '../../router/routes'
import { loginCodeIn } from '../account/login-code'

/** Codes printed in books: eight letters and digits, with an optional paragraph. */
const printed = /^[\da-z]{8}(\.[\w-]{1,64})?$/i
/** Coupon codes without the separators between their groups: 12 to 32 letters and digits. */
const coupon = /^[\da-z]{12,32}$/i

/** Returns the page of a scanned text: login code, coupon, printed code or link of this site; otherwise null. */
export function pageOfScannedCode(scanned: string, origin: string = siteOrigin()): string | null {
  const text = scanned.trim()
  const login = loginCodeIn(text)
  if (login) return pageUrl('pages/login/scan', { id: login })
  if (printed.test(text)) return pageUrl('pages/resource/index', { qrcode: text })
  const joined = text.replace(/[\s-]/g, '')
  if (coupon.test(joined)) return pageUrl('pages/exchange/index', { code: joined })
  return placeOfLink(text, origin)
}

function placeOfLink(text: string, origin: string): string | null {
  const url = parseUrl(text)
  if (!url) return null
  const place = parsePageUrl(url.hash)
  const query = new URLSearchParams(place.search)
  // Printed books outlive host names, so a code is accepted from any host.
  const qrcode = query.get('qrcode') ?? url.searchParams.get('qrcode')
  if (qrcode) return pageUrl('pages/resource/index', { qrcode })
  const param = query.get('param') ?? url.searchParams.get('param')
  if (param && (place.path === 'pages/resource/index' || url.origin === origin)) {
    return pageUrl('pages/resource/index', { param })
  }
  const code = query.get('code')
  if (code && place.path === 'pages/exchange/index') return pageUrl('pages/exchange/index', { code })
  const ours = url.origin === origin && routeOf(place.path) && !isLoginPage(place.path)
  return ours ? formatPageUrl(place) : null
}

function parseUrl(text: string): URL | null {
  try {
    const url = new URL(text)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : null
  } catch {
    return null
  }
}
