import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { visit } from './browser'

const dist = fileURLToPath(new URL('../web/dist', import.meta.url))
const scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))
const bytes = (name: string) => readFileSync(join(dist, 'assets', name))
const kib = (names: string[], compress: (bytes: Buffer) => Buffer) =>
  names.reduce((sum, name) => sum + compress(bytes(name)).length, 0) / 1024
const gzip = (source: Buffer) => gzipSync(source, { level: 9 })

/** Libraries of one task each (editor, PDF, Office, HLS, maps, scanning, zoom): loaded when the task is there. */
const onDemand =
  /^(aiden0z-pptx-renderer|xlsx|pdf|hls|stream|create-editor|leaflet|dist|jszip|docx-preview|scanner|photoswipe|\w+-worker)[.-]/
/** What every page stands on. */
const shared = /^(react|first|rolldown-runtime)-/

it('the first route needs at most 100 KiB of JavaScript, gzipped, or 90 by Brotli', async () => {
  const visitor = await visit()
  await visitor.page.waitForLoadState('networkidle')
  const loaded = await visitor.page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  )
  const names = loaded.map((url) => url.split('/').at(-1)!)
  expect(names.filter((name) => onDemand.test(name))).toEqual([])
  expect(kib(names, gzip)).toBeLessThanOrEqual(100)
  expect(kib(names, (source) => brotliCompressSync(source))).toBeLessThanOrEqual(90)
  await visitor.context.close()
})

it('no other part of ours has more than 25 KiB, the reader 30', () => {
  const large = scripts
    .filter((name) => !onDemand.test(name) && !shared.test(name))
    .map((name) => ({ name, kib: kib([name], gzip) }))
    .filter(({ name, kib }) => kib > (name.startsWith('reader-') ? 30 : 25))
  expect(large).toEqual([])
})

it('the schema library and the server stay out of the browser', () => {
  for (const name of scripts) {
    expect(bytes(name).toString(), name).not.toMatch(/ZodError|\$ZodType|fast-json-stringify|kysely/)
  }
})
