import type { FastifyInstance } from 'fastify'
import type { Config } from '../config'
import type { SiteSettings } from '../site-settings'

/**
 * Content security policy of pages. Style attributes are allowed, because formulas need them. `style-src` is for old
 * web views without `style-src-elem` and `style-src-attr`. Map tiles and framed sites come from the configuration.
 */
const policyFor = ({ map, webHosts }: SiteSettings, payAt: string[], files: FileSources) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "style-src-elem 'self'",
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...(map.tiles ? [tileSource(map.tiles)] : []), ...files.read].join(' '),
    ["media-src 'self' blob:", ...files.read].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...files.upload].join(' '),
    "worker-src 'self' blob:",
    `frame-src ${["'self'", ...webHosts.map((host) => `https://${host}`)].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${["'self'", ...payAt].join(' ')}`,
    "frame-ancestors 'self'",
  ].join('; ')

/** Origin of an S3 service: pages upload to it, and load files from it if it sends them. */
interface FileSources {
  upload: string[]
  read: string[]
}
const fileSources = ({ storage, mediaFrom }: Pick<Config, 'storage' | 'mediaFrom'>): FileSources => {
  const upload = storage.kind === 's3' ? [new URL(storage.endpoint).origin] : []
  return { upload, read: mediaFrom === 'storage' ? upload : [] }
}

/** Origin of the map tiles, with a wildcard for tile servers with several hosts ({s}.example.cn). */
const tileSource = (tiles: string) => new URL(tiles.replace('{s}.', '*.').replace(/[{}]/g, '')).origin

/** Headers of responses that a browser may show as a page. The TLS terminator (nginx) adds HSTS. */
const forPages = (site: SiteSettings, payAt: string[], files: FileSources) => ({
  'content-security-policy': policyFor(site, payAt, files),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(self), payment=()',
})

/** Headers of call responses. They are never shown as a page, so their policy allows nothing. */
export const callResponseHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

/** Headers of web workers that run students' programs: WebAssembly is allowed, network access is not. */
const forWorkers = {
  'content-security-policy': "default-src 'none'; script-src 'wasm-unsafe-eval'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}
const isWorker = (url: string) => /^\/assets\/[\w-]+-worker-[\w-]+\.js$/.test(url)

/** Headers of the frame that shows Office files: embedded styles, images and fonts, no scripts, no network access. */
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

/** Headers of the staff console: no site may frame it, and other sites never receive its URLs, which identify users. */
const forConsole = (pages: ReturnType<typeof forPages>) => ({
  ...pages,
  'content-security-policy': pages['content-security-policy']
    .replace("frame-ancestors 'self'", "frame-ancestors 'none'")
    .replace(/form-action [^;]+/, "form-action 'self'")
    .replace(/frame-src [^;]+/, "frame-src 'none'"),
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
})
const isConsole = (url: string) => /^\/console($|[/?])/.test(url)

const isFrame = (url: string) => /^\/office-frame\.html($|\?)/.test(url)

export function securityHeaders(app: FastifyInstance, config: Config): void {
  const { site, payment } = config
  const payAt = payment.alipay ? [new URL(payment.alipay.endpoint).origin] : []
  const pages = forPages(site, payAt, fileSources(config))
  // The pages of the mobile app, which show images and videos, have another origin. Signed URLs control access.
  const media = { ...pages, 'cross-origin-resource-policy': 'cross-origin' }
  const staff = forConsole(pages)
  const headersOf = (url: string) => {
    if (url.startsWith('/api/') && url !== '/api/docs') return callResponseHeaders
    if (isWorker(url)) return forWorkers
    if (url.startsWith('/media/')) return media
    if (isConsole(url)) return staff
    return isFrame(url) ? forFrames : pages
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOf(request.url)).header('x-request-id', request.id)
    done()
  })
}
