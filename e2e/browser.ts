import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { inject } from 'vitest'
import { Client } from '../server/src/testing/client'
import { long } from '../server/src/testing/measurements'
import { type Lifetime, openContext } from './contexts'

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
export const desktop = { viewport: { width: 1280, height: 800 } }
/** Both window sizes, for tests of pages whose layout depends on the width. */
export const widths = [
  ['phone', phone],
  ['desktop', desktop],
] as const
/** The phone in `npm test`, both in `npm run verify -- browser`. */
export const sampledWidths = long ? widths : widths.slice(0, 1)

/** Base URL and clock of a running server. */
export interface Site {
  base: string
  now(): number
}

/** The server shared by all browser tests. */
const shared = (): Site => ({ base: inject('base'), now: () => Math.floor(Date.now() / 1000) })
export const api = (token = '', { base, now } = shared()) => new Client(base, now, token)

interface Visit {
  /** Mobile number of a sample login; undefined for a guest. */
  as?: string
  /** Token to use instead of a sample login. */
  token?: string
  route?: string
  /** Path of a page outside the student app. */
  path?: string
  /** Entries of localStorage that the window starts with. */
  stored?: Record<string, string>
  /** Shows the privacy bar of a first start; by default it has been accepted. */
  firstStart?: boolean
  options?: BrowserContextOptions
  site?: Site
  /** When the browser context is closed: after the test (default) or after the last test of the file. */
  until?: Lifetime
}

export interface Visitor {
  page: Page
  context: BrowserContext
  /** Uncaught errors and failed requests of the page. */
  problems: string[]
  goto(route: string): Promise<void>
  /** Current route with its query. */
  route(): string
}

/** Opens a route in a new browser context, which is closed automatically, and records errors. */
export async function visit(asked: Visit = {}): Promise<Visitor> {
  const { as, route = '', path = `#/${route}`, firstStart = false, options = phone, site = shared(), until } = asked
  const context = await openContext(options, until)
  if (!firstStart) {
    await context.addInitScript(() => {
      // about:blank has no storage.
      if (location.protocol !== 'about:') localStorage.setItem('dxx-privacy', 'agreed')
    })
  }
  const token = as ? await tokenOf(as, site) : asked.token
  const stored = { ...asked.stored, ...(token && { 'dxx-app-token': token }) }
  if (Object.keys(stored).length > 0)
    // Stored before the first page loads, so that the page need not be reloaded.
    await context.addInitScript((entries) => {
      if (location.protocol === 'about:' || sessionStorage.getItem('test-stored')) return
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
      sessionStorage.setItem('test-stored', '1')
    }, stored)
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
  await page.goto(`${site.base}/${path}`)
  return visitor
}

/** Logs a sample user in by password. */
export const tokenOf = async (mobile: string, site = shared()): Promise<string> =>
  (await api('', site).call('POST /v1/login_password', { mobile, password: 'Study2026' })).token
