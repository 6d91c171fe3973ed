import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8')

/**
 * Returns the axe violations of the page, one line each. The driver injects axe because the CSP forbids inline scripts;
 * only violations are returned, since the full result has megabytes.
 */
export async function axe(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`(() => { ${source} })()`)
  // Waits for animations, because text that is fading in has too little contrast; skips endless animations (spinners).
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
        .map((one) => one.finished),
    ),
  )
  return page.evaluate(`
    axe
      .run(document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        resultTypes: ['violations'],
      })
      .then(({ violations }) =>
        violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ target }) => String(target)).join(' | ')),
      )`)
}
