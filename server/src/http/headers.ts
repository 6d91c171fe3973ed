import type { FastifyInstance } from 'fastify'
import type { Config } from '../config'
import type { SiteSettings } from '../site-settings'

/**
 * What the browser may load and run. Styles in attributes stay allowed for formulas; `style-src` repeats both for
 * old web views that do not know the finer directives. Map tiles and allowed sites come from where the configuration says.
 */
const policyFor = ({ map, webHosts }: SiteSettings, payAt: string[]) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "style-src-elem 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: ${map.tiles ? tileSource(map.tiles) : ''}`.trimEnd(),
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    `frame-src ${["'self'", ...webHosts.map((host) => `https://${host}`)].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${["'self'", ...payAt].join(' ')}`,
    "frame-ancestors 'self'",
  ].join('; ')

/** Tile servers share the work among hosts: {s}.example.cn. */
const tileSource = (tiles: string) => new URL(tiles.replace('{s}.', '*.').replace(/[{}]/g, '')).origin

/** For whatever a browser may show as a page. HSTS is left to whoever terminates TLS. */
const forPages = (site: SiteSettings, payAt: string[]) => ({
  'content-security-policy': policyFor(site, payAt),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(self), payment=()',
})

/** For answers to calls: data that is never shown as a page, so a shorter policy says more. */
export const forCalls = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

/** For the workers that run programs in the browser: WebAssembly and nothing else, not even the network. */
const forWorkers = {
  'content-security-policy': "default-src 'none'; script-src 'wasm-unsafe-eval'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}
const isWorker = (url: string) => /^\/assets\/[\w-]+-worker-[\w-]+\.js$/.test(url)

/** For the frame that Office files are drawn into: their styles and pictures, and nothing that runs or loads. */
const forFrames = {
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'img-src blob: data:',
    'media-src blob: data:',
    'font-src blob: data:',
    "frame-ancestors 'self'",
    'sandbox allow-same-origin',
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-resource-policy': 'same-origin',
}
const isFrame = (url: string) => /^\/office-frame\.html($|\?)/.test(url)

export function securityHeaders(app: FastifyInstance, { site, payment }: Config): void {
  const pages = forPages(site, payment.alipay ? [new URL(payment.alipay.endpoint).origin] : [])
  // The app shows pictures and videos on pages of another origin; who may have them is said by their links.
  const media = { ...pages, 'cross-origin-resource-policy': 'cross-origin' }
  const headersOf = (url: string) => {
    if (url.startsWith('/api/') && url !== '/api/docs') return forCalls
    if (isWorker(url)) return forWorkers
    if (url.startsWith('/media/')) return media
    return isFrame(url) ? forFrames : pages
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOf(request.url)).header('x-request-id', request.id)
    done()
  })
}
