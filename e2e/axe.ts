import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8')

/**
 * What axe finds wrong on the page shown, one line each. The policy forbids inline scripts, so it is run by the driver;
 * only what is wrong comes back, since all that is right would weigh megabytes.
 */
export async function axe(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`(() => { ${source} })()`)
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
