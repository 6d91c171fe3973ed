import type { Page } from 'playwright-core'
import { phone } from './browser'

/** Context options of a browser that runs the service worker. */
export const withServiceWorker = { ...phone, serviceWorkers: 'allow' as const }

/** Resolves when the service worker controls the page; from then on the page opens without a network. */
export async function serviceWorkerControls(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        if (navigator.serviceWorker.controller) return resolve()
        navigator.serviceWorker.addEventListener('controllerchange', () => resolve())
      }),
  )
}
