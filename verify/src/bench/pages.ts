/// <reference lib="dom" />
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { readConfig } from '../../../server/src/config'
import { createSession } from '../../../server/src/http/session'
import { loadSampleData } from '../../../server/src/seed/sample'
import { freePort } from '../../../server/src/testing/free-port'
import type { BenchDatabase } from './database'
import { median } from './load'
import { startTarget } from './target'

const tabs: Record<string, string> = {
  首页: 'pages/index/index',
  书城: 'pages/books/index',
  学习: 'pages/study/index',
  我的: 'pages/my/index',
}
const rounds = 3
const slowed = 4
/**
 * Benchmark index of the emulated phone. Lighthouse slows any machine down four times, which its documentation calls a
 * mid-range phone for an index of 1500 to 2000; on a slower machine the phone would be slower as well.
 */
const phoneIndex = 400

/**
 * Measures the four tabs as a student with sample data: Lighthouse's mobile run (mid-range phone on slow 4G, the same
 * phone on any machine), and the time from a tap on a tab to the next frame with the CPU slowed down four times.
 */
export async function pagesBench({ db, url }: BenchDatabase): Promise<string[]> {
  const { chromium } = await import('playwright-core')
  const folder = mkdtempSync(join(tmpdir(), 'dxx-bench-pages-'))
  const config = readConfig({ DXX_ENV: 'test', DXX_DATA_DIR: folder })
  await loadSampleData(db, config, () => {})
  const { id } = await db.selectFrom('users').select('id').where('mobile', '=', '13800000001').executeTakeFirstOrThrow()
  const now = Math.floor(Date.now() / 1000)
  const token = await createSession(db, id, { device: 'bench', platform: 'H5', ip: '127.0.0.1' }, now)
  const target = await startTarget('product', url, { DXX_DATA_DIR: folder })
  const port = await freePort()
  // Playwright and Lighthouse share this browser: Lighthouse connects to its port and uses the login of the first page.
  const browser = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', `--remote-debugging-port=${port}`],
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
  })
  try {
    await logIn(browser, target.base, token)
    const lines: string[] = []
    // The first run only measures the machine.
    let { environment } = await lighthouse(`${target.base}/#/${tabs.首页}`, port, slowed)
    for (const [name, route] of Object.entries(tabs)) {
      const runs: Run[] = []
      for (let round = 0; round < rounds; round++) {
        // The speed of a shared machine changes from run to run.
        const run = await lighthouse(`${target.base}/#/${route}`, port, environment.benchmarkIndex / phoneIndex)
        environment = run.environment
        runs.push(run)
      }
      lines.push(summary(name, runs))
    }
    lines.push(await taps(await browser.newPage(), target.base))
    return lines
  } finally {
    await browser.close()
    target.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function logIn(browser: BrowserContext, base: string, token: string): Promise<void> {
  const page = await browser.newPage()
  await page.goto(base)
  await page.evaluate((entries) => {
    localStorage.setItem('dxx-privacy', 'agreed')
    localStorage.setItem('dxx-app-token', entries)
  }, token)
  await page.close()
}

interface Run {
  runtimeError?: { message: string }
  audits: Record<string, { numericValue?: number } | undefined>
  categories: Record<string, { score: number | null } | undefined>
  environment: { benchmarkIndex: number }
}

/** Retries once: Lighthouse occasionally loses the beginning of a trace. */
const lighthouse = (address: string, port: number, slowdown: number) =>
  lighthouseOnce(address, port, slowdown).catch(() => lighthouseOnce(address, port, slowdown))

/** Runs Lighthouse by npx, which downloads it for this benchmark only: no other command needs its 150 MB. */
async function lighthouseOnce(address: string, port: number, slowdown: number): Promise<Run> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      ...['--yes', 'lighthouse@12.8.2', address, `--port=${port}`, '--quiet', '--output=json'],
      // Keeps the login, which Lighthouse would otherwise clear.
      '--disable-storage-reset',
      `--throttling.cpuSlowdownMultiplier=${Math.max(1, slowdown).toFixed(2)}`,
      '--only-categories=performance,accessibility,best-practices',
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  )
  const run = JSON.parse(stdout) as Run
  if (run.runtimeError) throw new Error(`lighthouse: ${run.runtimeError.message}`)
  return run
}

function summary(name: string, runs: Run[]): string {
  const middle = (pick: (run: Run) => number) => median(runs.map(pick))
  const audit = (id: string) => middle((run) => run.audits[id]?.numericValue ?? Number.NaN)
  const score = (id: string) => (100 * middle((run) => run.categories[id]?.score ?? 0)).toFixed(0)
  return [
    `${name}  LCP ${(audit('largest-contentful-paint') / 1000).toFixed(2)} s (target 1.2)`,
    `TBT ${audit('total-blocking-time').toFixed(0)} ms (target 150)`,
    `CLS ${audit('cumulative-layout-shift').toFixed(3)} (target 0.02)`,
    `performance ${score('performance')}  accessibility ${score('accessibility')}  best practices ${score('best-practices')}`,
    `benchmark index ${middle((run) => run.environment.benchmarkIndex).toFixed(0)}`,
  ].join('  ')
}

/** Measures from the touch to the frame that shows its result, by the browser's event timing. */
async function taps(page: Page, base: string): Promise<string> {
  const names = Object.keys(tabs)
  const bar = page.getByRole('navigation', { name: '主导航' })
  await page.goto(`${base}/#/${tabs[names.at(-1)!]}`)
  const places: { x: number; y: number }[] = []
  for (const name of names) {
    const { x, y, width, height } = (await bar.getByRole('link', { name }).boundingBox())!
    places.push({ x: x + width / 2, y: y + height / 2 })
  }
  /** Clicks by coordinates: locators run in the page and would be slowed down too. */
  const tap = async (i: number) => {
    await page.mouse.click(places[i]!.x, places[i]!.y)
    // Pauses like a user, so that the work of this tap has ended before the next one.
    await page.waitForTimeout(1_000)
    if (!page.url().includes(tabs[names[i]!]!)) throw new Error(`${names[i]} was not brought out: ${page.url()}`)
  }
  for (const i of names.keys()) await tap(i)
  await page.waitForLoadState('networkidle')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowed })
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'click') seen.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  for (let n = 0; n < names.length * 5; n++) await tap(n % names.length)
  const times = await page.evaluate(() => (window as unknown as { seen: number[] }).seen)
  const sorted = times.sort((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return `taps on tabs at ${slowed}x slowed CPU: p50 ${at(0.5)} ms  worst ${at(1)} ms of ${names.length * 5} (target 100; below 16 is not counted)`
}
