import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { inject, type TestContext } from 'vitest'

/** `test`: closed after the test that opened it; `file`: after the last test of the file. */
export type Lifetime = 'test' | 'file'

/** Traces and screenshots of failed tests; emptied at the start of a run. `npm test` prints the path at its end. */
export const failuresFolder = fileURLToPath(new URL('dist/failures', import.meta.url))
/** Limit of stored failures: a broken build fails every test, and the first failures show why. */
const mostFailures = 30
const mostTraceBytes = 20_000_000

let browser: Browser | undefined
/** Whether traces contain the page at each action. Only for retries, because it costs a quarter of a test's time. */
let snapshots = false
const open = new Map<BrowserContext, Lifetime>()

export async function connectBrowser(): Promise<void> {
  browser = await chromium.connect(inject('browser'))
}

/** Closes the connection, and with it every context. */
export async function disconnectBrowser(): Promise<void> {
  open.clear()
  await browser?.close()
}

export function beginTest({ task }: TestContext): void {
  snapshots = (task.result?.retryCount ?? 0) > 0
}

/** Opens a browser context, which `closeContexts` closes. Tests must not create contexts in another way. */
export async function openContext(options: BrowserContextOptions, until: Lifetime = 'test'): Promise<BrowserContext> {
  const context = await browser!.newContext({
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // During page transitions two pages are visible at once; shell.test.ts covers the animation.
    reducedMotion: 'reduce',
    // Otherwise each visit would download every file of the app; pwa.test.ts enables it.
    serviceWorkers: 'block',
    ...options,
  })
  open.set(context, until)
  await context.tracing.start({ snapshots })
  return context
}

/** Stores screenshots and traces if the test failed, then closes the contexts that the test opened. */
export async function closeContexts({ task }: TestContext): Promise<void> {
  const folder = task.result?.state === 'fail' ? newFailureFolder(`${task.file.name} ${task.name}`) : undefined
  for (const [number, [context, until]] of [...open].entries()) {
    if (folder) await keep(context, join(folder, String(number + 1)))
    if (until === 'test') {
      open.delete(context)
      await context.close()
    } else {
      // One trace chunk per test: a single trace of a shared context would grow through all tests of the file.
      if (!folder) await context.tracing.stopChunk()
      await context.tracing.startChunk()
    }
  }
}

/** Creates the folder for one failure. Returns undefined if the limit is reached. */
function newFailureFolder(title: string): string | undefined {
  mkdirSync(failuresFolder, { recursive: true })
  const number = readdirSync(failuresFolder).length + 1
  if (number > mostFailures) return undefined
  const name = title.replace(/[^\p{L}\p{N}.]+/gu, '-').slice(0, 80)
  const folder = join(failuresFolder, `${String(number).padStart(2, '0')}-${name}`)
  mkdirSync(folder)
  return folder
}

/**
 * Writes the trace, and URL and screenshot of each page. Ignores errors, because they would hide the test's failure.
 */
async function keep(context: BrowserContext, file: string): Promise<void> {
  for (const [number, page] of context.pages().entries()) {
    writeFileSync(`${file}-page-${number + 1}.txt`, `${page.url()}\n`)
    await page.screenshot({ path: `${file}-page-${number + 1}.png`, timeout: 5000 }).catch(() => {})
  }
  const trace = `${file}-trace.zip`
  await context.tracing.stopChunk({ path: trace }).catch(() => {})
  if ((statSync(trace, { throwIfNoEntry: false })?.size ?? 0) > mostTraceBytes) rmSync(trace)
}
