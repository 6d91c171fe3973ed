import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { type Visitor, visit } from './browser'

const dist = fileURLToPath(new URL('../web/dist', import.meta.url))
const scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))
const bytes = (name: string) => readFileSync(join(dist, 'assets', name))
const kib = (names: string[], compress: (bytes: Buffer) => Buffer) =>
  names.reduce((sum, name) => sum + compress(bytes(name)).length, 0) / 1024
const gzip = (source: Buffer) => gzipSync(source, { level: 9 })

/** Libraries for one task each (editor, PDF, Office, HLS, maps, scanning, zoom): loaded on demand. */
const onDemand =
  /^(aiden0z-pptx-renderer|xlsx|pdf|hls|stream|create-editor|leaflet|dist|jszip|docx-preview|scanner|photoswipe|\w+-worker)[.-]/
/** Chunks shared by every page. */
const shared = /^(react|first|rolldown-runtime)-/

/** What a page has requested: names of scripts, and URLs of calls. */
async function requestsOf({ page }: Visitor): Promise<{ names: string[]; calls: string[] }> {
  await page.waitForLoadState('networkidle')
  const urls = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  return {
    names: urls.filter((url) => url.endsWith('.js')).map((url) => url.split('/').at(-1)!),
    calls: urls.filter((url) => url.includes('/api/')),
  }
}

it('the first route needs at most 100 KiB of JavaScript gzipped, or 90 KiB with Brotli', async () => {
  const { names } = await requestsOf(await visit())
  expect(names.filter((name) => onDemand.test(name))).toEqual([])
  expect(kib(names, gzip)).toBeLessThanOrEqual(100)
  expect(kib(names, (source) => brotliCompressSync(source))).toBeLessThanOrEqual(90)
})

it.each(['books', 'study', 'my'])('the tab %s needs one more file, and sends each of its calls once', async (tab) => {
  const { names, calls } = await requestsOf(await visit({ as: '13800000001', route: `pages/${tab}/index` }))
  expect(names.filter((name) => !shared.test(name))).toEqual([expect.stringMatching(/^tabs-/)])
  expect(calls).toEqual([...new Set(calls)])
})

it('every other chunk of our own code has at most 25 KiB gzipped, the reader at most 32 KiB', () => {
  const large = scripts
    .filter((name) => !onDemand.test(name) && !shared.test(name))
    .map((name) => ({ name, kib: kib([name], gzip) }))
    .filter(({ name, kib }) => kib > (name.startsWith('reader-') ? 32 : 25))
  expect(large).toEqual([])
})

it('no optional call spreads arguments before others, which Chromium 87 passes on wrongly', () => {
  for (const name of scripts) {
    expect(bytes(name).toString(), name).not.toMatch(/\?\.[\w$]*\([^(){}]*\.\.\.[\w$.]+,/)
  }
})

it('the student app contains no code of the staff console, and neither loads files of the other', async () => {
  const consoleText = /dxx-console-token|\/staff\/v1\//
  const files = [...scripts.map((name) => `assets/${name}`), 'sw.js', 'index.html']
  for (const name of files) {
    const text = readFileSync(join(dist, name), 'utf8')
    expect(text, name).not.toMatch(consoleText)
    expect(text, name).not.toContain('console/assets')
  }
  expect(readFileSync(join(dist, 'console/index.html'), 'utf8')).not.toMatch(/["']\/assets\//)
})

it('the staff console needs at most 190 KiB of JavaScript gzipped to show its login page', () => {
  const page = readFileSync(join(dist, 'console/index.html'), 'utf8')
  const names = [...page.matchAll(/\/console\/assets\/([\w.-]+\.js)/g)].map(([, name]) => `../console/assets/${name}`)
  expect(names.length).toBeGreaterThan(0)
  expect(kib(names, gzip)).toBeLessThanOrEqual(190)
})

it('the schema library and server code are not in the browser bundle', () => {
  const ofConsole = readdirSync(join(dist, 'console/assets')).filter((name) => name.endsWith('.js'))
  for (const name of [...scripts, ...ofConsole.map((one) => `../console/assets/${one}`)]) {
    expect(bytes(name).toString(), name).not.toMatch(/ZodError|\$ZodType|fast-json-stringify|kysely/)
  }
})
