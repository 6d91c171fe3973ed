import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { inject, type TestContext } from 'vitest'

/** `test`: closed after the test that opened it; `file`: after the last test of the file. */
export type Lifetime = 'test' | 'file'

/** Traces and screenshots of failed tests; emptied at the start of a run, and named at the end of `npm test`. */
export const failuresFolder = fileURLToPath(new URL('dist/failures', import.meta.url))
/** A broken build fails every test: the first failures show why. */
const mostFailures = 30
const mostTraceBytes = 20_000_000

let browser: Browser | undefined
/** Pictures of the page at each action cost a quarter of a test's time: only the trace of a retry has them. */
let snapshots = false
const open = new Map<BrowserContext, Lifetime>()

export async function connectBrowser(): Promise<void> {
  browser = await chromium.connect(inject('browser'))
}

/** Closes every context with the connection. */
export async function disconnectBrowser(): Promise<void> {
  open.clear()
  await browser?.close()
}

export function beginTest({ task }: TestContext): void {
  snapshots = (task.result?.retryCount ?? 0) > 0
}

/** Opens a browser context. The only place that does: no test closes one itself. */
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

/** Keeps the state of a failed test, then closes the contexts that it opened. */
export async function closeContexts({ task }: TestContext): Promise<void> {
  const folder = task.result?.state === 'fail' ? newFailureFolder(`${task.file.name} ${task.name}`) : undefined
  for (const [number, [context, until]] of [...open].entries()) {
    if (folder) await keep(context, join(folder, String(number + 1)))
    if (until === 'test') {
      open.delete(context)
      await context.close()
    } else {
      // Otherwise the trace of a shared window would grow through all tests of the file.
      if (!folder) await context.tracing.stopChunk()
      await context.tracing.startChunk()
    }
  }
}

/** Returns the folder for one failure, or undefined once enough are kept. */
function newFailureFolder(title: string): string | undefined {
  mkdirSync(failuresFolder, { recursive: true })
  const number = readdirSync(failuresFolder).length + 1
  if (number > mostFailures) return undefined
  const name = title.replace(/[^\p{L}\p{N}.]+/gu, '-').slice(0, 80)
  const folder = join(failuresFolder, `${String(number).padStart(2, '0')}-${name}`)
  mkdirSync(folder)
  return folder
}

/** Writes a screenshot and the URL of each page, and the trace. A page that no longer responds must not hide the failure. */
async function keep(context: BrowserContext, file: string): Promise<void> {
  for (const [number, page] of context.pages().entries()) {
    writeFileSync(`${file}-page-${number + 1}.txt`, `${page.url()}\n`)
    await page.screenshot({ path: `${file}-page-${number + 1}.png`, timeout: 5000 }).catch(() => {})
  }
  const trace = `${file}-trace.zip`
  await context.tracing.stopChunk({ path: trace }).catch(() => {})
  if ((statSync(trace, { throwIfNoEntry: false })?.size ?? 0) > mostTraceBytes) rmSync(trace)
}
