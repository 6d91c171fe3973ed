import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const script = createRequire(import.meta.url).resolve('axe-core')

interface Violation {
  id: string
  nodes: { target: unknown }[]
}

/** What axe finds wrong on the page shown, one line each. The policy forbids inline scripts, so it is run by the driver. */
export async function axe(page: Page): Promise<string[]> {
  await page.evaluate(`(() => { ${await source()} })()`)
  const { violations } = await page.evaluate<{ violations: Violation[] }>(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })`,
  )
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ target }) => String(target))
        .join(' | ')}`,
  )
}

let text: Promise<string> | undefined
function source(): Promise<string> {
  text ??= import('node:fs/promises').then(({ readFile }) => readFile(script, 'utf8'))
  return text
}
