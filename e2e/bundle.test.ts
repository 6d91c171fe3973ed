import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { visit } from './browser'

const dist = fileURLToPath(new URL('../web/dist', import.meta.url))
const scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))
const gzipped = (name: string) => gzipSync(readFileSync(join(dist, 'assets', name)), { level: 9 }).length

it('the first route needs at most 100 KiB of JavaScript, gzipped', async () => {
  const visitor = await visit()
  await visitor.page.waitForLoadState('networkidle')
  const loaded = await visitor.page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  )
  const names = loaded.map((url) => url.split('/').at(-1)!)
  const total = names.reduce((sum, name) => sum + gzipped(name), 0)
  expect(total / 1024).toBeLessThanOrEqual(100)
  await visitor.context.close()
})

it('the schema library and the server stay out of the browser', () => {
  for (const name of scripts) {
    const source = readFileSync(join(dist, 'assets', name), 'utf8')
    expect(source, name).not.toMatch(/ZodError|\$ZodType|fast-json-stringify|kysely/)
  }
})
