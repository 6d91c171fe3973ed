import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { Client } from '../server/src/testing/client'

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
export const desktop = { viewport: { width: 1280, height: 800 } }

let browser: Browser
beforeAll(async () => {
  browser = await chromium.connect(inject('browser'))
})
afterAll(() => browser?.close())

/** Where a product is, and what time it believes it is. */
export interface Site {
  base: string
  now(): number
}

/** The one of all journeys. */
const shared = (): Site => ({ base: inject('base'), now: () => Math.floor(Date.now() / 1000) })
export const api = (token = '', { base, now } = shared()) => new Client(base, now, token)

interface Visit {
  /** A sample login's mobile number; a guest without one. */
  as?: string
  route?: string
  /** Nobody has answered the privacy popup on this device yet. */
  firstStart?: boolean
  options?: BrowserContextOptions
  site?: Site
}

export interface Visitor {
  page: Page
  context: BrowserContext
  /** What went wrong in the page: uncaught errors and failed requests. */
  problems: string[]
  goto(route: string): Promise<void>
  /** The route shown, with its query. */
  route(): string
}

/** A browser of its own, opened on a route, watching for errors. */
export async function visit(asked: Visit = {}): Promise<Visitor> {
  const { as, route = '', firstStart = false, options = phone, site = shared() } = asked
  const context = await browser.newContext({
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // A page that slides away stands beside the next one for a moment; shell.test.ts looks at that.
    reducedMotion: 'reduce',
    // Each visit would fetch every file of the app; pwa.test.ts allows it.
    serviceWorkers: 'block',
    ...options,
  })
  if (!firstStart) {
    await context.addInitScript(() => {
      // about:blank has no storage.
      if (location.protocol !== 'about:') localStorage.setItem('dxx-privacy', 'agreed')
    })
  }
  if (as) {
    const { token } = await api('', site).call('POST /v1/login_password', { mobile: as, password: 'Study2026' })
    await context.addInitScript((value) => {
      if (location.protocol === 'about:') return
      if (!sessionStorage.getItem('test-logged-in')) localStorage.setItem('dxx-app-token', value)
      sessionStorage.setItem('test-logged-in', '1')
    }, token)
  }
  const page = await context.newPage()
  if (asked.site) await page.clock.setFixedTime(site.now() * 1000)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${new URL(response.url()).pathname}`)
  })
  const visitor: Visitor = {
    page,
    context,
    problems,
    goto: async (to) => {
      await page.goto(`${site.base}/#/${to}`)
    },
    route: () => decodeURI(new URL(page.url()).hash.replace(/^#\/?/, '')),
  }
  await visitor.goto(route)
  return visitor
}
