import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { previousAssets, storeAssets } from './previous-assets'
import { staticFiles } from './static'

const home = mkdtempSync(join(tmpdir(), 'dxx-assets-'))
afterEach(() => rmSync(home, { recursive: true, force: true }))
const day = 86_400

function build(name: string, files: string[]): string {
  const folder = join(home, name)
  mkdirSync(folder, { recursive: true })
  for (const file of files) writeFileSync(join(folder, file), name)
  return folder
}

test('keeps the files of a previous build for 30 days after the upgrade, even if it ran for a year', async () => {
  const data = join(home, 'data')
  const storedAssets = () => readdirSync(join(previousAssets(data), 'assets')).sort()
  const old = build('old', ['both-1.js', 'old-2.js'])
  const young = build('young', ['both-1.js', 'young-3.js'])
  const begin = Math.floor(Date.now() / 1000)
  await storeAssets(old, data, begin)
  // The old build ran for a year, but a client that opened a page yesterday still needs its files.
  const upgrade = begin + 365 * day
  await Promise.all([storeAssets(young, data, upgrade), storeAssets(young, data, upgrade)])
  expect(storedAssets()).toEqual(['both-1.js', 'old-2.js', 'young-3.js'])
  await storeAssets(young, data, upgrade + 29 * day)
  expect(storedAssets()).toContain('old-2.js')
  await storeAssets(young, data, upgrade + 31 * day)
  expect(storedAssets()).toEqual(['both-1.js', 'young-3.js'])
})

test('staticFiles serves files of the current build, compressed if available, and of previous builds', async () => {
  const dataDir = join(home, 'data')
  await storeAssets(build('old', ['old-2.js']), dataDir, 1)
  build('young', ['favicon.svg'])
  build('young/assets', ['young-3.js', 'young-3.js.br', 'small-4.js'])
  const app = fastify()
  await staticFiles(app, { dataDir }, join(home, 'young'))
  const ask = async (url: string) => {
    const { statusCode, headers, body } = await app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } })
    return `${statusCode} ${headers['content-encoding'] ?? 'plain'} ${headers['cache-control']} ${statusCode === 200 ? body : ''}`
  }
  const lasting = 'public, max-age=31536000, immutable'
  expect(await ask('/favicon.svg')).toBe('200 plain no-cache young')
  expect(await ask('/assets/young-3.js')).toBe(`200 br ${lasting} young/assets`)
  expect(await ask('/assets/small-4.js')).toBe(`200 plain ${lasting} young/assets`)
  expect(await ask('/assets/old-2.js')).toBe(`200 plain ${lasting} old`)
  for (const nowhere of ['/assets/none-5.js', '/assets/..%2Ffavicon.svg', '/builds/assets/old-2.js'])
    expect(await ask(nowhere)).toMatch(/^40[34] /)
  await app.close()
})
